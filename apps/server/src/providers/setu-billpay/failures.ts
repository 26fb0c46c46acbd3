import type { BillFailure, BillFailureReason } from './port.ts';
import type { WireFailure } from './wire.ts';

/** The network's codes in our words. Codes seen in documents of different years share one table. */
const REASON_BY_CODE: Record<string, BillFailureReason> = {
  BFR001: 'customer_not_found',
  ERR004: 'customer_not_found',
  BFR004: 'bill_not_due',
  BFR008: 'biller_down',
  BRR005: 'biller_closed',
  ERR_TIMEOUT: 'biller_down',
};

/** Their documented code for a request that was looked at and not begun. */
const REQUEST_REFUSED = 'validation-error';
/** A code that only says the time ran out: it refuses nothing. */
export const TIME_OUT = 'ERR_TIMEOUT';

/** Whether a code says for sure that nothing was begun: one that is documented and no time-out. Rule: LEND-18. */
export function isKnownRefusal(code: string): boolean {
  return code === REQUEST_REFUSED || (code !== TIME_OUT && Object.hasOwn(REASON_BY_CODE, code));
}

// Request errors come with words rather than codes; the order matters, the first that fits wins.
const REASON_BY_WORDS: [RegExp, BillFailureReason][] = [
  [/deactivat|not active|inactive|delet/i, 'biller_closed'],
  [/expired/i, 'bill_expired'],
  [/amount/i, 'amount_not_allowed'],
  [/insufficient/i, 'float_short'],
];

/** A failure without a known code keeps the network's own words and is `unclassified`. */
export function billFailure(wire: WireFailure | null | undefined): BillFailure {
  if (!wire) return { reason: 'unclassified' };
  return {
    reason: reasonOf(wire),
    ...(wire.type ? { type: wire.type } : {}),
    ...(wire.code ? { code: wire.code } : {}),
    ...(wire.message ? { message: wire.message } : {}),
  };
}

/** Only a failed funds transfer means our float: the same code elsewhere is the customer's bank. */
function reasonOf(wire: WireFailure): BillFailureReason {
  if (wire.type === 'FUND_TRANSFER') return 'float_short';
  return (wire.code && REASON_BY_CODE[wire.code]) || 'unclassified';
}

export function reasonFromRequestError(
  code: string | undefined,
  message: string | undefined,
): BillFailureReason {
  const byCode = code === undefined ? undefined : REASON_BY_CODE[code];
  if (byCode) return byCode;
  return REASON_BY_WORDS.find(([words]) => words.test(message ?? ''))?.[1] ?? 'unclassified';
}
