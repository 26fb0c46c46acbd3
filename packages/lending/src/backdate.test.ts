import { addDays, outstandingOf, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { after } from './after.ts';
import { othersSince, rebookFrom, wasNpa } from './backdate.ts';
import { at, closeThrough, FIRST, lent, money } from './backdating.testing.ts';
import type { Loan } from './borrower.ts';
import { aLoan, borrowerWith, day, loanOf, ORDINARY, sumsOf } from './borrowers.testing.ts';
import { levyBounce } from './bounce.ts';
import { datedOf } from './dated.ts';
import { foreclosureQuote } from './foreclosure.ts';
import { NOTHING } from './decision.ts';
import { keptInMemory } from './memory.testing.ts';

test('LEND-W7: given money reversed, when lived again, then later money moves and no charge is new', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  kept.pay(money(520_000, '2027-02-15'));
  closeThrough(kept, '2027-03-14');
  kept.pay(money(520_000, '2027-03-15'));
  closeThrough(kept, '2027-03-20');
  expect(loanOf(kept.borrower()).charges).toEqual([]);
  const valueOn = day('2027-02-15');
  kept.rebook(
    { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-02-15', valueOn },
    valueOn,
    day('2027-03-21'),
  );
  const loan = loanOf(kept.borrower());
  expect(loan.receipts.map(({ id }) => id)).toEqual(['r 2027-03-15']);
  expect(loan.instalments[0]?.paidPrincipalPaise).toBe(loan.instalments[0]?.principalPaise);
  expect(loan.charges).toEqual([]);
  expect(loan.noNewPenalThroughOn).toBe('2027-03-21');
  expect(loan.standings.find(({ on }) => on === '2027-03-14')?.dpd).toBe(28);
});

test('LEND-W6: given two payments of one moment, when one is heard of late, then ids say the order', () => {
  for (const ids of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const kept = lent();
    closeThrough(kept, '2027-02-14');
    const [known, late] = ids.map((repaymentId) => money(300_000, '2027-02-15', { repaymentId }));
    kept.pay(known!);
    closeThrough(kept, '2027-02-16');
    kept.rebook({ news: 'received', money: late! }, day('2027-02-15'), day('2027-02-17'));
    expect(loanOf(kept.borrower()).receipts.map(({ id }) => id)).toEqual(['a', 'b']);
  }
});

test('LEND-W6, LEND-24: given a later waiver, when money is back-dated, then it is granted again', () => {
  const kept = lent();
  closeThrough(kept, '2027-03-04');
  const [charge] = loanOf(kept.borrower()).charges;
  expect(charge?.amountPaise).toBeGreaterThan(0);
  const granted = {
    id: 'w',
    component: 'penal',
    grantedPaise: paise(10_000),
    effectiveOn: day('2027-03-05'),
  } as const;
  kept.waive('loan', granted, at('2027-03-05'));
  expect(loanOf(kept.borrower()).charges[0]?.waivedPaise).toBe(10_000);
  closeThrough(kept, '2027-03-09');
  const { lived } = kept.rebook(
    { news: 'received', money: money(520_000, '2027-02-15') },
    day('2027-02-15'),
    day('2027-03-10'),
  );
  expect(loanOf(kept.borrower()).charges).toEqual([]);
  const applied = lived.flatMap(({ changes }) => changes).filter(({ change }) => change === 'waiver_applied');
  expect(applied).toEqual([{ change: 'waiver_applied', loanId: 'loan', waiverId: 'w', amountPaise: 0 }]);
  expect(kept.journals().filter(({ kind }) => kind === 'waiver')).toEqual([]);
});

test('LEND-W6, LEND-D5: given a write-off, when money of before it is heard of, then the rest is written off', () => {
  const kept = lent();
  closeThrough(kept, '2027-09-30');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-10-01') }, at('2027-10-01'));
  const lost = sumsOf(kept.journals())['E520'] ?? 0;
  kept.rebook(
    { news: 'received', money: money(500_000, '2027-09-29') },
    day('2027-09-29'),
    day('2027-10-05'),
  );
  const loan = loanOf(kept.borrower());
  expect(loan.status).toBe('written_off');
  expect(loan.closedThroughOn).toBe('2027-09-30');
  expect(sumsOf(kept.journals())['E520'] ?? 0).toBe(lost - 500_000);
});

test('LEND-W6, LEND-16: given a written-off loan, when later money is reordered, then it stays written off', () => {
  const kept = lent();
  closeThrough(kept, '2027-09-30');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-10-01') }, at('2027-10-01'));
  kept.pay(money(300_000, '2027-10-20'));
  const before = loanOf(kept.borrower());
  const { takenBack } = kept.rebook(
    { news: 'received', money: money(200_000, '2027-10-10') },
    day('2027-10-10'),
    day('2027-10-21'),
  );
  expect(takenBack[0]?.loan.status).toBe('written_off');
  const loan = loanOf(kept.borrower());
  expect(loan).toMatchObject({
    status: 'written_off',
    writtenOffOn: '2027-10-01',
    closedThroughOn: before.closedThroughOn,
  });
  expect(sumsOf(kept.journals())['I430']).toBe(-500_000);
  const paid = (one: typeof loan) =>
    one.instalments.reduce((sum, { paidPrincipalPaise }) => sum + paidPrincipalPaise, 0);
  expect(paid(loan)).toBe(paid(before) + 200_000);
});

test('LEND-W3, LEND-W7: given a written-off loan with instalments to come, when recovery money is taken back, then what was recovered before stays', () => {
  const kept = lent(12);
  closeThrough(kept, '2027-08-20');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-08-21') }, at('2027-08-21'));
  kept.pay(money(outstandingOf(loanOf(kept.borrower())) - 300, '2027-08-25', { repaymentId: 'kept' }));
  const before = loanOf(kept.borrower());
  kept.pay(money(100, '2027-08-28', { repaymentId: 'lost' }));
  const valueOn = day('2027-08-28');
  kept.rebook({ news: 'reversed', loanId: 'loan', repaymentId: 'lost', valueOn }, valueOn, day('2027-08-30'));
  expect(loanOf(kept.borrower()).instalments).toEqual(before.instalments);
  expect(outstandingOf(before)).toBe(300);
});

/** A debit of an instalment came back. */
function bounce(kept: ReturnType<typeof lent>, number: number, on: string): void {
  const { changes, journals } = levyBounce(loanOf(kept.borrower()), number, day(on));
  kept.learn(after(kept.borrower(), changes), journals);
}

test('LEND-9, LEND-W6: given a closing payment that is heard of after a bounce, then the loan ends on its day and owes no bounce', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  kept.pay(money(520_000, '2027-02-15', { repaymentId: 'first' }));
  closeThrough(kept, '2027-03-14');
  const { amountPaise } = foreclosureQuote(datedOf(loanOf(kept.borrower())), day('2027-03-15'));
  closeThrough(kept, '2027-03-16');
  bounce(kept, 2, '2027-03-17');
  closeThrough(kept, '2027-03-17');
  const news = { news: 'received', money: money(amountPaise, '2027-03-15') } as const;
  kept.rebook(news, day('2027-03-15'), day('2027-03-18'));
  expect(loanOf(kept.borrower())).toMatchObject({ status: 'closed', closedOn: '2027-03-15', charges: [] });
  expect(Object.keys(sumsOf(kept.journals())).filter((code) => code === 'A221' || code === 'I421')).toEqual(
    [],
  );
});

