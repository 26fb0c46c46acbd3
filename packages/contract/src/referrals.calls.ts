import { declareCall } from './endpoint.ts';

/** Why a friend brings no reward: staff alone read it, for most of it is the friend's account, bank or payments. */
export const REFERRAL_REASONS = [
  'known_person',
  'same_bank_account',
  'same_device',
  'monthly_limit',
  'yearly_limit',
  'no_reward',
  'payment_returned',
  'payment_cancelled',
  'fraud',
] as const;

/**
 * The same, towards the one who brought them: their own limits, none on offer, or `not_rewarded`, which says
 * nothing of the friend.
 */
export const REFERRAL_REFUSALS = ['monthly_limit', 'yearly_limit', 'no_reward', 'not_rewarded'] as const;
export type ReferralRefusal = (typeof REFERRAL_REFUSALS)[number];

export const listReferrals = declareCall({
  name: 'listReferrals',
  method: 'GET',
  path: '/referrals',
});
