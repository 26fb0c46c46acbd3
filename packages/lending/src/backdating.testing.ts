import { addDays, sumPaise, unpaidOfInstalment } from '@mohlat/money';
import { expect } from 'vitest';
import type { Borrower } from './borrower.ts';
import { aLoan, borrowerWith, day, loanOf } from './borrowers.testing.ts';
import type { Journal } from './journals.ts';
import { loanBooked } from './loan-booked.ts';
import { keptInMemory } from './memory.testing.ts';
import type { Money } from './received.ts';
import { money } from './receipts.testing.ts';

// Builders for tests of back-dating; nothing here is exported from the package.

/** What stands in the books, without the names of rows. */
export function booksOf(journals: readonly Journal[]): string[] {
  return journals
    .map(({ kind, loanId, effectiveOn, lines }) =>
      [kind, loanId, effectiveOn, ...lines.map((one) => `${one.account} ${one.amountPaise}`).toSorted()].join(
        ' ',
      ),
    )
    .toSorted();
}

/** How loans stand, without the names of rows and what is only known of a loan that was taken back. */
export function loansOf({ loans, usedPaise }: Borrower) {
  const nameless = loans.map(({ charges, instalments, ...loan }) => ({
    ...loan,
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

/** The same life twice: with money heard of at once, and with it heard of in the morning of a later day. */
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
    const hardships = [{ id: 'h', fromOn: day(on), untilOn: day(untilOn), endedOn: null }];
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
