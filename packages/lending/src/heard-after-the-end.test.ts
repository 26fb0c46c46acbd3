import { addDays, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { takeBack } from './take-back.ts';
import { at, closeThrough, FIRST, type Kept, lent, money } from './backdating.testing.ts';
import { day, loanOf, sumsOf } from './borrowers.testing.ts';

/** Two payments of one day, of which the later is heard of first. */
function hearInReverse(kept: Kept, on: string): void {
  const taken = (hour: string) =>
    money(520_000, on, { repaymentId: `at ${hour}`, receivedAt: Date.parse(`${on}T${hour}:00+05:30`) });
  for (const one of [taken('12:00'), taken('10:00')]) kept.hear(one, day(on));
}

/** A loan that ended before the day of two payments. */
const ENDED: Readonly<Record<string, () => Kept>> = {
  closed: () => {
    const kept = lent();
    closeThrough(kept, '2027-02-09');
    kept.pay(money(1_545_000, '2027-02-10'));
    return kept;
  },
  exited: () => {
    const kept = lent();
    closeThrough(kept, '2027-01-16');
    kept.pay(money(1_501_959, '2027-01-17', { intent: 'exit' }));
    return kept;
  },
  settled: () => {
    const kept = lent();
    closeThrough(kept, '2027-03-09');
    const { loans, ...person } = kept.borrower();
    const agreement = {
      agreedPaise: paise(900_000),
      owedPaise: null,
      chargedPaise: null,
      agreedAt: at('2027-03-09'),
      payByOn: day('2027-03-20'),
    };
    kept.learn({ ...person, loans: loans.map((one) => ({ ...one, agreements: [agreement] })) }, []);
    kept.pay(money(900_000, '2027-03-10'));
    return kept;
  },
  'written off and recovered': () => {
    const kept = lent();
    closeThrough(kept, '2027-09-30');
    kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-10-01') }, at('2027-10-01'));
    kept.pay(money(2_000_000, '2027-10-05'));
    return kept;
  },
};

test.each([
  ['closed', '2027-03-21', 'closed', '2027-02-10', 2_419],
  ['exited', '2027-03-21', 'exited', '2027-01-17', 0],
  ['settled', '2027-03-21', 'settled', '2027-03-10', 0],
  ['written off and recovered', '2027-10-09', 'closed', '2027-10-05', 320_000],
])(
  'LEND-W5, LEND-8, LEND-9: given a loan that was %s on an earlier day, when two payments of one day are heard of in reverse, then it stays so and both go back',
  (ended, on, status, closedOn, excessPaise) => {
    const kept = ENDED[ended]!();
    const before = loanOf(kept.borrower());
    expect(before).toMatchObject({ status, closedOn });
    hearInReverse(kept, on);
    const { receipts, ...after } = loanOf(kept.borrower());
    expect(after).toEqual({ ...before, receipts: undefined });
    expect(receipts.slice(-2).map(({ coveredPaise }) => coveredPaise)).toEqual([0, 0]);
    expect(sumsOf(kept.journals())['L310']).toBe(-excessPaise - 1_040_000);
  },
);

test('LEND-L6, LEND-20: given a loan that ended, when a debit of a later day is heard of beside a later bounce, then it stays so', () => {
  const kept = ENDED['closed']!();
  const { borrower, learn, hear } = kept;
  const bounce = {
    id: 'bounce 2',
    kind: 'bounce',
    number: 2,
    lateDays: 0,
    leviedOn: day('2027-03-16'),
    overdueOn: day('2027-03-26'),
    amountPaise: paise(10_000),
    paidPaise: paise(0),
    waivedPaise: paise(10_000),
  } as const;
  learn({ ...borrower(), loans: borrower().loans.map((one) => ({ ...one, charges: [bounce] })) }, []);
  hear(money(520_000, '2027-03-15', { channel: 'mandate', onlyNumber: 2 }), day('2027-03-17'));
  expect(loanOf(borrower())).toMatchObject({ status: 'closed', closedOn: '2027-02-10' });
});

test('LEND-W6: given a loan that ended, when it is to be taken back to a later day, then it is not', () => {
  const kept = ENDED['closed']!();
  const back = (on: string) => () =>
    takeBack(loanOf(kept.borrower()), kept.pastOf('loan'), { on: day(on), noNewPenalThroughOn: null });
  expect(back('2027-02-11')).toThrow(RangeError);
  expect(back('2027-02-10')().loan.status).toBe('active');
  expect(back(addDays(FIRST, 1))().loan.closedOn).toBeNull();
});
