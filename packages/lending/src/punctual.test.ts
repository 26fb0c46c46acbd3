import { businessDate, paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import {
  comingOf,
  deservedOf,
  type GivenCashback,
  isUndeserved,
  owingOf,
  type PaidShare,
  type RewardedLoan,
} from './punctual.ts';
import { cashbackExpiresOn, rewardExpiresOn } from './rewards.ts';

const day = businessDate;
const DUE = '2027-02-15';

const share = (component: PaidShare['component'], amount: number, valueOn = DUE, number = 1): PaidShare => ({
  number,
  component,
  amountPaise: paise(amount),
  valueOn: day(valueOn),
});
const CASHBACK = { cashbackBps: 25, monthlyCapPaise: paise(50_000) };
const WHOLE = [share('principal', 495_000), share('fee', 10_000), share('interest', 15_000)];

function aLoan(change: Partial<RewardedLoan> = {}): RewardedLoan {
  return {
    id: 'loan',
    status: 'active',
    closedOn: null,
    closedThroughOn: day(DUE),
    cashback: CASHBACK,
    instalments: [
      {
        number: 1,
        dueOn: day(DUE),
        principalPaise: paise(495_000),
        feePaise: paise(10_000),
        interestPaise: paise(15_000),
      },
    ],
    shares: WHOLE,
    letOff: [],
    freezes: [],
    ...change,
  };
}
const one = { loanId: 'loan', number: 1, earnedOn: DUE, paidPaise: 520_000 };

describe('deservedOf', () => {
  test('LEND-24: given an instalment covered on its due date, then it earns on that day', () => {
    expect(deservedOf(aLoan())).toEqual([one]);
  });

  test.each<[string, Partial<RewardedLoan>]>([
    ['its due date is not closed yet', { closedThroughOn: day('2027-02-14') }],
    ['a paisa of principal came a day late', { shares: late('principal', 495_000) }],
    ['a paisa of fee is missing', { shares: [WHOLE[0]!, share('fee', 9_999), WHOLE[2]!] }],
    ['a paisa of interest is missing', { shares: [WHOLE[0]!, WHOLE[1]!, share('interest', 14_999)] }],
    ['the money covered another instalment', { shares: WHOLE.map((part) => ({ ...part, number: 2 })) }],
    ['the loan was left', { status: 'exited', closedOn: day('2027-01-17') }],
    ['the bill came back', { status: 'unwound', closedOn: day('2027-02-20') }],
    ['less was agreed', { status: 'settled', closedOn: day('2027-02-20') }],
    ['the loan was given up', { status: 'written_off', closedOn: null }],
  ])('LEND-24: given that %s, then it earns nothing', (_, change) => {
    expect(deservedOf(aLoan(change))).toEqual([]);
  });

  test('LEND-24: given a loan closed early, then it earns on that day without later interest', () => {
    const early = {
      status: 'closed',
      closedOn: day('2027-02-01'),
      closedThroughOn: day('2027-01-31'),
    } as const;
    const shares = [share('principal', 495_000, '2027-02-01'), share('fee', 10_000, '2027-02-01')];
    expect(deservedOf(aLoan({ ...early, shares }))).toEqual([
      { ...one, earnedOn: '2027-02-01', paidPaise: 505_000 },
    ]);
    // On its due date all of its interest is owed: of a lower sum that was agreed it is missing.
    const settled = { ...early, status: 'settled', closedOn: day(DUE), shares } as const;
    expect(isUndeserved({ loanId: 'loan', number: 1, isUsed: false }, aLoan(settled))).toBe(true);
  });

  test('LEND-24, LEND-X10: given a freeze that moved the due date, when paid by that day, then it earns on it', () => {
    const freezes = [
      { isFrozen: true, fromOn: day('2027-02-10') },
      { isFrozen: false, fromOn: day('2027-03-01') },
    ];
    const moved = (on: string) =>
      deservedOf(
        aLoan({ freezes, shares: late('principal', 495_000, on), closedThroughOn: day('2027-03-05') }),
      );
    expect(moved('2027-03-02')).toEqual([{ ...one, earnedOn: '2027-03-02' }]);
    expect(moved('2027-03-03')).toEqual([]);
    expect(deservedOf(aLoan({ freezes, closedThroughOn: day('2027-03-01') }))).toEqual([]);
  });

  test('LEND-24: given a part let off by its due date, then the money beside it earns, and later it is missing', () => {
    const shares = [WHOLE[0]!, WHOLE[1]!, share('interest', 5_000)];
    const letOff = (on: string) => [share('interest', 10_000, on)];
    expect(deservedOf(aLoan({ shares, letOff: letOff(DUE) }))).toEqual([{ ...one, paidPaise: 510_000 }]);
    expect(deservedOf(aLoan({ shares, letOff: letOff('2027-02-16') }))).toEqual([]);
  });

  test('LEND-9, LEND-24: given a closing sum that was a few rupees short, then the money that closed the loan earns', () => {
    const shares = [share('principal', 494_100, '2027-02-10'), share('fee', 10_000, '2027-02-10')];
    const closed = { status: 'closed', closedOn: day('2027-02-10'), shares } as const;
    expect(deservedOf(aLoan(closed))).toEqual([{ ...one, earnedOn: '2027-02-10', paidPaise: 504_100 }]);
    expect(deservedOf(aLoan({ ...closed, closedOn: day('2027-02-16') }))).toEqual([]);
  });

  test('LEND-24: given a loan that does not perform, then what is paid on time earns all the same', () => {
    expect(deservedOf(aLoan({ status: 'npa' }))).toEqual([one]);
  });
});

function late(component: PaidShare['component'], amount: number, on = '2027-02-16'): PaidShare[] {
  const rest = WHOLE.filter((part) => part.component !== component);
  return [...rest, share(component, amount - 1), share(component, 1, on)];
}

describe('owingOf', () => {
  const given = (number: number, earnedOn: string, amount: number): GivenCashback => ({
    loanId: 'other',
    number,
    earnedOn: day(earnedOn),
    amountPaise: paise(amount),
  });
  const span = (from: string, to: string) => ({ from: day(from), to: day(to) });

  test('LEND-24: given rewards of the same month, then only those count against its cap', () => {
    const before = [given(1, '2027-02-01', 700), given(2, '2027-02-28', 30), given(3, '2027-03-01', 9_000)];
    expect(owingOf([aLoan()], before, span('2027-02-15', '2027-02-15'))).toEqual([
      { ...one, givenInMonthPaise: 730, terms: CASHBACK },
    ]);
  });

  test('LEND-24, LEND-S6: given loans sold under other terms, then each owes by its own', () => {
    const none = { cashbackBps: 0, monthlyCapPaise: paise(0) };
    const owing = owingOf([aLoan(), aLoan({ id: 'before', cashback: none })], [], span(DUE, DUE));
    expect(owing.map(({ loanId, terms }) => [loanId, terms])).toEqual([
      ['loan', CASHBACK],
      ['before', none],
    ]);
  });

  test('LEND-24: given a reward for it, or another span of days, then nothing is owing', () => {
    const has = { ...given(1, DUE, 1_300), loanId: 'loan' };
    expect(owingOf([aLoan()], [has], span('2027-02-01', '2027-02-28'))).toEqual([]);
    expect(owingOf([aLoan()], [], span('2027-02-16', '2027-02-28'))).toEqual([]);
    expect(owingOf([aLoan()], [], span('2027-02-01', '2027-02-14'))).toEqual([]);
  });
});

describe('comingOf', () => {
  const comes = (loans: readonly RewardedLoan[], given: readonly GivenCashback[], today: string) =>
    comingOf(loans, given, day(today)).map(({ of, amountPaise }) => [
      of.loanId,
      of.number,
      of.earnedOn,
      amountPaise,
    ]);
  const open = { closedThroughOn: day('2027-02-09') };
  const has = (change: Partial<GivenCashback> = {}): GivenCashback => ({
    loanId: 'other',
    number: 1,
    earnedOn: day('2027-02-01'),
    amountPaise: paise(49_000),
    ...change,
  });

  test('LEND-24: given an instalment repaid ahead, when its day is not over, then its cashback comes', () => {
    expect(comes([aLoan(open)], [], '2027-02-10')).toEqual([['loan', 1, DUE, 1_300]]);
    expect(comes([aLoan(open)], [], DUE)).toEqual([['loan', 1, DUE, 1_300]]);
    expect(comes([aLoan(open)], [], '2027-02-16')).toEqual([]);
  });

  test('LEND-24: given all repaid early, when that day is open, then it comes after that day', () => {
    const closed = aLoan({ ...open, status: 'closed', closedOn: day('2027-02-10') });
    expect(comes([closed], [], '2027-02-10')).toEqual([['loan', 1, '2027-02-10', 1_300]]);
    expect(comes([closed], [], '2027-02-11')).toEqual([]);
  });

  test('LEND-24: given a month nearly full, or a reward given already, then only what is left comes', () => {
    expect(comes([aLoan(open)], [has()], '2027-02-10')).toEqual([['loan', 1, DUE, 1_000]]);
    expect(comes([aLoan(open)], [has({ earnedOn: day('2027-01-31') })], '2027-02-10')).toEqual([
      ['loan', 1, DUE, 1_300],
    ]);
    expect(comes([aLoan(open)], [has({ loanId: 'loan', earnedOn: day(DUE) })], '2027-02-10')).toEqual([]);
  });

  test('LEND-24, LEND-S6: given loans sold under other terms, then each brings by its own', () => {
    const none = aLoan({
      ...open,
      id: 'before',
      cashback: { cashbackBps: 0, monthlyCapPaise: paise(50_000) },
    });
    const double = aLoan({
      ...open,
      id: 'double',
      cashback: { cashbackBps: 50, monthlyCapPaise: paise(2_000) },
    });
    expect(comes([none, double, aLoan(open)], [], '2027-02-10')).toEqual([
      ['double', 1, DUE, 2_000],
      ['loan', 1, DUE, 1_300],
    ]);
  });

  test.each(['exited', 'unwound', 'settled', 'written_off'] as const)(
    'LEND-24: given a loan that is %s, then nothing comes',
    (status) => {
      expect(comes([aLoan({ ...open, status, closedOn: day('2027-02-10') })], [], '2027-02-10')).toEqual([]);
    },
  );
});

describe('isUndeserved', () => {
  const reward = { loanId: 'loan', number: 1, isUsed: false };
  test('LEND-24: given money taken back, then its reward is lost, and kept once it was used', () => {
    const without = aLoan({ shares: [] });
    expect(isUndeserved(reward, without)).toBe(true);
    expect(isUndeserved({ ...reward, isUsed: true }, without)).toBe(false);
    expect(isUndeserved(reward, aLoan())).toBe(false);
    expect(isUndeserved({ ...reward, number: 2 }, aLoan())).toBe(true);
  });
});

describe('a reward of a loan that ended for less than was owed', () => {
  const reward = { loanId: 'loan', number: 1, isUsed: false };
  const after = { closedOn: day('2027-09-20'), closedThroughOn: day('2027-09-19') };

  test.each<[string, Partial<RewardedLoan>]>([
    ['less was agreed', { ...after, status: 'settled' }],
    [
      'less was agreed on its due date',
      { status: 'settled', closedOn: day(DUE), closedThroughOn: day('2027-02-14') },
    ],
    ['the loan was given up', { ...after, status: 'written_off', closedOn: null }],
  ])('LEND-24: given that %s, then it stays while its instalment is covered in time', (_, change) => {
    expect(isUndeserved(reward, aLoan(change))).toBe(false);
    expect(isUndeserved(reward, aLoan({ ...change, shares: late('principal', 495_000) }))).toBe(true);
  });

  test.each(['exited', 'unwound'] as const)('LEND-24: given a loan that is %s, then it is lost', (status) => {
    expect(isUndeserved(reward, aLoan({ ...after, status }))).toBe(true);
  });
});

test('LEND-24: given the last of August, then a reward of six months expires on the last of February', () => {
  expect(rewardExpiresOn(day('2027-08-31'), 6)).toBe('2028-02-29');
  expect(rewardExpiresOn(day('2027-08-31'), 12)).toBe('2028-08-31');
});

test.each([
  ['the day after', '2027-02-16', '2027-03-15'],
  ['a month and a half later', '2027-03-31', '2027-04-30'],
])(
  'LEND-24: given cashback of a month, when it is given %s, then it can be used',
  (_, givenOn, expiresOn) => {
    expect(cashbackExpiresOn(day('2027-02-15'), day(givenOn), 1)).toBe(expiresOn);
  },
);
