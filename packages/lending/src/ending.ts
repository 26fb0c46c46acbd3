import { type BusinessDate, unpaidOfCharge, unpaidOfInstalment, ZERO_PAISE } from '@mohlat/money';
import type { Loan } from './borrower.ts';
import { type Decision, NOTHING } from './decision.ts';
import { allowanceMoved } from './loan-journals.ts';

/** True where every instalment was demanded and is covered, and every charge through a day too: a replay may know one of a later day. */
export function isPaidUp(
  { instalments, charges }: Pick<Loan, 'instalments' | 'charges'>,
  on: BusinessDate,
): boolean {
  return (
    instalments.every((one) => one.isDemanded && unpaidOfInstalment(one) <= 0) &&
    charges.every((one) => one.leviedOn > on || unpaidOfCharge(one) <= 0)
  );
}

/** Closes a loan that is paid up on a day, and tells the borrower. */
export function closeUnowed(loan: Loan, on: BusinessDate): Decision {
  const released = releaseAllowance(loan, on);
  return {
    journals: released.journals,
    changes: [{ change: 'loan_ended', loanId: loan.id, on, status: 'closed' }, ...released.changes],
    notices: [{ notice: 'nothing_owed_any_more', loanId: loan.id }],
  };
}

/** Releases the loss allowance of a loan that ends. Rule: LEND-16 journal 25 */
export function releaseAllowance(loan: Loan, on: BusinessDate): Decision {
  if (loan.allowancePaise === 0) return NOTHING;
  return {
    ...NOTHING,
    journals: [allowanceMoved(loan, on, -loan.allowancePaise, 'ecl released')],
    changes: [{ change: 'allowance_set', loanId: loan.id, amountPaise: ZERO_PAISE }],
  };
}
