import { addPaise, type Paise, paise, subtractPaise } from '@mohlat/money';

/** The least that may be paid early in part, in paise. Rule: LEND-9 (PART_PREPAY) */
export const PART_PREPAYMENT_MIN_PAISE: Paise = paise(50_000);
/** The least bill principal that may be left; below it, foreclosure is offered instead. */
const PRINCIPAL_LEFT_MIN_PAISE: Paise = paise(100_000);

/**
 * The most that may be paid early in part: the interest so far, and the bill but for the least that must be left. It may be less
 * than the least that may be paid, and then nothing may.
 * Units: paise. Rule: LEND-9 (PART_PREPAY)
 */
export function partPrepaymentMax(principalPaise: Paise, accruedInterestPaise: Paise): Paise {
  return addPaise(subtractPaise(principalPaise, PRINCIPAL_LEFT_MIN_PAISE), accruedInterestPaise);
}
