import { ALONE_A_DAY_MAX_PAISE, ALONE_MAX_PAISE } from '@mohlat/contract';

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
