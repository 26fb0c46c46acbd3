import {
  addPaise,
  type Paise,
  paise,
  type ScheduleRow,
  subtractPaise,
  unpaidOfCharge,
  unpaidOfInstalment,
} from '@mohlat/money';
import { agreedRestOf } from './agreement.ts';
import { allocate } from './allocation.ts';
import { type Borrower, isOwed, type Loan } from './borrower.ts';
import { datedOf } from './dated.ts';
import { type Decision, type NewInstalment, type RowChange, together } from './decision.ts';
import { releaseAllowance } from './ending.ts';
import { foreclosureQuote, settleForeclosure } from './foreclosure.ts';
import { partPlan } from './quotes.ts';
import { partPrepaid, repaid } from './receipt-journals.ts';
import { closing, settlement } from './receive-closing.ts';
import { exit } from './receive-exit.ts';
import { recovery } from './receive-recovery.ts';
import { clearingOf, coveredOf, type Money, type Outcome, paidParts, type Share, sumOf } from './received.ts';

/** The refusal of money from a credit card or a credit line, which never repays a loan. */
export const CREDIT_SOURCE = 'credit_source_refused';

/**
 * Decides the effect of a receipt on a loan whose days are closed up to the eve of its value date: which parts it covers,
 * how much is held or goes back, whether the loan ends. Money that went back to its payer no longer covers a part.
 * Rule: LEND-S4, LEND-W2 to LEND-W8, LEND-8, LEND-9, LEND-24, LEND-16 journals 13, 14, 18, 19, 20, 24, 27, 30 and 32
 * @throws RangeError when the loan is not one of the borrower's
 */
export function receipt(borrower: Borrower, money: Money): Decision {
  const loan = borrower.loans.find(({ id }) => id === money.loanId);
  if (loan === undefined) throw new RangeError('Money is for a loan of the borrower');
  const isShared = isOwed(loan) && !money.isCreditSource && money.returnedPaise < money.amountPaise;
  if (!isShared) return decided(loan, money, excessOnly(loan, money));
  const { repaymentId, returnedPaise } = money;
  const outcome = outcomeOf(loan, { ...money, amountPaise: subtractPaise(money.amountPaise, returnedPaise) });
  const excess = [...outcome.excess, { repaymentId, amountPaise: returnedPaise }];
  return decided(loan, money, { ...outcome, excess });
}

/**
 * The outcome by the wish of the person: money for a cancellation cancels if it was debited in time; money for smaller
 * instalments makes them smaller if the day allows it. All other money repays in order. A debit under a mandate pays its
 * one instalment.
 */
function outcomeOf(loan: Loan, money: Money): Outcome {
  const agreedRest = agreedRestOf(loan, money);
  if (loan.status === 'written_off') return recovery(loan, money, agreedRest);
  const settled = agreedRest === undefined ? undefined : settlement(loan, money, agreedRest);
  if (settled) return settled;
  if (money.onlyNumber !== null) return debit(loan, money, money.onlyNumber);
  return wished(loan, money) ?? repayment(loan, money);
}

function wished(loan: Loan, money: Money): Outcome | undefined {
  switch (money.intent) {
    case 'exit':
      return exit(loan, money);
    case 'part_prepay':
      return partPrepayment(loan, money);
    case 'emi':
      return undefined;
  }
}

/**
 * Applies a repayment by the user's own act: at least the closing amount of the day closes the loan and the rest is
 * excess; otherwise instalments are covered in order, and money for later ones is held.
 * Rule: LEND-W2, LEND-9 (EMI, FORECLOSE)
 */
function repayment(loan: Loan, money: Money): Outcome {
  const quote = foreclosureQuote(datedOf(loan), money.valueOn);
  return settleForeclosure(quote, money.amountPaise).closes ? closing(loan, money) : inOrder(loan, money);
}

/**
 * Applies a debit under a mandate to its own instalment; the rest is excess. It closes the loan only when no other amount
 * is owed by its day.
 * Rule: LEND-W4
 */
function debit(loan: Loan, money: Money, onlyNumber: number): Outcome {
  const owesMore =
    loan.instalments.some((one) => one.number !== onlyNumber && unpaidOfInstalment(one) > 0) ||
    loan.charges.some((charge) => charge.leviedOn <= money.valueOn && unpaidOfCharge(charge) > 0);
  return owesMore ? inOrder(loan, money, onlyNumber) : repayment(loan, money);
}

/** Keeps money for a loan that takes none: all of it is excess. */
function excessOnly(loan: Loan, { repaymentId, amountPaise }: Money): Outcome {
  const nothing = coveredOf([]);
  return {
    shares: [],
    excess: [{ repaymentId, amountPaise }],
    changes: [],
    freedPaise: nothing.principal,
    journal: (arrived) => repaid(loan, arrived, nothing, nothing.principal),
  };
}

