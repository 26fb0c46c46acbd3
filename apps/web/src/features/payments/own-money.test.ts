import { DEFAULT_FEE_PARAMS, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { dearCost } from './own-money.ts';

test('borrowing is dear where its cost exceeds a tenth of the bill, to the paisa', () => {
  // The least fee is ₹50.
  expect(dearCost(50_000, DEFAULT_FEE_PARAMS)).toBeUndefined();
  expect(dearCost(49_999, DEFAULT_FEE_PARAMS)).toBe(5_000);
  expect(dearCost(1, DEFAULT_FEE_PARAMS)).toBe(5_000);
  expect(dearCost(50_000, { ...DEFAULT_FEE_PARAMS, minPaise: paise(5_001) })).toBe(5_001);
});
