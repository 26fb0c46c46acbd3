import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { scheduleRow } from './payments.ts';
import { dateSchema, idParams, instantSchema, paiseSchema, positivePaiseSchema } from './primitives.ts';

/** What paying a part early changes. Rule: LEND-9 */
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

export const getPartPrepayment = endpoint({
  name: 'getPartPrepayment',
  method: 'GET',
  path: '/payments/{id}/part-prepayment',
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
});