function inOrder(loan: Loan, money: Money, onlyNumber?: number): Outcome {
  const { repaymentId, amountPaise, valueOn } = money;
  const { instalments, charges } = datedOf(loan);
  const { shares, excessPaise } = allocate({
    repaymentId,
    instalments,
    // A replay may know a charge of a later day, which could not be paid yet.
    charges: charges.filter((charge) => charge.leviedOn <= valueOn),
    amountPaise,
    asOf: valueOn,
    npa: loan.status === 'npa',
    ...(onlyNumber === undefined ? {} : { onlyNumber }),
  });
  const covered = coveredOf(shares.filter(({ isEarmark }) => !isEarmark));
  const heldPaise = sumOf(shares.filter(({ isEarmark }) => isEarmark));
  return {
    shares,
    excess: [{ repaymentId, amountPaise: excessPaise }],
    changes: paidParts(loan.id, shares),
    freedPaise: coveredOf(shares).principal,
    journal: (arrived) => repaid(loan, arrived, covered, heldPaise),
  };
}

/**
 * Applies a part-prepayment: the interest of the period so far, then the bill; the coming instalments get a new schedule.
 * Undefined when it is refused on the value date of the money: the money then repays in order.
 * Rule: LEND-9 (PART_PREPAY), LEND-16 journal 18
 */
function partPrepayment(loan: Loan, money: Money): Outcome | undefined {
  const { repaymentId, amountPaise, valueOn } = money;
  const plan = partPlan(loan, amountPaise, valueOn);
  if (!plan.isAccepted) return undefined;
  const { accruedInterestPaise: interestPaise, principalPaidPaise: principalPaise, rows } = plan;
  // The shares belong to no instalment, because the new version of the schedule says what each owes.
  const beside = { repaymentId, number: null, chargeId: null, isEarmark: false } as const;
  return {
    shares: [
      { ...beside, component: 'interest', amountPaise: interestPaise },
      { ...beside, component: 'principal', amountPaise: principalPaise },
    ],
    excess: [],
    changes: [
      {
        change: 'schedule_replaced',
        loanId: loan.id,
        repaymentId,
        on: valueOn,
        rows: rows.map((row, index) => newInstalment(row, rows[index - 1]?.dueOn ?? valueOn)),
      },
    ],
    freedPaise: principalPaise,
    journal: (arrived) => partPrepaid(loan, arrived, { interestPaise, principalPaise }),
  };
}

/** Interest of the first row begins on the day of the money, interest of the others on the due date before. */
function newInstalment(
  { number, dueOn, principalPaise, feePaise, interestPaise }: ScheduleRow,
  startOn: NewInstalment['startOn'],
): NewInstalment {
  return { number, startOn, dueOn, principalPaise, feePaise, interestPaise };
}

function decided(loan: Loan, money: Money, outcome: Outcome): Decision {
  const { repaymentId, receivedAt, valueOn: on, amountPaise, providerPaymentRef } = money;
  const excess = outcome.excess.filter((one) => one.amountPaise > 0);
  const shares = outcome.shares.filter((one) => one.amountPaise > 0);
  const arrived = {
    repaymentId,
    on,
    from: clearingOf(money.channel),
    amountPaise,
    excessPaise: sumOf(excess),
  };
  const settled: RowChange = {
    change: 'repayment_settled',
    loanId: loan.id,
    repaymentId,
    receivedAt,
    valueOn: on,
    providerPaymentRef,
    failureReason: money.isCreditSource ? CREDIT_SOURCE : null,
  };
  const written = [...shares, ...excess.map((one) => asExcess(one))].map((share): RowChange => ({
    change: 'allocation_written',
    loanId: loan.id,
    writtenBy: repaymentId,
    ...share,
  }));
  const isReleased = (change: RowChange) => change.change === 'earmarks_released';
  const whole: Decision = {
    journals: [outcome.journal(arrived)],
    changes: [
      settled,
      ...outcome.changes.filter((change) => isReleased(change)),
      ...written,
      ...paidCharges(loan.id, shares),
      ...outcome.changes.filter((change) => !isReleased(change)),
      ...freed(loan.id, outcome.freedPaise),
    ],
    notices: [],
  };
  const hasEnded = outcome.changes.some(({ change }) => change === 'loan_ended');
  return hasEnded ? together([whole, releaseAllowance(loan, on)]) : whole;
}

function asExcess({ repaymentId, amountPaise }: Pick<Share, 'repaymentId' | 'amountPaise'>) {
  return {
    repaymentId,
    number: null,
    chargeId: null,
    component: 'excess',
    amountPaise,
    isEarmark: false,
  } as const;
}

function paidCharges(loanId: string, shares: readonly Share[]): RowChange[] {
  const sums = new Map<string, Paise>();
  for (const { chargeId, amountPaise } of shares)
    if (chargeId !== null) sums.set(chargeId, addPaise(sums.get(chargeId) ?? paise(0), amountPaise));
  return [...sums].map(([chargeId, amountPaise]) => ({
    change: 'charge_paid',
    loanId,
    chargeId,
    amountPaise,
  }));
}

function freed(loanId: string, amountPaise: Paise): RowChange[] {
  return amountPaise === 0 ? [] : [{ change: 'limit_freed', loanId, amountPaise }];
}
