import { addDays, businessDate, paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { after } from '../after.ts';
import { type Borrower, isLive, type Loan } from '../borrower.ts';
import { borrowerWith, live, loanOf, ORDINARY } from '../borrowers.testing.ts';
import { closeDay } from '../close-day.ts';
import { type Journal, journal } from '../journals.ts';
import { loanBooked } from '../loan-booked.ts';
import { happen, isOfDay } from './deeds.ts';
import { type Life, simulate } from './simulate.ts';
import { assertSound, type Ledger, posted } from './sound.ts';
import type { Temperament } from './temperaments.ts';
import { newLoan } from './terms.ts';

const FIRST = businessDate('2026-01-10');

function lifeOf(temperament: Temperament, latePercent = 0) {
  const faults = { latePercent, outages: new Set<typeof FIRST>() };
  return simulate({ userId: 'p', seed: 11, temperament, firstOn: FIRST, days: 365, faults });
}

test('given one seed, when two lives are lived by it, then they are the same', () => {
  expect(lifeOf('in part', 20)).toEqual(lifeOf('in part', 20));
});

/** The same deeds, each heard of on its day. */
function heardAtOnce({ deeds, options }: Life) {
  let borrower: Borrower = { userId: options.userId, usedPaise: paise(0), blocks: [], loans: [] };
  const journals: Journal[] = [];
  for (let on = options.firstOn; on < addDays(options.firstOn, options.days); on = addDays(on, 1)) {
    const today = deeds.filter((deed) => deed.on === on).toSorted((a, b) => a.turn - b.turn);
    for (const deed of today.filter(isOfDay)) {
      const happened = happen(borrower, deed);
      journals.push(...happened.journals);
      borrower = happened.borrower;
    }
    const night = closeDay(borrower, on, ORDINARY);
    journals.push(...night.journals);
    borrower = after(borrower, night.changes);
  }
  return { borrower, journals };
}

test.each([
  'late',
  'in part',
  'part-prepays',
  'bounces',
  'silent bank',
  'forgiven',
  'settles',
  'given up',
] as const)(
  'LEND-W6: given money heard of late by a person %s, when all is heard, then the books forget when',
  (temperament) => {
    const life = lifeOf(temperament, 60);
    expect(life.daysAgain).toBeGreaterThan(0);
    const { borrower, journals } = heardAtOnce(life);
    expect(life.journals).toEqual(journals);
    // That another loan of theirs lived again for money is known of it, and changes none of its days.
    const loans = life.borrower.loans.map((one) => ({
      ...one,
      noNewPenalThroughOn: null,
      reversedCharges: [],
    }));
    expect({ ...life.borrower, loans }).toEqual(borrower);
  },
);

test.each(['punctual', 'autopay'] as const)(
  'LEND-L2: given a person %s, when a year is lived, then no late charge is levied',
  (temperament) => {
    const { journals } = lifeOf(temperament);
    expect(journals.filter(({ kind }) => kind === 'penal')).toEqual([]);
  },
);

test('LEND-D2: given a person who never pays, when a year is lived, then all they owe stops performing', () => {
  const { borrower } = lifeOf('defaulting');
  const standing = borrower.loans.filter((loan) => isLive(loan)).map(({ status }) => status);
  expect(new Set(standing)).toEqual(new Set(['npa']));
});

describe('LEND-17: given books that are wrong, when they are looked at, then the invariant is named', () => {
  const loan = newLoan({ id: 'p l1', billPaise: paise(1_500_000), count: 3, disbursedOn: FIRST });
  const booked = loanBooked({
    loanId: loan.id,
    bookedOn: FIRST,
    billPaise: loan.sold.billPaise,
    feePaise: loan.sold.feePaise,
    gstBps: 1_800,
    supply: loan.feeTax,
  });
  const lived = live(borrowerWith(loan), FIRST, addDays(FIRST, 40));
  const ledger = posted({}, [booked, ...lived.journals]);
  const nothing = { borrower: borrowerWith(), ledger: {} };
  const of = (change: Partial<Loan>, books: Ledger = ledger) => ({
    borrower: { ...lived.borrower, loans: [{ ...loanOf(lived.borrower), ...change }] },
    ledger: books,
  });
  const stood = loanOf(lived.borrower);
  const [first, ...others] = stood.instalments as [Loan['instalments'][number], ...Loan['instalments']];
  const withFirst = (change: Partial<typeof first>) => ({
    instalments: [{ ...first, ...change }, ...others],
  });

  test('and sound books are not', () => {
    expect(() => assertSound(of({}), nothing)).not.toThrow();
  });

  test.each([
    ['I08', of(withFirst({ paidInterestPaise: paise(first.interestPaise + 1) }))],
    ['I06', of(withFirst({ paidInterestPaise: paise(1) }))],
    ['I04', of(withFirst({ paidPrincipalPaise: paise(1) }))],
    ['I05', of(withFirst({ paidFeePaise: paise(1) }))],
    ['I21', of({ standings: stood.standings.slice(1) })],
    [
      'I22',
      of({ standings: [...stood.standings.slice(0, -1), { ...stood.standings.at(-1)!, class: 'SMA2' }] }),
    ],
    ['I42', of({ allowancePaise: paise(1) })],
    ['charges penal', of({ charges: [] })],
    [
      'A1',
      of({
        closedThroughOn: addDays(stood.closedThroughOn, 1),
        standings: [...stood.standings, stood.standings.at(-1)!],
      }),
    ],
    ['ended', of({ status: 'closed' })],
    ['I35', of({ status: 'npa' })],
  ])('which is %s', (rule, books) => {
    expect(() => assertSound(books, nothing)).toThrow(`LEND-${rule}`);
  });

  test('which is I13', () => {
    const { borrower } = of({});
    expect(() => assertSound({ borrower: { ...borrower, usedPaise: paise(1) }, ledger }, nothing)).toThrow(
      'I13',
    );
  });

  test('which is I01', () => {
    const { lines, ...rest } = journal(
      'bounce',
      { ...booked, effectiveOn: FIRST },
      { debit: { BOUNCE_DUE: 1 }, credit: { BOUNCE_INCOME: 1 } },
    );
    expect(() => posted({}, [{ ...rest, lines: lines.slice(1) }])).toThrow('I01');
  });
});