test('LEND-9, LEND-L6: given two debits that came back on one day after the loan had ended, then neither charge stands', () => {
  const kept = lent();
  closeThrough(kept, '2027-03-14');
  const { amountPaise } = foreclosureQuote(datedOf(loanOf(kept.borrower())), day('2027-03-15'));
  closeThrough(kept, '2027-03-16');
  bounce(kept, 1, '2027-03-17');
  bounce(kept, 2, '2027-03-17');
  closeThrough(kept, '2027-03-17');
  const news = { news: 'received', money: money(amountPaise, '2027-03-15') } as const;
  const { takenBack } = kept.rebook(news, day('2027-03-15'), day('2027-03-18'));
  expect(new Set(takenBack[0]!.journals).size).toBe(takenBack[0]!.journals.length);
  const { status, charges } = loanOf(kept.borrower());
  expect([status, charges.filter(({ kind }) => kind === 'bounce')]).toEqual(['closed', []]);
  expect(sumsOf(kept.journals())['A221']).toBeUndefined();
});

test('LEND-20, LEND-L6: given a debit that came back and succeeds after all, then its bounce never arose', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-15');
  bounce(kept, 1, '2027-02-16');
  closeThrough(kept, '2027-02-16');
  const debit = money(520_000, '2027-02-15', { channel: 'mandate', onlyNumber: 1 });
  kept.rebook({ news: 'received', money: debit }, day('2027-02-15'), day('2027-02-17'));
  expect(loanOf(kept.borrower()).charges).toEqual([]);
  expect(sumsOf(kept.journals())['A221']).toBeUndefined();
});

