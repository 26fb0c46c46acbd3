import { z } from 'zod';
import { PAYMENT_STATUSES } from './constants.ts';
import { contract } from './endpoint.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery, paiseSchema } from './primitives.ts';
import * as calls from './receipt-links.calls.ts';

export * from './receipt-links.calls.ts';

const link = z.object({ id: idSchema, createdAt: instantSchema, expiresAt: instantSchema });

export const receiptLinksContract = contract({
  calls,
  endpoints: {
    shareReceipt: {
      summary:
        'Makes a link that shows this payment to whoever has it, for thirty days; the token is said once',
      status: 201,
      params: idParams,
      answer: link.extend({ token: z.string() }),
    },
    listReceiptLinks: {
      summary: 'The links of a payment that still show it, newest first',
      params: idParams,
      query: pageQuery,
      answer: pageOf(link),
    },
    revokeReceiptLink: {
      summary: 'Takes a link back; it shows nothing from then on',
      status: 204,
      params: idParams,
    },
    getSharedReceipt: {
      summary: 'What a shared link shows, and nothing else',
      params: z.strictObject({ token: z.string().max(100) }),
      answer: z.object({
        amountPaise: paiseSchema,
        cardLast4: z.string(),
        date: instantSchema,
        /** The status of the bill. Its repayment is not shown to others. */
        status: z.enum(PAYMENT_STATUSES),
      }),
    },
  },
});
