import { accruedAtClose, type BusinessDate, type Paise, subtractPaise, sumPaise } from '@mohlat/money';
import type { Instalment, Loan } from './borrower.ts';

/**
 * The interest that a loan has earned through the close of a day and that is not demanded yet, in paise: the balance of the
 * account of accrued interest once that day is posted. An overdue instalment earns no more.
 * Rule: LEND-A1, LEND-A3, LEND-A4
 */
export function accruedTo({ instalments }: Pick<Loan, 'instalments'>, day: BusinessDate): Paise {
  // A period that begins later has earned no interest yet.
  const open = instalments.filter(({ isDemanded, startOn }) => !isDemanded && startOn <= day);
  return sumPaise(open.map((one) => accruedAtClose(periodOf(one), day)));
}

/**
 * The interest that a loan has earned since its last closed day, through the close of another, in paise. The close of
 * that day posts it. Days that bring only interest are posted together; the sum is that of the single days.
 * Rule: LEND-A1
 */
export function accruedSince(loan: Pick<Loan, 'instalments' | 'closedThroughOn'>, day: BusinessDate): Paise {
  return subtractPaise(accruedTo(loan, day), accruedTo(loan, loan.closedThroughOn));
}

function periodOf({ interestPaise, startOn, dueOn }: Instalment) {
  return { interestPaise, startOn, dueOn };
}
