import { addDays, type BusinessDate, paise, sumPaise, unpaidOfInstalment } from '@mohlat/money';
import { expect } from 'vitest';
import { after } from './after.ts';
import type { Borrower, Loan } from './borrower.ts';
import { aLoan, borrowerWith, day, live, loanOf, sumsOf } from './borrowers.testing.ts';
import type { Decision, RowChange } from './decision.ts';
import type { Journal } from './journals.ts';
import { loanBooked } from './loan-booked.ts';
import { keptInMemory } from './memory.testing.ts';
import { receipt } from './receive.ts';
import type { Money } from './received.ts';
import { standingOn } from './standing-on.ts';

// Builders for tests of back-dating; nothing here is exported from the package.

/**
 * Journals before which interest need not be posted. A close books them after it, and a bounce stands when the days before it are
 * replayed.
 */
const POST_NOTHING: ReadonlySet<string> = new Set(['ecl', 'npa', 'npa_upgrade', 'bounce']);

/** The standing journals without the ids of rows; interest as its sum between two events of a loan. */
export function booksOf(journals: readonly Journal[]): string[] {
  const rest = journals.filter(({ kind }) => kind !== 'accrual');
  const interest = new Map<string, number>();
  for (const { loanId, effectiveOn, lines } of journals.filter(({ kind }) => kind === 'accrual')) {
    const until = rest
      .filter((one) => one.loanId === loanId && one.effectiveOn > effectiveOn && !POST_NOTHING.has(one.kind))
      .map((one) => one.effectiveOn)
      .toSorted()
      .at(0);
    for (const { account, amountPaise } of lines) {
      const key = `accrual ${loanId} before ${until} ${account}`;
      interest.set(key, (interest.get(key) ?? 0) + amountPaise);
    }
  }
  return [...linesOf(rest), ...[...interest].map(([key, amountPaise]) => `${key} ${amountPaise}`)].toSorted();
}

function linesOf(journals: readonly Journal[]): string[] {
  return journals
    .map(({ kind, loanId, effectiveOn, lines }) =>
      [kind, loanId, effectiveOn, ...lines.map((one) => `${one.account} ${one.amountPaise}`).toSorted()].join(
        ' ',
      ),
    )
    .toSorted();
}

/** The standing of a loan on each closed day, without the facts behind it. */
function daysOf(loan: Loan): unknown[] {
  const days = [];
  for (let on = loan.disbursedOn; on <= loan.closedThroughOn; on = addDays(on, 1))
    days.push(standingOn(loan, on));
  return days;
}

/** The loans as they stand, without row ids and facts known only of a loan that was taken back. */
export function loansOf({ loans, usedPaise }: Borrower) {
  const nameless = loans.map(({ charges, instalments, ...loan }) => ({
    ...loan,
    nextOn: null,
    standings: daysOf({ ...loan, charges, instalments }),
    rewoundCount: 0,
    reversedCharges: [],
    noNewPenalThroughOn: null,
    charges: charges
      .map((one) => ({ ...one, id: '' }))
      .toSorted((a, b) => a.number - b.number || a.lateDays - b.lateDays),
    instalments: instalments.map((one) => ({ ...one, id: '' })).toSorted((a, b) => a.number - b.number),
    receipts: loan.receipts.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    earmarks: loan.earmarks.map((one) => JSON.stringify(one)).toSorted(),
  }));
  return { usedPaise, loans: nameless };
}

export const FIRST = day('2027-01-15');

/** A loan of three instalments of ₹15,000, with its first day open. */
export function lent(count = 3) {
  const loan = aLoan({ count });
  const { id: loanId, sold, feeTax } = loan;
  const booked = loanBooked({
    loanId,
    bookedOn: loan.disbursedOn,
    billPaise: sold.billPaise,
    feePaise: sold.feePaise,
    gstBps: feeTax.gstBps,
    supply: feeTax,
  });
  const kept = keptInMemory(borrowerWith(loan));
  kept.learn(kept.borrower(), [booked]);
  return kept;
}

export type Kept = ReturnType<typeof lent>;

export function closeThrough(kept: Kept, on: string): void {
  for (let next = addDays(loanOf(kept.borrower()).closedThroughOn, 1); next <= on; next = addDays(next, 1))
    kept.close(next);
}

export const at = (on: string) => Date.parse(`${on}T07:00:00Z`);

