import { businessDate, paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import {
  deservedOf,
  type GivenCashback,
  isUndeserved,
  owingOf,
  type PaidShare,
  type RewardedLoan,
} from './punctual.ts';
import { rewardExpiresOn } from './rewards.ts';

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
    // On its due date all of its interest is owed.
    expect(deservedOf(aLoan({ ...early, closedOn: day(DUE), shares }))).toEqual([]);
  });

  test('LEND-24: given a loan that does not perform, then what is paid on time earns all the same', () => {
    expect(deservedOf(aLoan({ status: 'npa' }))).toEqual([one]);
  });
});

function late(component: PaidShare['component'], amount: number): PaidShare[] {
  const rest = WHOLE.filter((part) => part.component !== component);
  return [...rest, share(component, amount - 1), share(component, 1, '2027-02-16')];
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
