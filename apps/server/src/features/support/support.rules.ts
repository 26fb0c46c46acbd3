/** No letter or digit that is mistaken for another when read aloud or written down. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const TICKET_LENGTH = 8;

/** Messages of one network address; many people share one behind a mobile operator. */
export const PER_ADDRESS = { callsMax: 20, windowSeconds: 900 } as const;
/** Messages that name one e-mail address, so that nobody's mailbox is filled by us. */
export const PER_SENDER = { callsMax: 5, windowSeconds: 3600 } as const;

/** A number to quote, `M-7K4D-9QTX`; `pick` answers a random integer below its argument. */
export function makeTicket(pick: (below: number) => number): string {
  const letters = Array.from({ length: TICKET_LENGTH }, () => ALPHABET.charAt(pick(ALPHABET.length))).join(
    '',
  );
  return `M-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
