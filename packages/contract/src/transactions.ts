import { z } from 'zod';
import { BILL_STATUSES, PAYMENT_STATUSES, TRANSACTION_DESCRIPTION } from './constants.ts';
import { idSchema, instantSchema, paiseSchema } from './primitives.ts';

/** One line of a person's transactions. */
export const transaction = z.object({
  id: idSchema,
  date: instantSchema,
  description: z.literal(TRANSACTION_DESCRIPTION),
  status: z.enum(PAYMENT_STATUSES),
  billStatus: z.enum(BILL_STATUSES),
  amountPaise: paiseSchema,
  /** The end of its loan, in one word; left out while there is none. */
  ending: z.enum(['repaid', 'cancelled', 'settled']).optional(),
  /** The card whose bill it is. */
  card: z.object({ bankName: z.string(), last4: z.string() }),
});
export type Transaction = z.input<typeof transaction>;
