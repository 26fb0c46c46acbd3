import { type BusinessDate, chargeOverdueOn } from '@mohlat/money';
import type { Loan } from './borrower.ts';
import { isContested } from './contested.ts';
import { type Decision, NOTHING } from './decision.ts';
import { isFrozen } from './freeze.ts';
import { isInHardship } from './hardship.ts';
import { bounced } from './loan-journals.ts';

/**
 * Levies the charge for a debit that was returned for insufficient funds (journal 16), once for each instalment, by the
 * terms of the loan. A loan that is NPA, has ended, is in hardship or is frozen gets none, and none while a bank disputes a
 * repayment of it. The charge is a fact: taking the loan back to an earlier day leaves it standing.
 * Rule: LEND-L6, LEND-L7, LEND-16 journal 16, LEND-23, LEND-X10
 */
export function levyBounce(loan: Loan, number: number, day: BusinessDate): Decision {
  const amountPaise = loan.late.bouncePaise;
  const stands = loan.charges.some((one) => one.kind === 'bounce' && one.number === number);
  if (loan.status !== 'active' || amountPaise <= 0 || stands) return NOTHING;
  if (isInHardship(loan.hardships, day) || isContested(loan.disputes)) return NOTHING;
  if (isFrozen(loan.freezes, day)) return NOTHING;
  const overdueOn = chargeOverdueOn(
    day,
    loan.instalments.map(({ dueOn }) => dueOn),
  );
  const charge = { kind: 'bounce', number, lateDays: 0, leviedOn: day, overdueOn, amountPaise } as const;
  return {
    ...NOTHING,
    journals: [bounced(loan, charge, day)],
    changes: [{ change: 'charge_levied', loanId: loan.id, ...charge }],
  };
}
