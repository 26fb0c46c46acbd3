import {
  addDays,
  type BusinessDate,
  istDayBounds,
  type Paise,
  sumPaise,
  unpaidOfCharge,
  unpaidOfInstalment,
  ZERO_PAISE,
} from '@mohlat/money';
import { after } from './after.ts';
import { type Borrower, isLive, type Loan } from './borrower.ts';
import type { DayFacts } from './close-day.ts';
import { foresee } from './foresee.ts';
import { type Proposal, proposedLoan } from './proposed.ts';
import { closingQuote } from './quotes.ts';
import { receipt } from './receive.ts';
import type { Money } from './received.ts';

/** A course of repayment: each instalment on its day, each some days late, or everything before the first one. */
export const COURSES = ['on_time', 'late', 'early'] as const;
export type Course = (typeof COURSES)[number];

/** Days after its due date on which the late course pays. */
export const LATE_BY_DAYS = 10;
/** Days after the loan's first on which the early course closes it. */
export const EARLY_AFTER_DAYS = 15;

/** A payment of a course, and the rest after it. */
export interface CourseStep {
  readonly on: BusinessDate;
  readonly paidPaise: Paise;
  /** The late charges in it. */
  readonly chargesPaise: Paise;
  /** The rest of the schedule after it. */
  readonly leftPaise: Paise;
}

/** An ordinary day: no outage of ours, and no loss allowance, which a person never sees. */
const ORDINARY: DayFacts = {
  wereChannelsDown: false,
  lossRates: { earlyBps: 0, lateBps: 0, npaBps: 0 },
};
const HALF_DAY_MS = 12 * 60 * 60 * 1000;

/**
 * Plays a loan that is not booked yet to its end: each of its days is closed and each payment is received by the rules that
 * book them. The sum of the steps is what it comes to. Amounts are paise, days Indian business dates.
 * Rule: LEND-B2, LEND-L2, LEND-L3, LEND-9
 */
export function foreseeCourse(proposal: Proposal, course: Course): CourseStep[] {
  let borrower: Borrower = {
    userId: 'a reader of a quote',
    usedPaise: proposal.billPaise,
    blocks: [],
    loans: [proposedLoan(proposal)],
  };
  const steps: CourseStep[] = [];
  for (const on of paymentDays(proposal, course)) {
    borrower = foresee(borrower, addDays(on, -1), () => ORDINARY).borrower;
    const loan = loanOf(borrower);
    const chargesPaise = sumPaise(loan.charges.map((one) => unpaidOfCharge(one)));
    const paidPaise = amountOf(loan, course, on, chargesPaise);
    const { changes } = receipt(borrower, moneyOf(loan, on, paidPaise));
    borrower = after(borrower, changes);
    steps.push({ on, paidPaise, chargesPaise, leftPaise: leftOf(loanOf(borrower)) });
  }
  return steps;
}

function paymentDays({ rows, lentOn }: Proposal, course: Course): BusinessDate[] {
  switch (course) {
    case 'on_time':
      return rows.map((row) => row.dueOn);
    case 'late':
      return rows.map((row) => addDays(row.dueOn, LATE_BY_DAYS));
    case 'early':
      return [addDays(lentOn, EARLY_AFTER_DAYS)];
  }
}

function loanOf({ loans: [loan] }: Borrower): Loan {
  if (loan === undefined) throw new RangeError('There is no loan to foresee');
  return loan;
}

function amountOf(loan: Loan, course: Course, on: BusinessDate, chargesPaise: Paise): Paise {
  if (course === 'early') return closingQuote(loan, on).totalPaise;
  const demanded = loan.instalments.filter((one) => one.isDemanded);
  return sumPaise([...demanded.map((one) => unpaidOfInstalment(one)), chargesPaise]);
}

/** The unpaid rest of a loan; zero once it has ended, although part of the schedule was never demanded. */
function leftOf(loan: Loan): Paise {
  return isLive(loan) ? sumPaise(loan.instalments.map((one) => unpaidOfInstalment(one))) : ZERO_PAISE;
}

function moneyOf(loan: Loan, on: BusinessDate, amountPaise: Paise): Money {
  return {
    repaymentId: `payment of ${on}`,
    loanId: loan.id,
    amountPaise,
    returnedPaise: ZERO_PAISE,
    receivedAt: istDayBounds(on).startMs + HALF_DAY_MS,
    valueOn: on,
    channel: 'checkout',
    intent: 'emi',
    onlyNumber: null,
    isCreditSource: false,
    providerPaymentRef: null,
  };
}
