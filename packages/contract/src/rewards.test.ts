import { expect, test } from 'vitest';
import { endpointOf } from './catalogue.ts';
import { fieldsOf, holds } from './fields.testing.ts';
import { listRewards, reward } from './rewards.ts';

test('SPEC-3.reward: what was earned, and what of it can be used', () => {
  expect(fieldsOf(reward)).toEqual(holds('id', 'amountPaise', 'earnedFrom', 'earnedAt', 'isUsed'));
  expect(fieldsOf(endpointOf(listRewards).answer)).toEqual(holds('availablePaise', 'items'));
});