test('LEND-L6: given another debit of the instalment that succeeds late, then the bounce of the one before stands', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-15');
  bounce(kept, 1, '2027-02-16');
  closeThrough(kept, '2027-02-21');
  const debit = money(520_000, '2027-02-19', { channel: 'mandate', onlyNumber: 1 });
  kept.rebook({ news: 'received', money: debit }, day('2027-02-19'), day('2027-02-22'));
  const bounces = loanOf(kept.borrower()).charges.filter(({ kind }) => kind === 'bounce');
  expect(bounces).toMatchObject([{ number: 1, leviedOn: '2027-02-16' }]);
});

test('LEND-16: given a returned bill, when its loan is undone, then the payer gets all back', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  kept.pay(money(520_000, '2027-02-15'));
  closeThrough(kept, '2027-03-20');
  const { usedAgainPaise } = kept.rebook({ news: 'unwound', loanId: 'loan' }, FIRST, day('2027-03-21'));
  const loan = loanOf(kept.borrower());
  expect(loan).toMatchObject({ status: 'unwound', closedOn: '2027-03-21', instalments: [], charges: [] });
  expect(kept.borrower().usedPaise).toBe(0);
  expect(usedAgainPaise).toBeLessThan(0);
  expect(sumsOf(kept.journals())).toEqual({
    A115: 1_500_000,
    A110: -1_500_000,
    M901: 1_500_000,
    M900: -1_500_000,
    A120: 520_000,
    L310: -520_000,
  });
});

/** Two loans of one borrower: the first is never paid, the other one is while the first does not perform. */
function twoLoans() {
  const first = aLoan({ id: 'loan' });
  const second = aLoan({ id: 'other', anchor: '2027-03-15' });
  return keptInMemory(borrowerWith(first, second));
}

test('LEND-D2: given arrears of one loan, when late money ends them, then the other performed throughout', () => {
  const kept = twoLoans();
  for (let on = FIRST; on < '2027-06-20'; on = addDays(on, 1)) kept.close(on);
  expect(kept.borrower().loans.map(({ status }) => status)).toEqual(['npa', 'npa']);
  const all = money(1_700_000, '2027-04-01');
  const { takenBack } = kept.rebook({ news: 'received', money: all }, day('2027-04-01'), day('2027-06-20'));
  expect(takenBack.map(({ loan }) => loan.id)).toEqual(['loan', 'other']);
  const [loan, other] = kept.borrower().loans;
  expect(loan?.status).toBe('closed');
  expect(other?.status).toBe('active');
  expect(other?.standings.every((one) => one.class !== 'NPA')).toBe(true);
  // The owner was told of no charge, because none was levied then.
  expect(other?.noNewPenalThroughOn).toBe('2027-06-20');
});