export interface Happening {
  readonly on: string;
  readonly let: (kept: Kept) => void;
}

/** One life in two ways: with money heard of at once, and with it heard of in the morning of a later day. */
export function bothWays(
  first: () => Kept,
  late: Money,
  heardOn: string,
  through: string,
  story: readonly Happening[],
) {
  const lived = (isLate: boolean) => {
    const kept = first();
    for (let on = day(loanOf(kept.borrower()).disbursedOn); on <= through; on = addDays(on, 1)) {
      if (isLate && on === heardOn) kept.rebook({ news: 'received', money: late }, late.valueOn, on);
      for (const one of story) if (one.on === on) one.let(kept);
      if (!isLate && on === late.valueOn) kept.pay(late);
      kept.close(on);
    }
    return { kept, books: booksOf(kept.journals()), loans: loansOf(kept.borrower()) };
  };
  const [atOnce, later] = [lived(false), lived(true)];
  expect(later.books).toEqual(atOnce.books);
  expect(later.loans).toEqual(atOnce.loans);
  return later.kept;
}

export const paid = (amountPaise: number, on: string): Happening => ({
  on,
  let: (kept) => kept.pay(money(amountPaise, on)),
});
export const hardship = (untilOn: string, on: string): Happening => ({
  on,
  let: (kept) => {
    const borrower = kept.borrower();
    const hardships = [{ id: 'h', fromOn: day(on), openedOn: day(on), untilOn: day(untilOn), endedOn: null }];
    kept.learn({ ...borrower, loans: borrower.loans.map((one) => ({ ...one, hardships })) }, []);
  },
});

/** Exactly what is demanded of instalments, so that charges stay unpaid. */
export const paidDemanded = (on: string): Happening => ({
  on,
  let: (kept) => {
    const due = loanOf(kept.borrower()).instalments.filter(({ isDemanded }) => isDemanded);
    kept.pay(money(sumPaise(due.map((one) => unpaidOfInstalment(one))), on));
  },
});

// Builders for tests of receipts; nothing here is exported from the package.

/** Money by checkout, for the loan of the worked examples. */
export function money(amountPaise: number, on: string, change: Partial<Money> = {}): Money {
  return {
    repaymentId: `r ${on}`,
    loanId: 'loan',
    amountPaise: paise(amountPaise),
    returnedPaise: paise(0),
    receivedAt: Date.parse(`${on}T06:30:00Z`),
    valueOn: day(on),
    channel: 'checkout',
    intent: 'emi',
    onlyNumber: null,
    isCreditSource: false,
    providerPaymentRef: 'pay_1',
    ...change,
  };
}

/** The decision about money, and the borrower after it. */
interface Received {
  readonly decision: Decision;
  readonly borrower: Borrower;
  /** The lines of all journals by account. */
  readonly postings: Record<string, number>;
  /** Instalment, component and paise of each. */
  readonly shares: readonly (readonly [number | null, string, number])[];
  /** The ending that the money gave the loan; null when it goes on. */
  readonly ending: string | null;
}

/** Closes the days before the money's, then lets it meet its loan. */
export function receive(before: Borrower, received: Money): Received {
  const borrower = openOn(before, received.valueOn);
  const decision = receipt(borrower, received);
  return {
    decision,
    borrower: after(borrower, decision.changes),
    postings: sumsOf(decision.journals),
    shares: changesOf(decision, 'allocation_written').map(
      (one) => [one.number, one.component, one.amountPaise] as const,
    ),
    ending: changesOf(decision, 'loan_ended')[0]?.status ?? null,
  };
}

/** One receipt after the other. */
export function receiveEach(borrower: Borrower, ...receipts: readonly Money[]): Borrower {
  return receipts.reduce((state, one) => receive(state, one).borrower, borrower);
}

/** The borrower whose days before this one are closed. */
export function openOn(borrower: Borrower, on: BusinessDate): Borrower {
  return live(borrower, addDays(loanOf(borrower).closedThroughOn, 1), addDays(on, -1)).borrower;
}

/** The changes of one kind. */
export function changesOf<Name extends RowChange['change']>(
  { changes }: Decision,
  name: Name,
): Extract<RowChange, { change: Name }>[] {
  return changes.filter((one): one is Extract<RowChange, { change: Name }> => one.change === name);
}
