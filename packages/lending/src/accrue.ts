import { accrualOfDay, accruedAtClose, type BusinessDate, type Paise, sumPaise } from '@mohlat/money';
import type { Instalment, Loan } from './borrower.ts';

/**
 * The interest that a loan has earned through the close of a day and that is not demanded yet, in paise: the balance of the
 * account of accrued interest once that day is posted. An overdue instalment earns no more.
 * Rule: LEND-A1, LEND-A3, LEND-A4
 */
export function accruedTo({ instalments }: Pick<Loan, 'instalments'>, day: BusinessDate): Paise {
  const open = instalments.filter(({ isDemanded }) => !isDemanded);
  return sumPaise(open.map((one) => accruedAtClose(periodOf(one), day)));
}

/**
 * The interest that a loan earns on a day, in paise: the step of the cumulative figure. Today it is posted every day; once it
 * is posted when it matters, `accruedTo` less what is posted takes its place.
 * Rule: LEND-A1
 */
export function accruedOn({ instalments }: Pick<Loan, 'instalments'>, day: BusinessDate): Paise {
  return sumPaise(instalments.map((one) => accrualOfDay(periodOf(one), day)));
}

function periodOf({ interestPaise, startOn, dueOn }: Instalment) {
  return { interestPaise, startOn, dueOn };
}
