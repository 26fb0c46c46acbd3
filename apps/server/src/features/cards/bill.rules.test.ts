import { describe, expect, test } from 'vitest';
import { FETCH_SECONDS, isAmountAllowed, optionFor, type PayableBill } from './bill.rules.ts';

const bill: PayableBill = {
  exactness: 'any',
  amountDuePaise: 1_500_000,
  minPaise: null,
  maxPaise: null,
  multiplePaise: null,
};

test('PAY-01: a fetched bill may be paid for a quarter of an hour', () => {
  expect(FETCH_SECONDS).toBe(900);
});

describe('PAY-02: what a biller takes', () => {
  test.each([
    ['exact', 1_500_000, true],
    ['exact', 1_499_999, false],
    ['exact', 1_500_001, false],
    ['exact_and_above', 1_500_000, true],
    ['exact_and_above', 1_499_999, false],
    ['exact_and_below', 1_500_000, true],
    ['exact_and_below', 1_500_001, false],
    ['range', 1, true],
    ['any', 1, true],
  ] as const)('%s of a bill of 1500000: %i is allowed: %s', (exactness, amountPaise, isAllowed) => {
    expect(isAmountAllowed({ ...bill, exactness }, amountPaise)).toBe(isAllowed);
  });

  test('bounds and steps hold whatever the exactness', () => {
    const bounded = { ...bill, minPaise: 10_000, maxPaise: 50_000, multiplePaise: 5_000 };
    expect(
      [9_999, 10_000, 12_000, 15_000, 50_000, 55_000].map((one) => isAmountAllowed(bounded, one)),
    ).toEqual([false, true, false, true, true, false]);
  });

  test('a step of nothing is no step', () => {
    expect(isAmountAllowed({ ...bill, multiplePaise: 0 }, 12_345)).toBe(true);
  });
});

describe('PAY-27: the option of an amount', () => {
  const options = [
    { name: 'Minimum Due', amountPaise: 75_000 },
    { name: 'Total Due', amountPaise: 1_500_000 },
    { name: 'Other', amountMinPaise: 100_000, amountMaxPaise: 900_000, amountMultiplePaise: 1000 },
  ];
  test.each([
    [75_000, 'Minimum Due'],
    [1_500_000, undefined],
    [100_000, 'Other'],
    [900_000, 'Other'],
    [100_500, undefined],
    [99_000, undefined],
    [901_000, undefined],
  ])('of %i, where 1500000 is the base amount, is %s', (amountPaise, name) => {
    const option = optionFor({ amountDuePaise: 1_500_000, options }, amountPaise);
    expect(option).toEqual(name === undefined ? undefined : { name, amount: amountPaise });
  });

  test('without a sum and without bounds is none', () => {
    expect(optionFor({ amountDuePaise: 2, options: [{ name: 'Odd' }] }, 1)).toBeUndefined();
  });
});
