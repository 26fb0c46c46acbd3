import { minPaise, type Paise, subtractPaise, sumPaise, ZERO_PAISE } from '@mohlat/money';
import { allocate } from './allocation.ts';
import type { Loan } from './borrower.ts';
import { datedOf } from './dated.ts';
import type { RowChange } from './decision.ts';
import { TINY_BALANCE_MAX_PAISE } from './foreclosure.ts';
import { type LetOff, letOff } from './let-off.ts';
import { type Money, type Outcome, paidParts } from './received.ts';
import { recovered } from './receipt-journals.ts';

/**
 * Books money for a written-off loan: all of it is recovery income. The memo debt falls in the order principal, fee,
 * interest, charges. Once it is zero or tiny the loan is closed: no close of a day comes that lets a tiny rest off, and a rail takes
 * none. Where an agreed lower sum has come in, it is settled. The rest is let off; the books hold none of it any more.
 * Rule: LEND-W3, LEND-9 (tiny balances), LEND-24 (settlement), LEND-16 journal 30
 */
export function recovery(loan: Loan, money: Money, agreedRestPaise: Paise | undefined): Outcome {
  const { repaymentId, amountPaise, valueOn } = money;
  const usedPaise = minPaise(amountPaise, agreedRestPaise ?? amountPaise);
  const { shares, short, excessPaise } = allocate({
    repaymentId,
    ...datedOf(loan),
    amountPaise: usedPaise,
    asOf: valueOn,
    npa: true,
  });
  const recoveredPaise = subtractPaise(usedPaise, excessPaise);
  const isSettled = agreedRestPaise !== undefined && recoveredPaise >= agreedRestPaise;
  const restPaise = sumPaise(short.map((one) => one.amountPaise));
  const status = restPaise <= TINY_BALANCE_MAX_PAISE ? 'closed' : isSettled ? 'settled' : null;
  const ended: readonly RowChange[] =
    status === null ? [] : [{ change: 'loan_ended', loanId: loan.id, on: valueOn, status }];
  const rest: LetOff = status === null ? { parts: [], charges: [] } : letOff(loan.id, repaymentId, short);
  return {
    shares,
    excess: [{ repaymentId, amountPaise: subtractPaise(amountPaise, recoveredPaise) }],
    changes: [...paidParts(loan.id, [...shares, ...rest.parts]), ...rest.charges, ...ended],
    // A written-off loan uses no part of the limit.
    freedPaise: ZERO_PAISE,
    journal: (arrived) => recovered(loan, arrived, recoveredPaise),
  };
}
