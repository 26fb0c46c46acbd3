import { unpaidOfCharge, unpaidOfInstalment } from '@mohlat/money';
import { allocate } from './allocation.ts';
import { foreclosureQuote, settleForeclosure } from './foreclosure.ts';
import type { Loan } from './borrower.ts';
import { datedOf } from './dated.ts';
import { closing } from './receive-closing.ts';
import { coveredOf, type Money, type Outcome, paidParts, sumOf } from './received.ts';
import { repaid } from './receipt-journals.ts';

/**
 * Applies a repayment by the user's own act: at least the closing amount of the day closes the loan and the rest is
 * excess; otherwise instalments are covered in order, and money for later ones is held.
 * Rule: LEND-W2, LEND-9 (EMI, FORECLOSE)
 */
export function repayment(loan: Loan, money: Money): Outcome {
  const quote = foreclosureQuote(datedOf(loan), money.valueOn);
  return settleForeclosure(quote, money.amountPaise).closes ? closing(loan, money) : inOrder(loan, money);
}

/**
 * Applies a debit under a mandate to its own instalment; the rest is excess. It closes the loan only when no other amount
 * is owed by its day.
 * Rule: LEND-W4
 */
export function debit(loan: Loan, money: Money, onlyNumber: number): Outcome {
  const owesMore =
    loan.instalments.some((one) => one.number !== onlyNumber && unpaidOfInstalment(one) > 0) ||
    loan.charges.some((charge) => charge.leviedOn <= money.valueOn && unpaidOfCharge(charge) > 0);
  return owesMore ? inOrder(loan, money, onlyNumber) : repayment(loan, money);
}

/** Keeps money for a loan that takes none: all of it is excess. */
export function excessOnly(loan: Loan, { repaymentId, amountPaise }: Money): Outcome {
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
