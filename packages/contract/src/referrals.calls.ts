import { declareCall } from './endpoint.ts';

/** Why a friend brings no reward. */
export const REFERRAL_REFUSALS = [
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
export type ReferralRefusal = (typeof REFERRAL_REFUSALS)[number];

export const listReferrals = declareCall({
  name: 'listReferrals',
  method: 'GET',
  path: '/referrals',
});
