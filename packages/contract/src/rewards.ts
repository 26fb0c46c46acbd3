import { z } from 'zod';
import { contract } from './endpoint.ts';
import {
  cashbackTerms,
  dateSchema,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
} from './primitives.ts';
import { REWARD_KINDS } from './rewards.calls.ts';
import * as calls from './rewards.calls.ts';

export * from './rewards.calls.ts';

export const reward = z.object({
  id: idSchema,
  amountPaise: paiseSchema,
  kind: z.enum(REWARD_KINDS),
  /** A sentence for people; screens may write their own from the fields beside it. */
  earnedFrom: z.string(),
  /** Null for a referral. */
  paymentId: idSchema.nullable(),
  instalment: z.int().nullable(),
  /** The card whose bill it was; null for a referral. */
  card: z.object({ bankName: z.string(), last4: z.string() }).nullable(),
  earnedAt: instantSchema,
  isUsed: z.boolean(),
  /** Available until `expiresOn`; taken back when the repayment behind it was. */
  state: z.enum(['available', 'expired', 'clawed_back']),
  /** The first day on which it can no longer be used. */
  expiresOn: dateSchema,
  /** The first day on which it can be used; left out: at once. A referral waits until its payment can no longer be cancelled. */
  usableFrom: dateSchema.optional(),
  /** True while a bank disputes a repayment of its payment: it cannot be used until that has ended. Left out: none does. */
  isDisputed: z.boolean().optional(),
});
export type Reward = z.input<typeof reward>;

/** Cashback of an instalment that is repaid while its day is not over: it is given once that day is closed. */
const comingReward = z.object({
  paymentId: idSchema,
  instalment: z.int(),
  card: z.object({ bankName: z.string(), last4: z.string() }),
  /** The due date that is shown, or the day on which all was repaid. */
  on: dateSchema,
  amountPaise: paiseSchema,
});

export const rewardsContract = contract({
  calls,
  endpoints: {
    listRewards: {
      summary: 'Rewards in rupees, newest first, and what of them can be used',
      query: pageQuery.extend({ usable: z.stringbool().default(false) }),
      answer: pageOf(reward).extend({
        availablePaise: paiseSchema,
        /** The cashback that an instalment repaid on time earns, of a payment made today; each payment says its own. */
        terms: cashbackTerms,
        /** On the first page of all rewards alone, the first to be given first. An older process leaves it out. */
        coming: z.array(comingReward).optional(),
      }),
    },
  },
});

export type Rewards = z.input<typeof rewardsContract.endpoints.listRewards.answer>;
