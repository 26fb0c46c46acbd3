import {
  ALONE_A_DAY_MAX_PAISE,
  ALONE_MAX_PAISE,
  type ApprovalKind,
  BREAK_RESOLUTIONS,
} from '@mohlat/contract';
import { type Difference, mayResolve, railListFinalMs, type Resolution } from '@mohlat/lending';
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

/** Unread so often, staff have to look. */
export const FAILURES_MAX = 4;

/** A list that could not be read is tried again soon, and then more rarely. */
export function retryReadAt(now: Date, failedCount: number): Date {
  return new Date(now.getTime() + Math.min(15, 2 ** failedCount) * 60_000);
}

/** As what a way to clear a difference is proposed to a second member of staff. */
export const PROPOSED_AS = {
  loss: 'rail_loss',
  reverse: 'rail_reverse',
  rail_returned: 'rail_returned',
  refund_arrived: 'rail_refund',
  agreed: 'rail_agreed',
} as const satisfies Record<Resolution, ApprovalKind>;

/**
 * The amount that a resolution decides. For an unmatched row said to need no booking it is the whole row, also where none of it is
 * booked by hand (a payment is kept for its owner). Rule: LEND-24
 */
export function decidedPaise(
  { kind, paise, rowPaise }: Pick<Difference, 'kind' | 'paise'> & { readonly rowPaise: number },
  resolution: Resolution,
): number {
  return resolution === 'agreed' && kind === 'unmatched_row' ? rowPaise : paise;
}

/** A resolution is given up where the money will not come back, or nothing is owed any more: two people decide. */
const isGivenUp = (resolution: Resolution) => resolution === 'loss' || resolution === 'reverse';

/** A difference that a member of staff has cleared without a second one. */
export interface ClearedAlone {
  readonly kind: string;
  readonly resolution: Resolution;
  /** The amount that its journal moved; 0 without one. */
  readonly bookedPaise: number;
  readonly rowPaise: number;
}

/** Adds up the money that one person has decided alone, in either direction. Rule: LEND-24 */
export function clearedAlonePaise(cleared: readonly ClearedAlone[]): number {
  return cleared
    .filter(({ resolution }) => !isGivenUp(resolution))
    .map(({ kind, resolution, bookedPaise, rowPaise }) =>
      Math.abs(decidedPaise({ kind, paise: bookedPaise, rowPaise }, resolution)),
    )
    .reduce((sum, amountPaise) => sum + amountPaise, 0);
}

/**
 * The approval that a resolution needs; undefined where one person may decide. Two people decide on a loss, on a reversal, on more
 * than ₹500 that no booking proves, and on less where the same person has cleared more than ₹5,000 alone with it that day.
 * Rule: LEND-24
 */
export function proposedAs(
  resolution: Resolution,
  amountPaise: number,
  clearedTodayPaise: number,
): ApprovalKind | undefined {
  // The rail may also have taken too little: that is as much money.
  const paise = Math.abs(amountPaise);
  const isMuch = paise > ALONE_MAX_PAISE || (paise > 0 && clearedTodayPaise + paise > ALONE_A_DAY_MAX_PAISE);
  return isGivenUp(resolution) || isMuch ? PROPOSED_AS[resolution] : undefined;
}

/** Lists the ways in which staff may clear a difference. */
export function allowedFor(found: Difference): Resolution[] {
  return BREAK_RESOLUTIONS.filter((name) => mayResolve(found, name));
}
