/** Kinds whose money the books hold as owed by a rail or a payer's bank. */
const OWED_TO_US = [
  'late_success',
  'not_ours',
  'duplicate',
  'amount',
  'lost_twice',
  'chargeback_partial',
  'chargeback_unclear',
  'dispute_unmatched',
] as const;

/** The kinds of difference that each resolution may clear, and the meaning of each resolution. */
export const CLEARED_BY = {
  /** The money is back in the float, or in the bank: journal 7. Money that a row without an owner brought is no loss of ours. */
  rail_returned: [...OWED_TO_US, 'unmatched_row'],
  /** It will not come back: journal 36. */
  loss: [...OWED_TO_US, 'refund_due', 'unmatched_row'],
  /** The rail returned a bill that was paid: journal 9. Nothing is owed on it any more. */
  reverse: ['contradiction', 'returned', 'adjusted', 'missing'],
  /** The rail's refund of a failed or returned bill reached the float: journal 8. */
  refund_arrived: ['refund_due'],
} as const;

/** The kinds of difference about a bill that end with its return. */
export const ENDED_BY_RETURN: readonly string[] = [...CLEARED_BY.reverse, 'pending_one_day'];

/** A way to clear a difference. `agreed` posts nothing: the two sides agree, by evidence that the note names. */
export type Resolution = keyof typeof CLEARED_BY | 'agreed';

/** A difference, as far as it decides how it may be cleared. */
export interface Difference {
  readonly kind: string;
  readonly rail: string;
  /** The amount that stands in the books, or that was taken from the bank and stands nowhere; below zero, brought to the bank. */
  readonly paise: number;
  /** True while its money is decided elsewhere: a refund that it counts is on its way, its row is about to be booked. */
  readonly isUnderway: boolean;
}

/**
 * True where a difference may be cleared like that. A resolution that moves money needs money to move, and while money of
 * a difference stands in the books the two sides do not agree. A row without an owner stands in none: another row may have
 * given it back. A difference that is under way is not cleared, because the rest in the books would stand in none.
 * Rule: LEND-21
 */
export function mayResolve({ kind, rail, paise, isUnderway }: Difference, resolution: Resolution): boolean {
  if (isUnderway) return false;
  if (resolution === 'agreed') return paise === 0 || kind === 'unmatched_row';
  const kinds: readonly string[] = CLEARED_BY[resolution];
  if (!kinds.includes(kind)) return false;
  if (resolution === 'reverse') return rail === 'billpay';
  // Money that a row took can only be given up; money that it brought can only have come back.
  if (kind === 'unmatched_row') return resolution === 'loss' ? paise > 0 : paise < 0;
  // The debt of the rail is never negative.
  return kind === 'refund_due' ? paise > 0 : paise !== 0;
}

/** The consequences of clearing a difference, beside that it is cleared. */
export interface ResolutionOutcome {
  /** The loan of its payment is frozen no more. */
  readonly endsFreeze: boolean;
  /** Its row of the settlement file waits for no owner any more. */
  readonly explainsRow: boolean;
}

/**
 * The consequences of a resolution. A return that staff found withdrawn ends the freeze of the loan; one that came ends it
 * with the loan. Staff explain a row without an owner; one that cleared itself has found its owner.
 * Rule: LEND-X10, LEND-21
 */
export function resolutionOutcome(kind: string, resolution: string, isByStaff: boolean): ResolutionOutcome {
  return {
    endsFreeze: kind === 'returned' && resolution === 'agreed',
    explainsRow: kind === 'unmatched_row' && isByStaff,
  };
}
