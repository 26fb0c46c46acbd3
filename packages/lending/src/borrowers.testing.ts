import { addDays, type BusinessDate, businessDate, paise } from '@mohlat/money';
import { after } from './after.ts';
import type { Borrower, Instalment, Loan } from './borrower.ts';
import { closeDay, type DayFacts } from './close-day.ts';
import type { Decision } from './decision.ts';
import type { Journal } from './journals.ts';
import { newLoan } from './simulate/terms.ts';

// Builders for tests of the kernel; nothing here is exported from the package.

export const day = businessDate;

export const ORDINARY: DayFacts = {
  wereChannelsDown: false,
  lossRates: { earlyBps: 100, lateBps: 1_500, npaBps: 6_000 },
};

/** A loan on its first day: `count` instalments, one payment of `single`. Rule: LEND-26 */
export function aLoan(
  { billPaise = 1_500_000, anchor = '2027-01-15', count = 3, id = 'loan' } = {},
  change: Partial<Loan> = {},
): Loan {
  return {
    ...newLoan({ id, billPaise: paise(billPaise), count, disbursedOn: day(anchor) }),
    feeTax: { gstBps: 1_800, supplierState: '27', supplyState: '27', waived: [] },
    ...change,
  };
}

export function borrowerWith(...loans: readonly Loan[]): Borrower {
  const rows = loans.flatMap(({ instalments }) => instalments);
  const used = rows.reduce((sum, one) => sum + one.principalPaise - one.paidPrincipalPaise, 0);
  return { userId: 'user', usedPaise: paise(used), blocks: [], loans };
}

/** A borrower after some days, and the decisions of those days. */
export interface Lived {
  readonly borrower: Borrower;
  readonly journals: readonly Journal[];
  readonly changes: Decision['changes'];
}

/** Closes the days of a borrower from one to another, both included. */
export function live(
  borrower: Borrower,
  from: string,
  through: string,
  factsOf: (on: BusinessDate) => DayFacts = () => ORDINARY,
): Lived {
  let state = borrower;
  const journals: Journal[] = [];
  const changes: Decision['changes'][number][] = [];
  for (let on = day(from); on <= day(through); on = addDays(on, 1)) {
    const decided = closeDay(state, on, factsOf(on));
    state = after(state, decided.changes);
    journals.push(...decided.journals);
    changes.push(...decided.changes);
  }
  return { borrower: state, journals, changes };
}

/** The one loan of a borrower, or the first. */
export function loanOf({ loans }: Borrower): Loan {
  const [loan] = loans;
  if (loan === undefined) throw new Error('a borrower without loans');
  return loan;
}

/** The borrower with these parts of an instalment covered, as money from outside does it. */
export function withPaid(borrower: Borrower, number: number, paid: Partial<Instalment>): Borrower {
  const pay = (one: Instalment) => (one.number === number ? { ...one, ...paid } : one);
  return borrowerWith(...borrower.loans.map((loan) => ({ ...loan, instalments: loan.instalments.map(pay) })));
}

/** All lines of journals by account. */
export function sumsOf(journals: readonly Journal[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amountPaise } of journals.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + amountPaise;
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}
