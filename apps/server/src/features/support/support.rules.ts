/** No letter or digit that is mistaken for another when read aloud or written down. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const TICKET_LENGTH = 8;

/** Messages of one network address; many people share one behind a mobile operator. */
export const PER_ADDRESS = { callsMax: 20, windowSeconds: 900 } as const;
/** Messages of one IPv6 /48, whose holder has 65,536 addresses. */
export const PER_SITE = { callsMax: 200, windowSeconds: 900 } as const;
/** Messages that name one e-mail address, so that no mailbox is filled by us. */
export const PER_SENDER = { callsMax: 5, windowSeconds: 3600 } as const;
/** Messages under the tickets of one account. */
export const PER_ACCOUNT = { callsMax: 20, windowSeconds: 3600 } as const;

/** A number to quote, `M-7K4D-9QTX`; `pick` answers a random integer below its argument. */
export function makeTicket(pick: (below: number) => number): string {
  return spell(Array.from({ length: TICKET_LENGTH }, () => ALPHABET.charAt(pick(ALPHABET.length))).join(''));
}

/** Reads a ticket as a person wrote it down: in lower case, without hyphens, with spaces. */
export function readTicket(written: string): string {
  const letters = written.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return spell(letters.length === TICKET_LENGTH + 1 ? letters.slice(1) : letters);
}

function spell(letters: string): string {
  return `M-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
