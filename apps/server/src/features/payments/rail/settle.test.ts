import { businessDate, paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { repaymentText } from './settle.ts';

describe('the mail of a paid bill', () => {
  const first = { amountPaise: paise(110_000), dueOn: businessDate('2026-12-20') };

  test('says of one payment its amount and its day, once', () => {
    expect(repaymentText(110_000, first, 1)).toBe(
      'You repay ₹1,100 in one payment, due on 20 December 2026.',
    );
  });

  test('says of EMIs how many there are and what the first one is', () => {
    expect(repaymentText(330_000, first, 3)).toBe(
      'You repay ₹3,300 in 3 EMIs. The first, of ₹1,100, is due on 20 December 2026.',
    );
  });
});
