import { accruedAtClose, type BusinessDate, type Paise, subtractPaise, sumPaise } from '@mohlat/money';
import type { Instalment, Loan } from './borrower.ts';

/**
 * The interest that a loan has earned through the close of a day and that is not demanded yet, in paise: the balance of the
 * account of accrued interest once that day is posted. An overdue instalment earns no more.
 * Rule: LEND-A1, LEND-A3, LEND-A4
 */
export function accruedTo({ instalments }: Pick<Loan, 'instalments'>, day: BusinessDate): Paise {
  // The interest of a period that begins later is nothing yet.
  const open = instalments.filter(({ isDemanded, startOn }) => !isDemanded && startOn <= day);
  return sumPaise(open.map((one) => accruedAtClose(periodOf(one), day)));
}

/**
 * The interest that a loan has earned since its last closed day, through the close of another, in paise: what is posted as that day is
 * closed. Days on which nothing else happens are posted together, and come to the sum of each.
 * Rule: LEND-A1
 */
export function accruedSince(loan: Pick<Loan, 'instalments' | 'closedThroughOn'>, day: BusinessDate): Paise {
  return subtractPaise(accruedTo(loan, day), accruedTo(loan, loan.closedThroughOn));
}

function periodOf({ interestPaise, startOn, dueOn }: Instalment) {
  return { interestPaise, startOn, dueOn };
}
