import { expect, test } from 'vitest';
import { repaymentsContract } from './repayments.ts';

const { refusals } = repaymentsContract;

test('given a payment before its bill is paid or after it is repaid, when it is refused, then the sentence is true of both', () => {
  expect(refusals.payment_not_payable.en).not.toMatch(/\byet\b/);
});

test('given a reward that is usable from a later day, when it is refused, then the sentence names that reason', () => {
  expect(refusals.reward_not_available.en).toContain('not usable yet');
  expect(refusals.reward_not_available.hi).toContain('अभी इस्तेमाल के लायक नहीं');
});