test('LEND-D2, LEND-W7: given money reversed, when arrears follow, then every loan stops performing', () => {
  const kept = twoLoans();
  for (let on = FIRST; on < '2027-02-10'; on = addDays(on, 1)) kept.close(on);
  kept.pay(money(1_700_000, '2027-02-10'));
  for (let on = day('2027-02-10'); on < '2027-06-20'; on = addDays(on, 1)) kept.close(on);
  expect(kept.borrower().loans.map(({ status }) => status)).toEqual(['closed', 'active']);
  const valueOn = day('2027-02-10');
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-02-10', valueOn } as const;
  const { takenBack } = kept.rebook(news, valueOn, day('2027-06-20'));
  expect(takenBack.map(({ loan }) => loan.id)).toEqual(['loan', 'other']);
  expect(kept.borrower().loans.map(({ status }) => status)).toEqual(['npa', 'npa']);
});

test('LEND-D2, LEND-X10: given arrears beside a frozen loan, when late money ends them, then both are replayed', () => {
  const freezes = [{ isFrozen: true, fromOn: day('2027-03-20') }];
  const other = aLoan({ id: 'other', anchor: '2027-03-15' }, { freezes });
  const kept = keptInMemory(borrowerWith(aLoan(), other));
  for (let on = FIRST; on < '2027-06-20'; on = addDays(on, 1)) kept.close(on);
  expect(kept.borrower().loans.map(({ status }) => status)).toEqual(['npa', 'active']);
  const news = { news: 'received', money: money(1_700_000, '2027-04-01') } as const;
  const { takenBack } = kept.rebook(news, day('2027-04-01'), day('2027-06-20'));
  expect(takenBack.map(({ loan }) => loan.id)).toEqual(['loan', 'other']);
});

test('LEND-D2: given loans that perform, when late money comes, then the other loan is left alone', () => {
  const kept = twoLoans();
  for (let on = FIRST; on < '2027-04-20'; on = addDays(on, 1)) kept.close(on);
  const news = { news: 'received', money: money(100_000, '2027-04-10') } as const;
  const { takenBack, lived } = kept.rebook(news, day('2027-04-10'), day('2027-04-20'));
  expect(takenBack.map(({ loan }) => loan.id)).toEqual(['loan']);
  expect(loanOf(kept.borrower()).noNewPenalThroughOn).toBeNull();
  expect(lived).not.toContainEqual(NOTHING);
});

test('LEND-D2: given arrears of a loan whose bill came back, when it is undone, then the other performed throughout', () => {
  const kept = twoLoans();
  for (let on = FIRST; on < '2027-06-20'; on = addDays(on, 1)) kept.close(on);
  kept.rebook({ news: 'unwound', loanId: 'loan' }, FIRST, day('2027-06-20'));
  const [, other] = kept.borrower().loans;
  expect(other).toMatchObject({ status: 'active', closedThroughOn: '2027-06-19' });
  expect(other?.standings.every((one) => one.class !== 'NPA')).toBe(true);
});

test('LEND-9: given a debit that came back on the day of the closing money, then its charge stands and is paid', () => {
  const kept = lent();
  closeThrough(kept, '2027-03-16');
  bounce(kept, 1, '2027-03-17');
  closeThrough(kept, '2027-03-18');
  const news = { news: 'received', money: money(2_000_000, '2027-03-17') } as const;
  kept.rebook(news, day('2027-03-17'), day('2027-03-19'));
  const { status, charges } = loanOf(kept.borrower());
  expect(status).toBe('closed');
  expect(charges.find(({ kind }) => kind === 'bounce')).toMatchObject({ paidPaise: 10_000 });
});

test.each<[string, Partial<Loan>, boolean]>([
  ['of the same name', { id: 'loan' }, false],
  ['that is live', {}, true],
  ['that never was', { status: 'unwound' }, false],
  ['that ended on the day', { status: 'closed', closedOn: day('2027-02-15') }, true],
  ['that ended before', { status: 'closed', closedOn: day('2027-02-14') }, false],
  ['whose day is closed', { closedThroughOn: day('2027-02-15') }, true],
  ['whose day is not closed', { closedThroughOn: day('2027-02-14') }, false],
  [
    'lent later, with its first day closed',
    { disbursedOn: day('2027-02-28'), closedThroughOn: day('2027-02-28') },
    true,
  ],
  [
    'lent later, with no day closed',
    { disbursedOn: day('2027-02-28'), closedThroughOn: day('2027-02-27') },
    false,
  ],
])(
  'LEND-D2: given another loan %s, when days are replayed, then it may be replayed too or not',
  (_, change, is) => {
    const loan = aLoan();
    const other = aLoan({ id: 'other' }, { closedThroughOn: day('2027-03-01'), ...change });
    expect(othersSince(borrowerWith(loan, other), loan, day('2027-02-15'))).toEqual(is ? [other] : []);
  },
);

