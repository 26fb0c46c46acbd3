import { businessDate, paise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedLines, type Journal } from './journals.ts';
import * as rewards from './rewards.ts';

const TERMS = { cashbackBps: 100, monthlyCapPaise: paise(5_000) };
const ON = businessDate('2027-02-20');

const punctual = (earnedOn: string, paidPaise: number, given = 0, terms = TERMS): rewards.Punctual => ({
  loanId: 'loan',
  number: 1,
  earnedOn: businessDate(earnedOn),
  paidPaise: paise(paidPaise),
  givenInMonthPaise: paise(given),
  terms,
});
const amounts = (given: readonly rewards.Cashback[]) => given.map(({ amountPaise }) => amountPaise);

describe('cashbackFor', () => {
  test('LEND-24: given more than a month allows, then the first earned count first', () => {
    const many = [
      punctual('2027-02-20', 300_000),
      punctual('2027-02-10', 300_099),
      punctual('2027-03-01', 99),
    ];
    expect(amounts(rewards.cashbackFor(many))).toEqual([3_000, 2_000]);
  });

  test('LEND-24: given most of a month before, then only what is left is given', () => {
    expect(amounts(rewards.cashbackFor([punctual('2027-02-20', 300_000, 4_500)]))).toEqual([500]);
    expect(amounts(rewards.cashbackFor([punctual('2027-02-20', 300_000, 5_500)]))).toEqual([]);
  });

  test('LEND-24, LEND-S6: given loans sold under other terms, then each earns by its own, up to its own cap', () => {
    const none = { cashbackBps: 0, monthlyCapPaise: paise(5_000) };
    const double = { cashbackBps: 200, monthlyCapPaise: paise(9_000) };
    const many = [
      punctual('2027-02-10', 300_000, 0, none),
      punctual('2027-02-11', 400_000),
      punctual('2027-02-12', 300_000, 0, double),
      punctual('2027-02-13', 300_000),
    ];
    expect(amounts(rewards.cashbackFor(many))).toEqual([4_000, 5_000]);
  });

  test('LEND-24: whatever is paid, a month comes to its cap at most and a paisa is never rounded up', () => {
    const one = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.nat(10 ** 7));
    fc.assert(
      fc.property(fc.array(one), fc.nat(6_000), (paid, given) => {
        const list = paid.map(([day, paidPaise]) =>
          punctual(`2027-02-${String(day).padStart(2, '0')}`, paidPaise, given),
        );
        const found = rewards.cashbackFor(list);
        const sum = amounts(found).reduce((total, amount) => total + amount, 0);
        const earned = list.reduce((total, { paidPaise }) => total + Math.floor(paidPaise / 100), 0);
        expect(sum).toBe(Math.min(earned, Math.max(0, 5_000 - given)));
      }),
    );
  });
});

describe('unneededOf', () => {
  const one = (
    id: string,
    amount: number,
    change: Partial<rewards.SpentReward> = {},
  ): rewards.SpentReward => ({
    id,
    firstId: id,
    amountPaise: paise(amount),
    earnedOn: ON,
    loanId: 'loan',
    number: 1,
    ...change,
  });
  const back = (heldPaise: number, backPaise: number, ...spent: rewards.SpentReward[]) =>
    rewards
      .unneededOf(spent, { heldPaise: paise(heldPaise), backPaise: paise(backPaise) })
      .map(({ firstId, amountPaise }) => [firstId, amountPaise]);
  const [first, second] = [one('b', 1_300, { earnedOn: businessDate('2027-01-20') }), one('a', 500)];

  test('LEND-24: given rewards that paid for nothing, then the first earned comes back first', () => {
    expect(back(1_800, 0, second, first)).toEqual([
      ['b', 1_300],
      ['a', 500],
    ]);
    expect(back(1_000, 0, second, first)).toEqual([['b', 1_000]]);
  });

  test('LEND-24: given a part that came back before, then only the rest of it does', () => {
    expect(back(500, 1_000, second, first)).toEqual([
      ['b', 300],
      ['a', 200],
    ]);
    expect(back(500, 1_300, second, first)).toEqual([['a', 500]]);
    expect(back(0, 1_800, second, first)).toEqual([]);
  });

  test('LEND-24: given rewards of one day, then they come back in the order of loan and instalment', () => {
    const many = [one('x', 1, { loanId: 'm' }), one('y', 2, { number: 10 }), one('z', 4, { number: 9 })];
    expect(back(7, 0, ...many)).toEqual([
      ['z', 4],
      ['y', 2],
      ['x', 1],
    ]);
  });

  test('LEND-24: given a reward that came back before and was used again, then it is still the first one', () => {
    expect(back(500, 0, one('again', 500, { firstId: 'first' }))).toEqual([['first', 500]]);
  });

  test('LEND-24: given more than rewards paid, then nothing is made up', () => {
    expect(() => back(1_301, 0, first)).toThrow(RangeError);
  });
});

describe('the journals of rewards', () => {
  const cashback: rewards.Reward = {
    id: 'reward',
    kind: 'cashback',
    amountPaise: paise(5_200),
    loanId: 'loan',
    earnedOn: businessDate('2027-02-15'),
  };
  const referral: rewards.Reward = { ...cashback, kind: 'referral', loanId: null };

  test.each<[string, Journal, Record<string, string>]>([
    [
      '31: earned',
      rewards.rewardEarned(cashback),
      { 'E500 -': '5200 2027-02-15', 'L340 -': '-5200 2027-02-15' },
    ],
    [
      '31: expired or taken back',
      rewards.rewardEnded(cashback, 'cashback', ON),
      { 'L340 -': '5200 2027-02-20', 'E500 -': '-5200 2027-02-20' },
    ],
    [
      '31: a referral taken back',
      rewards.rewardEnded(referral, 'referral', ON),
      { 'L340 -': '5200 2027-02-20', 'E501 -': '-5200 2027-02-20' },
    ],
    [
      '32: a reward again',
      rewards.rewardReturned({ ...cashback, kind: 'returned' }, ON),
      { 'L310 loan': '5200 2027-02-20', 'L340 -': '-5200 2027-02-20' },
    ],
    [
      '33: a friend was brought',
      rewards.referralEarned(referral),
      { 'E501 -': '5200 2027-02-15', 'L340 -': '-5200 2027-02-15' },
    ],
  ])('LEND-16 journal %s', (_, booked, expected) => {
    const lines = booked.lines.map(({ account, loanId, amountPaise }) => [
      `${account} ${loanId ?? '-'}`,
      `${amountPaise} ${booked.effectiveOn}`,
    ]);
    expect(Object.fromEntries(lines)).toEqual(expected);
    const allowed = new Set(allowedLines().map(({ kind, account, side }) => `${kind} ${account} ${side}`));
    for (const { account, amountPaise } of booked.lines)
      expect(allowed).toContain(`${booked.kind} ${account} ${amountPaise > 0 ? 'debit' : 'credit'}`);
  });
});
