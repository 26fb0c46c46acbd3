import {
  accrualStart,
  accruedAtOpening,
  addPaise,
  type BusinessDate,
  type DatedLoan,
  type InstalmentState,
  isDemanded,
  maxPaise,
  paidOfInstalment,
  type Paise,
  paise,
  subtractPaise,
  sumPaise,
  unpaidCharges,
  unpaidOfInstalment,
  ZERO_PAISE,
} from '@mohlat/money';

/** A closing payment may fall short by this much; the rest is waived. Rule: LEND-9 */
export const FORECLOSURE_WAIVER_MAX_PAISE: Paise = paise(1_000);

/** The largest rest after the last due date that does not keep the loan open. Rule: LEND-9 */
export const TINY_BALANCE_MAX_PAISE: Paise = paise(100);

export interface ForeclosureQuote {
  readonly asOf: BusinessDate;
  /** Unpaid parts of instalments already demanded. */
  readonly demandedPaise: Paise;
  /** Principal and fee of instalments not yet demanded, before the advance. */
  readonly principalPaise: Paise;
  readonly feePaise: Paise;
  /** Interest of the period under way, for the days gone by. */
  readonly accruedInterestPaise: Paise;
  readonly chargesPaise: Paise;
  /** Earmarks, subtracted. */
  readonly advancePaise: Paise;
  /** The amount that closes the loan today. */
  readonly amountPaise: Paise;
  /** Money held beyond everything owed. */
  readonly refundPaise: Paise;
}

/**
 * The accrued interest of an instalment not yet demanded, for the days of its period gone by.
 * Rule: LEND-9, LEND-A1
 */
export function accruedOfInstalment(loan: DatedLoan, instalment: InstalmentState, asOf: BusinessDate): Paise {
  const { interestPaise, dueOn } = instalment;
  return accruedAtOpening({ interestPaise, dueOn, startOn: accrualStart(loan, instalment) }, asOf);
}

/**
 * The foreclosure amount of a day, valid to the end of that day, in paise; a debit that comes back on it adds its charge, which has no
 * instant. Closing costs no charge; the service fee is
 * not refunded.
 * Rule: LEND-9
 * @throws RangeError when the day is before the loan began
 */
export function foreclosureQuote(loan: DatedLoan, asOf: BusinessDate): ForeclosureQuote {
  if (asOf < loan.anchorOn) throw new RangeError('The loan had not begun on that day');
  const demanded = loan.instalments.filter((instalment) => isDemanded(instalment, asOf));
  const later = loan.instalments.filter((instalment) => !isDemanded(instalment, asOf));
  const demandedPaise = sumPaise(demanded.map((instalment) => unpaidOfInstalment(instalment)));
  const principalPaise = sumPaise(later.map((instalment) => instalment.principalPaise));
  const feePaise = sumPaise(later.map((instalment) => instalment.feePaise));
  const accruedInterestPaise = sumPaise(
    later.map((instalment) => accruedOfInstalment(loan, instalment, asOf)),
  );
  // A replay may know a charge of a later day.
  const chargesPaise = unpaidCharges(loan.charges.filter(({ leviedOn }) => leviedOn <= asOf));
  const advancePaise = sumPaise(later.map((instalment) => paidOfInstalment(instalment)));
  const owed = sumPaise([demandedPaise, principalPaise, feePaise, accruedInterestPaise, chargesPaise]);
  return {
    asOf,
    demandedPaise,
    principalPaise,
    feePaise,
    accruedInterestPaise,
    chargesPaise,
    advancePaise,
    amountPaise: maxPaise(ZERO_PAISE, subtractPaise(owed, advancePaise)),
    refundPaise: maxPaise(ZERO_PAISE, subtractPaise(advancePaise, owed)),
  };
}

export type ForeclosureSettlement =
  | { readonly closes: true; readonly waivedPaise: Paise; readonly excessPaise: Paise }
  | { readonly closes: false; readonly shortPaise: Paise };

/**
 * Compares a repayment with the foreclosure quote of its value date: at least the quote closes the loan and the rest is
 * refundable; a shortfall of at most ₹10 is waived.
 * Rule: LEND-9
 */
export function settleForeclosure(quote: ForeclosureQuote, amountPaise: Paise): ForeclosureSettlement {
  const short = subtractPaise(quote.amountPaise, amountPaise);
  if (short > FORECLOSURE_WAIVER_MAX_PAISE) return { closes: false, shortPaise: short };
  return {
    closes: true,
    waivedPaise: maxPaise(ZERO_PAISE, short),
    excessPaise: addPaise(quote.refundPaise, maxPaise(ZERO_PAISE, paise(-short))),
  };
}

/** True when what is left after the last due date is small enough to waive. Rule: LEND-9 */
export function isTinyBalance(outstandingPaise: Paise, lastDueOn: BusinessDate, asOf: BusinessDate): boolean {
  return asOf > lastDueOn && outstandingPaise > 0 && outstandingPaise <= TINY_BALANCE_MAX_PAISE;
}
