import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idSchema, instantSchema, pageOf, pageQuery, paiseSchema, webUrlSchema } from './primitives.ts';

/** Why a friend brings no reward. */
export const REFERRAL_REFUSALS = [
  'known_person',
  'same_bank_account',
  'same_device',
  'monthly_limit',
  'yearly_limit',
  'payment_returned',
  'payment_cancelled',
  'fraud',
] as const;
export type ReferralRefusal = (typeof REFERRAL_REFUSALS)[number];

export const referral = z.object({
  id: idSchema,
  /** "User 0192ab34": a friend is not named to the one who brought them. */
  referredLabel: z.string(),
  createdAt: instantSchema,
  kycCompleted: z.boolean(),
  paymentCompleted: z.boolean(),
  rewardCredited: z.boolean(),
  /** Null until it is credited. */
  rewardAmountPaise: paiseSchema.nullable(),
  refusedReason: z.enum(REFERRAL_REFUSALS).nullable(),
});
export type Referral = z.input<typeof referral>;

export const listReferrals = endpoint({
  name: 'listReferrals',
  method: 'GET',
  path: '/referrals',
  summary: "One's own code and link, what friends have earned, and how far each is, newest first",
  query: pageQuery,
  answer: pageOf(referral).extend({
    code: z.string(),
    link: webUrlSchema,
    totalEarningsPaise: paiseSchema,
    /** What the next friend is worth. */
    rewardPaise: paiseSchema,
    /** How many friends of one month are rewarded. */
    monthlyMax: z.int(),
  }),
});
export type Referrals = z.input<typeof listReferrals.answer>;
