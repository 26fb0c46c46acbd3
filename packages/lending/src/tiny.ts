import { type BusinessDate, latestOf, sumPaise } from '@mohlat/money';
import { isTinyBalance } from './foreclosure.ts';
import { loanAfter } from './after.ts';
import type { Loan } from './borrower.ts';
import { type Decision, NOTHING, together } from './decision.ts';
import { closeUnowed, isPaidUp } from './ending.ts';
import { tinyWaived } from './loan-journals.ts';
import { waivable } from './waivable.ts';

/**
 * After the last due date, what is left of a loan and is too little to ask for is let off at the opening of a day; the loan
 * closes when nothing else is left, and what was held against its loss goes back.
 * Rule: LEND-9 (tiny balances), LEND-16 journals 22 and 25
 */
export function waiveTiny(loan: Loan, day: BusinessDate): Decision {
  const lastDueOn = latestOf(loan.instalments.map(({ dueOn }) => dueOn));
  if (lastDueOn === undefined || day <= lastDueOn) return NOTHING;
  const parts = waivable(loan, day);
  const left = sumPaise(parts.map(({ amountPaise }) => amountPaise));
  if (!isTinyBalance(left, lastDueOn, day)) return NOTHING;
  const waived: Decision = {
    ...NOTHING,
    journals: [tinyWaived(loan, day, parts)],
    changes: [{ change: 'balance_waived', loanId: loan.id, on: day, parts }],
  };
  const rest = loanAfter(loan, waived.changes);
  return isPaidUp(rest) ? together([waived, closeUnowed(rest, day)]) : waived;
}
