import { expect, test } from 'vitest';
import type { PaymentState } from '#providers/index.ts';
import { verdictOf } from './mandates.waiting.ts';

const inState = (status: PaymentState['status']) => ({ status }) as PaymentState;

test('LEND-X1: an order that the rail knows no payment of is open: the rail did not refuse it', () => {
  expect(verdictOf([])).toBe('open');
});

test('LEND-20: one payment that took money decides; a refusal is final when no other payment is under way', () => {
  expect(verdictOf([inState('failed'), inState('captured')])).toBe('taken');
  expect(verdictOf([inState('failed'), inState('created')])).toBe('open');
  expect(verdictOf([inState('failed'), inState('failed')])).toBe('failed');
});

test('LEND-20: given payments that all failed or went back, then the debit has ended; with money or one under way it has not', () => {
  expect(verdictOf([inState('refunded')])).toBe('given_back');
  expect(verdictOf([inState('failed'), inState('refunded')])).toBe('given_back');
  expect(verdictOf([inState('refunded'), inState('created')])).toBe('open');
  expect(verdictOf([inState('refunded'), inState('captured')])).toBe('taken');
});
