import {
  ALONE_A_DAY_MAX_PAISE,
  ALONE_MAX_PAISE,
  type ApprovalKind,
  BREAK_KINDS,
  BREAK_RESOLUTIONS,
  type BreakKind,
} from '@mohlat/contract';
import { railListFinalMs } from '@mohlat/lending';
import { addDays, type BusinessDate, HOUR_MS, istDate } from '@mohlat/money';

/** So long a day's list is read once a day: returned bills and refunds show there. */
export const REREAD_DAYS = 10;

/**
 * When a day's list is to be read next: every hour today and yesterday, at nine when it is final, once a day after that,
 * then no more. Rule: LEND-21, LEND-22 step 10.
 */
export function nextReadAt(day: BusinessDate, now: Date): Date | null {
  const closesMs = railListFinalMs(day);
  const nowMs = now.getTime();
  const isRecent = istDate(nowMs) <= addDays(day, 1);
  if (isRecent) {
    const inAnHour = nowMs + HOUR_MS;
    return new Date(nowMs < closesMs ? Math.min(inAnHour, closesMs) : inAnHour);
  }
  const daysPast = Math.floor((nowMs - closesMs) / (24 * HOUR_MS));
  const next = closesMs + (daysPast + 1) * 24 * HOUR_MS;
  return next > closesMs + REREAD_DAYS * 24 * HOUR_MS ? null : new Date(next);
}

/** Unread so often, somebody has to look. */
export const FAILURES_MAX = 4;

/** A list that could not be read is tried again soon, and then more rarely. */
export function retryReadAt(now: Date, failedCount: number): Date {
  return new Date(now.getTime() + Math.min(15, 2 ** failedCount) * 60_000);
}

/** Money that the books hold as owed by a rail or a payer's bank. */
const OWED_TO_US = [
  'late_success',
  'not_ours',
  'duplicate',
  'amount',
  'lost_twice',
  'chargeback_partial',
  'chargeback_unclear',
] as const satisfies readonly BreakKind[];

/** The kinds of difference that each resolution may clear, and the meaning of each resolution. */
export const RESOLUTIONS = {
  /** The money is back in the float, or in the bank: journal 7. Of a row nobody knows: what it brought is no loss of ours. */
  rail_returned: [...OWED_TO_US, 'unmatched_row'],
  /** It will not come back: journal 36. */
  loss: [...OWED_TO_US, 'refund_due', 'unmatched_row'],
  /** The rail returned a bill that was paid: journal 9. Nothing is owed on it any more. */
  reverse: ['contradiction', 'returned', 'adjusted', 'missing'],
  /** The rail's refund of a failed or returned bill reached the float: journal 8. */
  refund_arrived: ['refund_due'],
  /** Nothing to post: the two sides agree, by evidence that the note names. */
  agreed: BREAK_KINDS,
} as const satisfies Record<(typeof BREAK_RESOLUTIONS)[number], readonly BreakKind[]>;
export type ResolutionName = keyof typeof RESOLUTIONS;

/** A difference, as far as it decides what may be done about it. */
export interface Difference {
  readonly kind: BreakKind;
  readonly rail: string;
  /** The amount that stands in the books, or that was taken from the bank and stands nowhere; below zero, brought to the bank. */
  readonly paise: number;
  /** True while its money is decided elsewhere: a refund that it counts is on its way, its row is about to be booked. */
  readonly isUnderway: boolean;
}

/**
 * True where a difference may be cleared like that. What moves money needs money to move; and while money of it stands in the
 * books the two sides do not agree. A row that nobody knows stands in none: another row may have given it back. While it is
 * under way nobody clears it: what that leaves in the books would stand in no difference. Rule: LEND-21
 */
export function mayResolve(
  { kind, rail, paise, isUnderway }: Difference,
  resolution: ResolutionName,
): boolean {
  if (isUnderway) return false;
  if (!(RESOLUTIONS[resolution] as readonly BreakKind[]).includes(kind)) return false;
  if (resolution === 'reverse') return rail === 'billpay';
  if (resolution === 'agreed') return paise === 0 || kind === 'unmatched_row';
  // Money that a row took can only be given up; money that it brought can only have come back.
  if (kind === 'unmatched_row') return resolution === 'loss' ? paise > 0 : paise < 0;
  return paise !== 0;
}

/** As what a way to clear a difference is proposed to a second member of staff. */
export const PROPOSED_AS = {
  loss: 'rail_loss',
  reverse: 'rail_reverse',
  rail_returned: 'rail_returned',
  refund_arrived: 'rail_refund',
  agreed: 'rail_agreed',
} as const satisfies Record<ResolutionName, ApprovalKind>;

/**
 * The amount that a resolution decides. For an unmatched row said to need no booking it is the whole row, also where none of it is
 * booked by hand (a payment is kept for its owner). Rule: LEND-24
 */
export function decidedPaise(
  { kind, paise, rowPaise }: Pick<Difference, 'kind' | 'paise'> & { readonly rowPaise: number },
  resolution: ResolutionName,
): number {
  return resolution === 'agreed' && kind === 'unmatched_row' ? rowPaise : paise;
}

/**
 * The approval that a resolution needs; undefined where one person may decide. Two people decide on a loss, on a reversal, on more
 * than ₹500 that no booking proves, and on less where the same person has cleared more than ₹5,000 alone with it that day.
 * Rule: LEND-24
 */
export function proposedAs(
  resolution: ResolutionName,
  amountPaise: number,
  clearedTodayPaise: number,
): ApprovalKind | undefined {
  const isGivenUp = resolution === 'loss' || resolution === 'reverse';
  // The rail may also have taken too little: that is as much money.
  const paise = Math.abs(amountPaise);
  const isMuch = paise > ALONE_MAX_PAISE || (paise > 0 && clearedTodayPaise + paise > ALONE_A_DAY_MAX_PAISE);
  return isGivenUp || isMuch ? PROPOSED_AS[resolution] : undefined;
}

/** Lists the ways in which staff may clear a difference. */
export function allowedFor(found: Difference): ResolutionName[] {
  return BREAK_RESOLUTIONS.filter((name) => mayResolve(found, name));
}
