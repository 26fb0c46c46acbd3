import {
  type BusinessDate,
  type Paise,
  paise,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
} from '@mohlat/money';
import { accruedTo } from './accrue.ts';
import type { Loan } from './borrower.ts';
import type { Unreceived } from './loan-journals.ts';

/**
 * Interest and charges that a loan has earned by the close of a day and did not receive, in paise. For an NPA loan this
 * is the balance in suspense; for any other loan it is income.
 * Rule: LEND-D4, LEND-I06
 */
export function unreceivedOf(loan: Loan, day: BusinessDate): Unreceived {
  const demanded = loan.instalments.filter(({ isDemanded }) => isDemanded);
  const due = sumPaise(demanded.map((one) => unpaidComponent(one, 'interest')));
  const ofKind = (kind: 'penal' | 'bounce') =>
    sumPaise(loan.charges.filter((one) => one.kind === kind).map((one) => unpaidOfCharge(one)));
  return {
    interestPaise: paise(due + accruedTo(loan, day)),
    penalPaise: ofKind('penal'),
    bouncePaise: ofKind('bounce'),
  };
}

/**
 * Bill and fee that a loan owes in the books, in paise: the unpaid amounts, and the amounts that held money will cover on
 * their due date.
 * Rule: LEND-I04, LEND-I05
 */
export function financedLeft({ instalments, earmarks }: Pick<Loan, 'instalments' | 'earmarks'>): Paise {
  const uncovered = instalments.flatMap((one) => [
    unpaidComponent(one, 'principal'),
    unpaidComponent(one, 'fee'),
  ]);
  const held = earmarks.filter(({ component }) => component !== 'interest').map((one) => one.amountPaise);
  return sumPaise([...uncovered, ...held]);
}
