import { expect, test } from 'vitest';
import { endpointOf } from './catalogue.ts';
import { fieldsOf, holds } from './fields.testing.ts';
import { listReferrals, referral } from './referrals.ts';

test('SPEC-3.referral, SPEC-3.referral-code: who was brought, by which code', () => {
  expect(fieldsOf(endpointOf(listReferrals).answer)).toEqual(
    holds('code', 'link', 'totalEarningsPaise', 'items'),
  );
  expect(fieldsOf(referral)).toEqual(
    holds(
      'id',
      'referredLabel',
      'createdAt',
      'kycCompleted',
      'paymentCompleted',
      'rewardCredited',
      'rewardAmountPaise',
    ),
  );
});