test.each([
  ['2027-01-20', '2027-02-25', true],
  ['2027-02-10', '2027-02-25', true],
  ['2027-02-19', '2027-02-25', true],
  ['2027-02-20', '2027-02-25', false],
  ['2027-03-10', '2027-03-10', true],
  ['2027-03-11', '2027-03-10', false],
])(
  'LEND-D2: given days of NPA, when asked from %s through %s, then there was one: %s',
  (from, through, was) => {
    const fact = (on: string, dpd: number) => ({ on: day(on), dpd, class: dpd > 0 ? 'NPA' : 'STD' }) as const;
    const facts = [fact('2027-02-01', 91), fact('2027-02-20', 0), fact('2027-03-01', 92)];
    const standings = facts.filter(({ on }) => on <= through);
    expect(wasNpa(borrowerWith(aLoan({}, { standings, closedThroughOn: day(through) })), day(from))).toBe(
      was,
    );
  },
);

test('LEND-W7: given a loan without new charges through a later day, when money is reversed, then that day stays', () => {
  const kept = keptInMemory(borrowerWith(aLoan({}, { noNewPenalThroughOn: day('2027-02-12') })));
  closeThrough(kept, '2027-02-09');
  kept.pay(money(100_000, '2027-02-10'));
  closeThrough(kept, '2027-02-10');
  const valueOn = day('2027-02-10');
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-02-10', valueOn } as const;
  kept.rebook(news, valueOn, day('2027-02-11'));
  expect(loanOf(kept.borrower()).noNewPenalThroughOn).toBe('2027-02-12');
});

test('LEND-16: given a waiver and another loan, when a loan is undone, then nothing else is decided', () => {
  const other = aLoan({ id: 'other' }, { closedThroughOn: day('2027-03-04') });
  const kept = lent();
  closeThrough(kept, '2027-03-04');
  const granted = {
    id: 'w',
    component: 'penal',
    grantedPaise: paise(10_000),
    effectiveOn: day('2027-03-05'),
  } as const;
  kept.waive('loan', granted, at('2027-03-05'));
  const pasts = [kept.pastOf('loan')];
  const days = [{ day: day('2027-03-05'), ...ORDINARY }];
  const borrower = { ...kept.borrower(), loans: [...kept.borrower().loans, other] };
  const known = { pasts, days, today: day('2027-03-06') };
  const { lived } = rebookFrom(borrower, { news: 'unwound', loanId: 'loan' }, known);
  expect(lived.map(({ journals, changes }) => [journals.map(({ kind }) => kind), changes])).toEqual([
    [['unwind'], []],
  ]);
});

test.each([
  ['of nobody', { news: 'unwound', loanId: 'another' }, 'about a loan of the borrower'],
  ['without its past', { news: 'unwound', loanId: 'loan' }, 'past of a loan'],
] as const)('given news of a loan %s, when days are to be replayed, then it is refused', (_, news, error) => {
  const known = { pasts: [], days: [], today: day('2027-03-06') };
  expect(() => rebookFrom(borrowerWith(aLoan()), news, known)).toThrow(RangeError);
  expect(() => rebookFrom(borrowerWith(aLoan()), news, known)).toThrow(error);
});

test('LEND-W7: given money that does not count, when it is to be taken back, then that is refused', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-10');
  const valueOn = day('2027-02-10');
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'unknown', valueOn } as const;
  expect(() => kept.rebook(news, valueOn, day('2027-02-11'))).toThrow('was not taken back');
});
