import { z } from 'zod';
import { contract } from './endpoint.ts';
import { lateTerms, planOption } from './payments.ts';
import { paiseSchema, percentSchema } from './primitives.ts';
import * as calls from './pricing.calls.ts';

export * from './pricing.calls.ts';

export const pricingAnswer = z.object({
  /** True while the outside world is the sandbox: the landing page then shows marked examples. */
  sandbox: z.boolean(),
  fee: z.object({
    percent: percentSchema,
    minPaise: paiseSchema,
    maxPaise: paiseSchema,
    gstPercent: percentSchema,
  }),
  plans: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(['single', 'emi']),
      instalments: z.int(),
      annualRatePercent: percentSchema,
      dueDays: z.int().nullable(),
      /** The bills it is for; without a most, the limit decides. */
      billMinPaise: paiseSchema,
      billMaxPaise: paiseSchema.nullable(),
    }),
  ),
  /** Plans dearer than this are not offered; null: none is left out. Rule: LEND-F6 */
  aprCeilingPercent: percentSchema.nullable(),
  /** Within so many days a payment can be cancelled; the key facts of each say its own. */
  coolingOffDays: z.int(),
  /** The charges for lateness on a loan sold now, where its plan has no terms of its own. */
  late: lateTerms,
  example: z.object({ amountPaise: paiseSchema, serviceFeePaise: paiseSchema, options: z.array(planOption) }),
  lender: z.object({ name: z.string(), registration: z.string() }),
  /** Where a person writes for help. */
  supportEmail: z.string(),
  grievanceOfficer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
});
export type Pricing = z.infer<typeof pricingAnswer>;

export const pricingContract = contract({
  calls,
  endpoints: {
    getPricing: {
      summary: 'Fees, plans and a worked example, for the public pages',
      answer: pricingAnswer,
    },
  },
});
