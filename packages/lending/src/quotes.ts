import {
  addPaise,
  type BusinessDate,
  maxPaise,
  outstandingOf,
  type Paise,
  paidOfInstalment,
  subtractPaise,
  sumPaise,
  unpaidComponent,
  ZERO_PAISE,
} from '@mohlat/money';
import { isLive, type Loan } from './borrower.ts';
import { coolingOffEndsOn } from './cooling-off.ts';
import { datedOf, type Schedule } from './dated.ts';
import { foreclosureQuote, settleForeclosure } from './foreclosure.ts';
import { type PartPrepayment, type PartPrepaymentRefusal, planPartPrepayment } from './part-prepayment.ts';
import { RAIL_MIN_PAISE } from './rail-min.ts';
import { type ExitCharge, exitCharge, type Leavable } from './receive-exit.ts';

/*
 * Quotes that a person sees before they pay, by the functions that book the payment. Amounts are paise; each quote is
 * about the loan as it stands on the asked day.
 */

/**
 * Finds the loan to quote among loans whose open days were closed in memory. Undefined where such a day ended it: an amount too
 * little to ask for is let off, and is quoted no more.
 * Rule: LEND-9, LEND-B2
 */
export function quotableLoan(loans: readonly Loan[], loanId: string): Loan | undefined {
  return loans.find((one) => one.id === loanId && isLive(one));
}

/** The amount that closes a loan on a day, and its parts. Rule: LEND-9 */
export interface ClosingQuote {
  readonly principalPaise: Paise;
  readonly feePaise: Paise;
  readonly interestPaise: Paise;
  readonly chargesPaise: Paise;
  /** Money held for instalments, subtracted. */
  readonly advancePaise: Paise;
  readonly totalPaise: Paise;
  /** Interest of days to come, which is not owed. */
  readonly savingPaise: Paise;
}

/**
 * Quotes the amount that closes a loan on a day; it holds to the end of that day, but for the charge of a debit that comes back on it.
 * Rule: LEND-9 (FORECLOSE)
 * @throws RangeError when the day is before the loan began
 */
export function closingQuote(loan: Schedule, on: BusinessDate): ClosingQuote {
  const quote = foreclosureQuote(datedOf(loan), on);
  const demanded = loan.instalments.filter(({ isDemanded }) => isDemanded);
  const unpaid = (component: 'principal' | 'fee' | 'interest') =>
    sumPaise(demanded.map((one) => unpaidComponent(one, component)));
  return {
    principalPaise: addPaise(unpaid('principal'), quote.principalPaise),
    feePaise: addPaise(unpaid('fee'), quote.feePaise),
    interestPaise: addPaise(unpaid('interest'), quote.accruedInterestPaise),
    chargesPaise: quote.chargesPaise,
    advancePaise: quote.advancePaise,
    totalPaise: quote.amountPaise,
    savingPaise: maxPaise(ZERO_PAISE, subtractPaise(outstandingOf(loan), quote.amountPaise)),
  };
}

/**
 * True where an amount on a day repays a loan: what is short of it is let off with every closing. An agreed lower sum of so much
 * lets nobody off anything.
 * Rule: LEND-9 (FORECLOSE), LEND-24 (settlement)
 * @throws RangeError when the day is before the loan began
 */
export function isRepaidBy(loan: Schedule, amountPaise: Paise, on: BusinessDate): boolean {
  return settleForeclosure(foreclosureQuote(datedOf(loan), on), amountPaise).closes;
}

/**
 * Plans the coming instalments after an amount is paid early on a day, at the loan's own rate.
 * Rule: LEND-9 (PART_PREPAY)
 */
export function partPlan(
  loan: Schedule & { readonly sold: Pick<Loan['sold'], 'annualRateBps'> },
  amountPaise: Paise,
  on: BusinessDate,
): PartPrepayment {
  return planPartPrepayment({ loan: datedOf(loan), rateBps: loan.sold.annualRateBps, amountPaise, asOf: on });
}

/** The changes by a part-prepayment. */
export interface PartQuote extends Extract<PartPrepayment, { isAccepted: true }> {
  /** The amount of the next instalment, before and after. */
  readonly instalmentBeforePaise: Paise;
  readonly instalmentAfterPaise: Paise;
  /** Interest that is no longer owed. */
  readonly savingPaise: Paise;
}

/** Quotes a part-prepayment on a day, or answers why it is refused. Rule: LEND-9 (PART_PREPAY) */
export function partQuote(
  loan: Schedule & { readonly sold: Pick<Loan['sold'], 'annualRateBps'> },
  amountPaise: Paise,
  on: BusinessDate,
): PartQuote | { readonly isAccepted: false; readonly reason: PartPrepaymentRefusal } {
  const plan = partPlan(loan, amountPaise, on);
  if (!plan.isAccepted) return plan;
  const before = loan.instalments.filter(({ isDemanded }) => !isDemanded);
  const interest = sumPaise(before.map((one) => one.interestPaise));
  const interestLeft = sumPaise([plan.accruedInterestPaise, ...plan.rows.map((row) => row.interestPaise)]);
  const [next] = before;
  return {
    ...plan,
    instalmentBeforePaise: next
      ? sumPaise([next.principalPaise, next.feePaise, next.interestPaise])
      : ZERO_PAISE,
    instalmentAfterPaise: plan.rows[0]?.amountPaise ?? ZERO_PAISE,
    savingPaise: maxPaise(ZERO_PAISE, subtractPaise(interest, interestLeft)),
  };
}

export interface ExitQuote extends ExitCharge {
  /** The last day of the window, to its end in India. */
  readonly untilOn: BusinessDate;
  /** The amount to pay, less earlier repayments. */
  readonly amountPaise: Paise;
  /** The part of that amount and of earlier repayments that goes back. */
  readonly refundPaise: Paise;
}

/**
 * Quotes the cooling-off exit on a day: the bill and the charge for the days used, less earlier repayments. Undefined
 * once the window is over, and before the loan began.
 * Rule: LEND-8
 */
export function exitQuote(loan: Schedule & Leavable, on: BusinessDate): ExitQuote | undefined {
  const { sold, disbursedOn: anchorOn, bookedOn, instalments } = loan;
  const charge = exitCharge(loan, on);
  if (!charge) return undefined;
  // A part paid early made the bill smaller.
  const billPaise = sumPaise(instalments.map((one) => one.principalPaise));
  const repaid = sumPaise(instalments.map((one) => paidOfInstalment(one)));
  const owed = addPaise(billPaise, charge.chargeLeftPaise);
  // A person who has repaid the bill already pays the least there is, and it is refunded with the rest.
  const amountPaise = maxPaise(RAIL_MIN_PAISE, subtractPaise(owed, repaid));
  return {
    ...charge,
    untilOn: coolingOffEndsOn({ anchorOn, bookedOn, windowDays: sold.coolingOffDays }),
    amountPaise,
    refundPaise: subtractPaise(addPaise(repaid, amountPaise), owed),
  };
}
