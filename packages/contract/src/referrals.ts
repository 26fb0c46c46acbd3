import { z } from 'zod';
import { contract } from './endpoint.ts';
import { idSchema, instantSchema, pageOf, pageQuery, paiseSchema, webUrlSchema } from './primitives.ts';
import { REFERRAL_REFUSALS } from './referrals.calls.ts';
import * as calls from './referrals.calls.ts';

export * from './referrals.calls.ts';

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

export const referralsContract = contract({
  calls,
  endpoints: {
    listReferrals: {
      summary: "One's own code and link, what friends have earned, and how far each is, newest first",
      query: pageQuery,
      answer: pageOf(referral).extend({
        code: z.string(),
        link: webUrlSchema,
        totalEarningsPaise: paiseSchema,
        /** The reward for the next friend. */
        rewardPaise: paiseSchema,
        /** The number of friends of one month who are rewarded, at most. */
        monthlyMax: z.int(),
      }),
    },
  },
});

export type Referrals = z.input<typeof referralsContract.endpoints.listReferrals.answer>;
