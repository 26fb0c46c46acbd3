import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { day } from './borrowers.testing.ts';
import { type EarnedReferral, limitsFrom, referralRewards } from './referral-rewards.ts';

const TERMS = { rewardPaise: paise(12_500), monthlyMax: 2, yearlyMaxPaise: 50_000 };

const earned = (id: string, change: Partial<EarnedReferral> = {}): EarnedReferral => ({
  id,
  refusal: null,
  spendableOn: day('2027-02-19'),
  givenInMonth: 0,
  givenInYearPaise: 0,
  terms: TERMS,
  ...change,
});
const outcomes = (...all: readonly EarnedReferral[]) =>
  referralRewards(all).map((one) => one.refusal ?? one.amountPaise);

test('LEND-24: given friends of one month, when rewarded, then as many earn as a month allows', () => {
  expect(outcomes(earned('a'), earned('b'), earned('c'))).toEqual([12_500, 12_500, 'monthly_limit']);
  expect(outcomes(earned('a', { givenInMonth: 2 }))).toEqual(['monthly_limit']);
  expect(outcomes(earned('a', { givenInMonth: 1 }))).toEqual([12_500]);
});

test('LEND-24: given what a year was given, when rewarded, then it comes to its cap and no more', () => {
  expect(outcomes(earned('a', { givenInYearPaise: 37_500 }))).toEqual([12_500]);
  expect(outcomes(earned('a', { givenInYearPaise: 37_501 }))).toEqual(['yearly_limit']);
  const two = [earned('a', { givenInYearPaise: 25_001 }), earned('b', { givenInYearPaise: 25_001 })];
  expect(outcomes(...two)).toEqual([12_500, 'yearly_limit']);
});

test('LEND-24: given a friend who is not new, when rewarded, then others keep their room', () => {
  const known = earned('a', { refusal: 'same_device' });
  expect(outcomes(known, earned('b'), earned('c'))).toEqual(['same_device', 12_500, 12_500]);
});

test('LEND-24, LEND-S6: given bills sold under other terms, when rewarded, then each earns by its own', () => {
  const none = earned('a', { terms: { ...TERMS, rewardPaise: paise(0) } });
  const more = earned('c', { terms: { rewardPaise: paise(30_000), monthlyMax: 3, yearlyMaxPaise: 60_000 } });
  expect(outcomes(none, earned('b'), more)).toEqual(['no_reward', 12_500, 30_000]);
  expect(outcomes(more, earned('b'), { ...more, id: 'd' })).toEqual([30_000, 12_500, 'yearly_limit']);
  expect(outcomes({ ...none, refusal: 'same_device' })).toEqual(['same_device']);
});

test.each([
  ['2027-03-31', '2027-03-01', '2026-04-01'],
  ['2027-04-01', '2027-04-01', '2027-04-01'],
  ['2027-12-31', '2027-12-01', '2027-04-01'],
])('LEND-24: given %s, when limits are counted, then since %s and %s', (today, monthFromOn, yearFromOn) => {
  expect(limitsFrom(day(today))).toEqual({ monthFromOn, yearFromOn });
});
