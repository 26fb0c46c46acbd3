import { ALONE_A_DAY_MAX_PAISE, ALONE_MAX_PAISE } from '@mohlat/contract';
import { REFUSALS_MAX } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';

/** Rule: LEND-21 (unmatched_receipt). So many days its owner is looked for, at first and after each third refusal. */
export const KEEP_DAYS = 30;

/** The owner that the order of a receipt seems to name, compared with the person who is to get the money. */
export type Hint = 'none' | 'same' | 'other';

/**
 * True where a second person says whose money it is: above ₹500, above ₹5,000 with what the same member of staff has given
 * alone on that day, or against what its own order names. Rule: LEND-24
 */
export function takesTwo(amountPaise: number, hint: Hint, givenTodayPaise: number): boolean {
  const isMuch = amountPaise > ALONE_MAX_PAISE || givenTodayPaise + amountPaise > ALONE_A_DAY_MAX_PAISE;
  return isMuch || hint === 'other';
}

/**
 * The day of the next try after the rail has refused so often to send unclaimed money back: the next one, three times in all. Then staff
 * are to find its owner, and have as long as at first before its way back is tried again.
 * Rule: LEND-21
 */
export function afterRefusal(
  refusals: number,
  today: BusinessDate,
): { readonly returnOn: BusinessDate; readonly isForStaff: boolean } {
  const isForStaff = refusals % REFUSALS_MAX === 0;
  return { returnOn: addDays(today, isForStaff ? KEEP_DAYS : 1), isForStaff };
}
