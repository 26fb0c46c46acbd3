import { z } from 'zod';
import { dateSchema, paiseSchema } from './primitives.ts';

/** The price of cancelling a payment today. Rule: LEND-8 */
export const cancelQuote = z.object({
  until: dateSchema,
  amountPaise: paiseSchema,
  chargePaise: paiseSchema,
  /** The part of this amount and of earlier repayments that goes back. */
  refundPaise: paiseSchema,
});
