import { minPaise, outstandingOf, type Paise, subtractPaise, ZERO_PAISE } from '@mohlat/money';
import { allocate } from './allocation.ts';
import type { Loan } from './borrower.ts';
import { datedOf } from './dated.ts';
import type { RowChange } from './decision.ts';
import { type Money, type Outcome, paidParts } from './received.ts';
import { recovered } from './receipt-journals.ts';

/**
 * Books money for a written-off loan: all of it is recovery income. The memo debt falls in the order principal, fee,
 * interest, charges. Once it is zero the loan is closed, or settled where an agreed lower sum has come in.
 * Rule: LEND-W3, LEND-16 journal 30
 */
export function recovery(loan: Loan, money: Money, agreedRestPaise: Paise | undefined): Outcome {
  const { repaymentId, amountPaise, valueOn } = money;
  const usedPaise = minPaise(amountPaise, agreedRestPaise ?? amountPaise);
  const { shares, excessPaise } = allocate({
    repaymentId,
    ...datedOf(loan),
    amountPaise: usedPaise,
    asOf: valueOn,
    npa: true,
  });
  const recoveredPaise = subtractPaise(usedPaise, excessPaise);
  const status = endOf(loan, recoveredPaise, agreedRestPaise);
  const ended: readonly RowChange[] =
    status === null ? [] : [{ change: 'loan_ended', loanId: loan.id, on: valueOn, status }];
  return {
    shares,
    excess: [{ repaymentId, amountPaise: subtractPaise(amountPaise, recoveredPaise) }],
    changes: [...paidParts(loan.id, shares), ...ended],
    // A written-off loan uses no part of the limit.
    freedPaise: ZERO_PAISE,
    journal: (arrived) => recovered(loan, arrived, recoveredPaise),
  };
}

function endOf(loan: Loan, recoveredPaise: Paise, agreedRestPaise: Paise | undefined) {
  if (recoveredPaise >= outstandingOf(loan)) return 'closed';
  return agreedRestPaise !== undefined && recoveredPaise >= agreedRestPaise ? 'settled' : null;
}
