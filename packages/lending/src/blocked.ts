import type { BusinessDate } from '@mohlat/money';

/**
 * Days on which staff had blocked the account of a borrower for another reason than fraud, the first and the last among them: they
 * could not log in to pay. `untilOn` is null while it lasts.
 */
export interface BlockedDays {
  readonly fromOn: BusinessDate;
  readonly untilOn: BusinessDate | null;
}

/** True where the borrower was blocked on some part of a day. Rule: LEND-L3, LEND-14 */
export function wasBlocked(blocks: readonly BlockedDays[], day: BusinessDate): boolean {
  return blocks.some(({ fromOn, untilOn }) => fromOn <= day && (untilOn === null || day <= untilOn));
}
