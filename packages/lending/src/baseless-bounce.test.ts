import { addDays, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { after } from './after.ts';
import { at, closeThrough, FIRST, type Kept, lent, money } from './backdating.testing.ts';
import { aLoan, borrowerWith, day, loanOf, sumsOf } from './borrowers.testing.ts';
import { levyBounce } from './bounce.ts';
import { keptInMemory } from './memory.testing.ts';

/** A debit of an instalment came back, and the bank told it on a day. */
function bounce(kept: Kept, loanId: string, number: number, on: string): void {
  const loan = kept.borrower().loans.find(({ id }) => id === loanId)!;
  const { changes, journals } = levyBounce(loan, number, day(on));
  expect(changes).toHaveLength(1);
  kept.learn(after(kept.borrower(), changes), journals);
}

const bouncesOf = (kept: Kept, loanId: string) =>
  kept
    .borrower()
    .loans.find(({ id }) => id === loanId)!
    .charges.filter(({ kind }) => kind === 'bounce')
    .map(({ leviedOn }) => leviedOn);

/** Lines of the bounce charges of a loan and of what waits in suspense, by account. */
function booksOf(kept: Kept, loanId: string) {
  const sums = sumsOf(kept.journals().filter((one) => one.loanId === loanId));
  const owed = ['A210', 'A211', 'A220', 'A221'].reduce((sum, code) => sum + (sums[code] ?? 0), 0);
  return {
    owed: sums['A221'] ?? 0,
    earned: sums['I421'] ?? 0,
    suspense: sums['L350'] ?? 0,
    unreceived: owed,
  };
}

/** A loan that one payment closed on 1 April, and another whose third debit came back on 20 May. */
function twoLoans() {
  const kept = keptInMemory(
    borrowerWith(aLoan({ id: 'closed' }), aLoan({ id: 'debited', anchor: '2027-02-20' })),
  );
  const until = (from: string, to: string) => {
    for (let on = day(from); on < to; on = addDays(on, 1)) kept.close(on);
  };
  const pay = (loanId: string, amountPaise: number, on: string) =>
    kept.pay(money(amountPaise, on, { loanId, repaymentId: `${loanId} ${on}` }));
  until(FIRST, '2027-03-20');
  pay('debited', 520_000, '2027-03-20');
  until('2027-03-20', '2027-04-01');
  pay('closed', 1_700_000, '2027-04-01');
  until('2027-04-01', '2027-04-20');
  pay('debited', 520_000, '2027-04-20');
  until('2027-04-20', '2027-05-20');
  bounce(kept, 'debited', 3, '2027-05-20');
  until('2027-05-20', '2027-05-30');
  return kept;
}

test('LEND-D4, LEND-W7: given a replay that makes the borrower NPA before a bounce, then no charge of it stands', () => {
  const kept = twoLoans();
  expect(kept.borrower().loans.map(({ status }) => status)).toEqual(['closed', 'active']);
  const valueOn = day('2027-04-01');
  const news = { news: 'reversed', loanId: 'closed', repaymentId: 'closed 2027-04-01', valueOn } as const;
  kept.rebook(news, valueOn, day('2027-05-30'));
  expect(kept.borrower().loans.map(({ status }) => status)).toEqual(['npa', 'npa']);
  expect(bouncesOf(kept, 'debited')).toEqual([]);
  const { owed, earned, suspense, unreceived } = booksOf(kept, 'debited');
  expect([owed, earned]).toEqual([0, 0]);
  expect(suspense).toBe(-unreceived);
});

/** A loan of which only the first instalment was paid, and that late: its debit came back on a day. */
function oneLoan(bouncedOn: string, through: string) {
  const kept = lent();
  closeThrough(kept, '2027-03-09');
  kept.pay(money(600_000, '2027-03-10'));
  closeThrough(kept, addDays(day(bouncedOn), -1));
  bounce(kept, 'loan', 3, bouncedOn);
  closeThrough(kept, through);
  const valueOn = day('2027-03-10');
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-03-10', valueOn } as const;
  kept.rebook(news, valueOn, addDays(day(through), 1));
  return kept;
}

test.each([
  ['2027-05-16', ['2027-05-16'], -10_000],
  ['2027-05-17', [], 0],
])(
  'LEND-D4, LEND-L6: given a loan that a replay makes NPA on 16 May, when a debit came back on %s, then its charges are %j',
  (on, stands, owed) => {
    const kept = oneLoan(on, '2027-05-20');
    expect(kept.borrower().loans[0]?.status).toBe('npa');
    expect(bouncesOf(kept, 'loan')).toEqual(stands);
    const books = booksOf(kept, 'loan');
    expect([-books.owed + 0, books.earned + 0, books.suspense]).toEqual([owed, 0, -books.unreceived]);
  },
);

/** A loan of which the first instalments were paid on their due dates. */
function paidOn(...dueDates: readonly string[]) {
  const kept = lent();
  for (const on of dueDates) {
    closeThrough(kept, addDays(day(on), -1));
    kept.pay(money(520_000, on));
  }
  return kept;
}

test.each([
  ['the whole charge', 20_000, '2027-04-20'],
  ['all but a tiny part of the charge', 19_950, '2027-04-21'],
])(
  'LEND-9, LEND-W6: given %s let off before a bounce, when late money pays the rest, then the loan had ended before it',
  (_, grantedPaise, endedOn) => {
    const kept = paidOn('2027-02-15', '2027-03-15');
    closeThrough(kept, '2027-04-19');
    const granted = {
      component: 'penal',
      grantedPaise: paise(grantedPaise),
      effectiveOn: day('2027-04-20'),
    } as const;
    kept.waive('loan', { id: 'w', ...granted }, at('2027-04-20'));
    closeThrough(kept, '2027-04-21');
    bounce(kept, 'loan', 3, '2027-04-22');
    closeThrough(kept, '2027-04-24');
    const late = money(520_000, '2027-04-20', { repaymentId: 'late' });
    kept.rebook({ news: 'received', money: late }, late.valueOn, day('2027-04-25'));
    expect(loanOf(kept.borrower())).toMatchObject({ status: 'closed', closedOn: endedOn });
    expect(bouncesOf(kept, 'loan')).toEqual([]);
    expect(booksOf(kept, 'loan')).toMatchObject({ owed: 0, earned: 0, unreceived: 0 });
  },
);

test('LEND-W4, LEND-W6: given a debit of all that was left, when it is heard of after the bounce of another, then the loan had ended', () => {
  const kept = paidOn('2027-02-15', '2027-03-15');
  closeThrough(kept, '2027-04-16');
  bounce(kept, 'loan', 2, '2027-04-17');
  closeThrough(kept, '2027-04-17');
  const debit = money(520_000, '2027-04-15', { channel: 'mandate', onlyNumber: 3 });
  kept.rebook({ news: 'received', money: debit }, debit.valueOn, day('2027-04-18'));
  expect(loanOf(kept.borrower())).toMatchObject({ status: 'closed', closedOn: '2027-04-15' });
  expect(bouncesOf(kept, 'loan')).toEqual([]);
});
