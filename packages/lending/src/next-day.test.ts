import { addDays, type BusinessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { after } from './after.ts';
import type { Borrower } from './borrower.ts';
import { aLoan, borrowerWith, day, loanOf, ORDINARY, sumsOf, withPaid } from './borrowers.testing.ts';
import { closeDay, closeDays, closeThrough, isToLookAt } from './close-day.ts';
import type { Journal } from './journals.ts';
import { nextDayOf } from './next-day.ts';
import { type Deed, happen, isOfDay } from './simulate/deeds.ts';
import { livesOf } from './simulate/lives.ts';
import { standingOn } from './standing-on.ts';

const FIRST = day('2026-01-10');

/** A life lived once more from its deeds, each on its day. */
interface Again {
  readonly borrower: Borrower;
  readonly journals: readonly Journal[];
  readonly looks: number;
}

type Night = (borrower: Borrower, on: BusinessDate) => { borrower: Borrower; journals: readonly Journal[] };

function livedAgain(deeds: readonly Deed[], days: number, evening: Night, night: Night): Again {
  let borrower: Borrower = { userId: 'p', usedPaise: paise(0), blocks: [], loans: [] };
  const journals: Journal[] = [];
  let looks = 0;
  const book = (done: ReturnType<Night>) => {
    journals.push(...done.journals);
    borrower = done.borrower;
  };
  for (let number = 0; number < days; number += 1) {
    const on = addDays(FIRST, number);
    const today = deeds.filter((deed) => deed.on === on).toSorted((a, b) => a.turn - b.turn);
    for (const deed of today.filter(isOfDay)) {
      if (deed.deed !== 'lent') book(evening(borrower, addDays(on, -1)));
      book(happen(borrower, deed));
    }
    const before = borrower;
    book(night(borrower, on));
    if (borrower !== before) looks += 1;
  }
  return { borrower, journals, looks };
}

const everyDay: Night = (borrower, on) => {
  const { changes, journals } = closeDay(borrower, on, ORDINARY);
  return { borrower: after(borrower, changes), journals };
};
const asLittleAsCan: Night = (borrower, on) => {
  const closed = closeDays(borrower, [{ day: on, ...ORDINARY }]);
  return { borrower: closed.borrower, journals: closed.decision.journals };
};
const broughtUp: Night = (borrower, on) => {
  const closed = closeThrough(borrower, [{ day: on, ...ORDINARY }]);
  return { borrower: closed.borrower, journals: closed.decision.journals };
};
const nothing: Night = (borrower) => ({ borrower, journals: [] });

/** Without interest, which is posted on other days; the sum of it is compared apart. */
const rest = (journals: readonly Journal[]) => journals.filter(({ kind }) => kind !== 'accrual');

const lives = [...livesOf({ seed: 97, people: 30, firstOn: FIRST, days: 400, hasFaults: false })];

const seen = { daily: 0, seldom: 0 };

test.each(lives.map((life) => [life.options.temperament, life] as const))(
  'LEND-22: given a life %s, when only days that bring something are closed, then nothing else differs',
  (_, { deeds, options }) => {
    const daily = livedAgain(deeds, options.days, nothing, everyDay);
    const seldom = livedAgain(deeds, options.days, broughtUp, asLittleAsCan);
    expect(rest(seldom.journals)).toEqual(rest(daily.journals));
    const end = addDays(FIRST, options.days - 1);
    const { borrower, journals } = broughtUp(seldom.borrower, end);
    expect(sumsOf([...seldom.journals, ...journals])).toEqual(sumsOf(daily.journals));
    for (const [index, loan] of daily.borrower.loans.entries())
      for (let on = loan.disbursedOn; on <= loan.closedThroughOn; on = addDays(on, 1))
        expect([loan.id, standingOn(borrower.loans[index]!, on)]).toEqual([loan.id, standingOn(loan, on)]);
    seen.daily += daily.looks;
    seen.seldom += seldom.looks;
  },
);

test('LEND-22: given all these lives, when only days that bring something are closed, then few are', () => {
  expect(seen.seldom).toBeLessThan(seen.daily / 3);
});

/** A loan whose instalments through one are demanded, on a day. */
function standing(through: number, closedThroughOn: string, change: Parameters<typeof aLoan>[1] = {}) {
  const loan = aLoan();
  return {
    ...loan,
    closedThroughOn: day(closedThroughOn),
    instalments: loan.instalments.map((one) => ({ ...one, isDemanded: one.number <= through })),
    ...change,
  };
}

test.each([
  ['in the middle of a month, then on its last day', 0, '2027-01-20', '2027-01-31'],
  ['on its last day, then on the eve of a due date', 0, '2027-01-31', '2027-02-14'],
  ['with an instalment that was demanded, then on its due date', 1, '2027-02-14', '2027-02-15'],
  ['late, then on the eve of the first charge', 1, '2027-02-15', '2027-02-18'],
  ['late after that charge, then on a month’s last day', 1, '2027-02-18', '2027-02-28'],
  ['about to be 31 days late, then on that day', 3, '2027-03-15', '2027-03-17'],
])('LEND-22: given a loan %s', (_, through, on, next) => {
  expect(nextDayOf(standing(through, on), day(on))).toBe(next);
});

test.each([
  ['is frozen', { freezes: [{ isFrozen: true, fromOn: day('2027-01-18') }] }],
  [
    'is in hardship',
    {
      hardships: [
        {
          id: 'h',
          fromOn: day('2027-01-18'),
          openedOn: day('2027-01-18'),
          untilOn: day('2027-03-18'),
          endedOn: null,
        },
      ],
    },
  ],
  [
    'awaits a bank',
    { debits: [{ number: 1, presentedAt: 0, endedAt: null, answerByOn: day('2027-01-25') }] },
  ],
  ['knows no new charge yet', { noNewPenalThroughOn: day('2027-01-25') }],
])('LEND-22: given a loan that %s, when its next day is asked for, then it is tomorrow', (_, change) => {
  expect(nextDayOf(standing(0, '2027-01-20', change), day('2027-01-20'))).toBe('2027-01-21');
});

test('LEND-22: given money after a look, when a day is closed, then it is looked at again', () => {
  const late = closeThrough(borrowerWith(aLoan()), daysOf('2027-01-15', '2027-02-20')).borrower;
  expect(loanOf(late).nextOn).toBe('2027-02-28');
  const paid = { ...late, loans: withPaid(late, 1, loanOf(late).instalments[0]!).loans };
  const { principalPaise, feePaise, interestPaise } = loanOf(paid).instalments[0]!;
  const change = {
    change: 'instalment_paid',
    loanId: 'loan',
    number: 1,
    principalPaise,
    feePaise,
    interestPaise,
  } as const;
  const cured = closeDays(after(paid, [change]), daysOf('2027-02-21', '2027-02-21')).borrower;
  expect(loanOf(cured).standings.at(-1)).toEqual({ on: '2027-02-21', dpd: 0, class: 'STD' });
});

test('LEND-L3: given channels that were down, when a day is looked at, then so is the next', () => {
  const [down] = daysOf('2027-01-20', '2027-01-20').map((one) => ({ ...one, wereChannelsDown: true }));
  const loan = standing(0, '2027-01-19', { standings: [{ on: day('2027-01-15'), dpd: 0, class: 'STD' }] });
  expect(loanOf(closeDays(borrowerWith(loan), [down!]).borrower).nextOn).toBe('2027-01-21');
});

test.each([
  ['the close that ends it', '2027-04-15', closeDays],
  ['a close of several days', '2027-04-14', closeThrough],
])(
  'LEND-9, LEND-22: given a tiny balance, when %s is decided, then a loan that ended has no next day',
  (_, from, close) => {
    const before = closeThrough(
      borrowerWith(aLoan()),
      daysOf('2027-01-15', from === '2027-04-15' ? '2027-04-14' : '2027-04-13'),
    );
    const paid = before.borrower.loans.map((loan) => ({
      ...loan,
      nextOn: null,
      charges: [],
      instalments: loan.instalments.map((one) => ({
        ...one,
        paidPrincipalPaise: paise(one.principalPaise - (one.number === 3 ? 50 : 0)),
        paidFeePaise: one.feePaise,
        paidInterestPaise: one.interestPaise,
      })),
    }));
    const { borrower, decision } = close({ ...before.borrower, loans: paid }, daysOf(from, '2027-04-16'));
    expect(loanOf(borrower)).toMatchObject({ status: 'closed', closedOn: '2027-04-16', nextOn: null });
    const days = decision.changes.filter(
      ({ change }) => change === 'days_closed' || change === 'next_day_set',
    );
    expect(days.map((one) => 'nextOn' in one && one.nextOn)).toEqual(days.map(() => null));
  },
);

function daysOf(from: string, through: string) {
  const days = [];
  for (let on = day(from); on <= day(through); on = addDays(on, 1)) days.push({ day: on, ...ORDINARY });
  return days;
}

test('LEND-22: a day is looked at where it is not closed and no later one is known to be the next that brings something', () => {
  const look = (closedThroughOn: BusinessDate, nextOn: BusinessDate | null) =>
    isToLookAt({ closedThroughOn, nextOn }, day('2026-02-10'));
  expect(look(day('2026-02-09'), null)).toBe(true);
  expect(look(day('2026-02-01'), day('2026-02-10'))).toBe(true);
  expect(look(day('2026-02-01'), day('2026-02-11'))).toBe(false);
  expect(look(day('2026-02-10'), null)).toBe(false);
  expect(look(day('2026-02-10'), day('2026-02-10'))).toBe(false);
});
