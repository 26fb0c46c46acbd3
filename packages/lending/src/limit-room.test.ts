import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type HeldShare, isFreedLimitSpent, type LimitUse, owedAgain } from './limit-room.ts';

const share = (number: number, component: HeldShare['component'], amount: number): HeldShare => ({
  number,
  component,
  amountPaise: paise(amount),
});

/** Two instalments of ₹5,200 whose bill is ₹4,900 and ₹5,000. */
const HELD = [
  share(2, 'interest', 15_000),
  share(2, 'fee', 15_000),
  share(2, 'principal', 490_000),
  share(3, 'principal', 500_000),
  share(3, 'interest', 5_000),
  share(3, 'fee', 15_000),
];

test('LEND-14, LEND-W2: given money held for two instalments, when a part goes back, then the bill of the last one is owed again first', () => {
  const again = (amount: number) => owedAgain(HELD, paise(amount));
  expect(again(400_000)).toBe(400_000);
  // Its interest and fee are covered before its bill, and use no limit.
  expect(again(520_000)).toBe(500_000);
  expect(again(521_000)).toBe(501_000);
  expect(again(1_040_000)).toBe(990_000);
  expect(owedAgain([], paise(100))).toBe(0);
});

const SECOND = 1_000;
const RECEIVED = 50 * SECOND;

/** ₹15,000 in use to the last rupee, of which ₹10,000 were lent after the money came. */
function inUse(change: Partial<LimitUse> = {}): LimitUse {
  return {
    limitPaise: paise(1_500_000),
    usedPaise: paise(1_000_000),
    reservedPaise: paise(500_000),
    newestAt: RECEIVED + SECOND,
    givenBack: [],
    ...change,
  };
}

const isSpent = (change: Partial<LimitUse> = {}, again = 1) =>
  isFreedLimitSpent(inUse(change), RECEIVED, paise(again));

test('LEND-S2: given a bill accepted since the money came, then its freed limit is spent where what is owed again has no room', () => {
  expect(isSpent()).toBe(true);
  expect(isSpent({ reservedPaise: paise(499_999) })).toBe(false);
  expect(isSpent({ usedPaise: paise(999_999) })).toBe(false);
  expect(isSpent({ limitPaise: paise(1_500_001) })).toBe(false);
  expect(isSpent({}, 0)).toBe(false);
});

test('LEND-9: given a limit that was lowered since, when no bill was accepted since the money came, then it goes back', () => {
  const lowered = { limitPaise: paise(0) };
  expect(isSpent({ ...lowered, newestAt: RECEIVED - 1 })).toBe(false);
  expect(isSpent({ ...lowered, newestAt: null })).toBe(false);
  expect(isSpent({ ...lowered, newestAt: RECEIVED })).toBe(true);
});

test('LEND-S2, LEND-T7: given money whose time is told in whole seconds, then a bill accepted in its second counts as later', () => {
  const isSpentAt = (newestAt: number) => isFreedLimitSpent(inUse({ newestAt }), RECEIVED + 900, paise(1));
  expect(isSpentAt(RECEIVED)).toBe(true);
  expect(isSpentAt(RECEIVED - 1)).toBe(false);
});

test('LEND-S2: given older money that made room for a bill and went back in the place of this money, then the bill counts', () => {
  const newestAt = RECEIVED - 20 * SECOND;
  const back = (received: number, released: number) => ({
    receivedAt: RECEIVED + received * SECOND,
    releasedAt: RECEIVED + released * SECOND,
  });
  expect(isSpent({ newestAt, givenBack: [back(-30, 10)] })).toBe(true);
  // Through a third, whose place was taken in turn.
  expect(isSpent({ newestAt, givenBack: [back(-30, -5), back(-10, 10)] })).toBe(true);
  // It came after the bill, or had gone back before this money came: neither took its place.
  expect(isSpent({ newestAt, givenBack: [back(-10, 10)] })).toBe(false);
  expect(isSpent({ newestAt, givenBack: [back(-30, -5)] })).toBe(false);
});
