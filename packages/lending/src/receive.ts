import { addPaise, type Paise, paise, subtractPaise } from '@mohlat/money';
import { agreedRestOf } from './agreement.ts';
import { type Borrower, isOwed, type Loan } from './borrower.ts';
import { type Decision, type RowChange, together } from './decision.ts';
import { releaseAllowance } from './ending.ts';
import { settlement } from './receive-closing.ts';
import { exit } from './receive-exit.ts';
import { debit, excessOnly, repayment } from './receive-in-order.ts';
import { partPrepayment } from './receive-part.ts';
import { recovery } from './receive-recovery.ts';
import { clearingOf, type Money, type Outcome, type Share, sumOf } from './received.ts';

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
