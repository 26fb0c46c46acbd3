import { z } from 'zod';
import { contract } from './endpoint.ts';
import { scheduleRow } from './payments.ts';
import { dateSchema, idParams, instantSchema, paiseSchema, positivePaiseSchema } from './primitives.ts';
import * as calls from './part-prepayment.calls.ts';

export * from './part-prepayment.calls.ts';

/** The effect of paying a part early. Rule: LEND-9 */
export const partPrepaymentAnswer = z.object({
  asOf: dateSchema,
  /** The end of that day in India: from then on the figures are those of the next day. */
  validUntil: instantSchema,
  amountPaise: paiseSchema,
  /** Interest of the month so far, which comes first; the rest repays the bill. */
  interestPaise: paiseSchema,
  principalPaise: paiseSchema,
  instalmentBeforePaise: paiseSchema,
  instalmentAfterPaise: paiseSchema,
  /** Interest that need not be paid any more. */
  savingPaise: paiseSchema,
  /** The instalments still to come, as they would be. */
  schedule: z.array(scheduleRow),
});
export type PartPrepaymentQuote = z.input<typeof partPrepaymentAnswer>;

export const partPrepaymentContract = contract({
  calls,
  endpoints: {
    getPartPrepayment: {
      summary: 'What paying a part early today would change',
      params: idParams,
      query: z.strictObject({
        amountPaise: z
          .string()
          .regex(/^\d{1,13}$/, 'Enter an amount')
          .transform(Number)
          .pipe(positivePaiseSchema),
      }),
      answer: partPrepaymentAnswer,
      errors: [
        'payment_not_payable',
        'part_prepayment_after_dues',
        'part_prepayment_advance_held',
        'part_prepayment_too_small',
        'part_prepayment_close_instead',
        'part_prepayment_not_possible',
      ],
    },
  },
  refusals: {
    part_prepayment_after_dues: {
      status: 409,
      retry: 'never',
      en: 'Pay what is due first.',
      hi: 'पहले बकाया चुकाएँ।',
    },
    part_prepayment_advance_held: {
      status: 409,
      retry: 'never',
      en: 'You already paid ahead. Try again after the next due date.',
      hi: 'आप पहले से भर चुके हैं। अगली तारीख के बाद फिर कोशिश करें।',
    },
    part_prepayment_too_small: {
      status: 422,
      retry: 'never',
      en: 'Enter at least ₹500, and more than the interest so far.',
      hi: 'कम से कम ₹500 लिखें, और अब तक के ब्याज से ज़्यादा।',
    },
    part_prepayment_close_instead: {
      status: 422,
      retry: 'never',
      en: 'Less than ₹1,000 of the bill would be left. Enter less, or close the payment.',
      hi: 'बिल का ₹1,000 से कम बचेगा। कम लिखें, या भुगतान बंद करें।',
    },
    part_prepayment_not_possible: {
      status: 409,
      retry: 'never',
      en: 'This amount cannot make the instalments smaller.',
      hi: 'इस रकम से किस्तें छोटी नहीं हो सकतीं।',
    },
  },
});
