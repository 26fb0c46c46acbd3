import { z } from 'zod';
import { PAYMENT_STATUSES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, instantSchema, paiseSchema } from './primitives.ts';

export const RECEIPT_LINK_DAYS = 30;

const link = z.object({ id: idSchema, createdAt: instantSchema, expiresAt: instantSchema });

export const shareReceipt = endpoint({
  name: 'shareReceipt',
  method: 'POST',
  path: '/payments/{id}/receipt-links',
  summary: 'Makes a link that shows this payment to whoever has it, for thirty days; the token is said once',
  status: 201,
  params: idParams,
  answer: link.extend({ token: z.string() }),
});

export const listReceiptLinks = endpoint({
  name: 'listReceiptLinks',
  method: 'GET',
  path: '/payments/{id}/receipt-links',
  summary: 'The links of a payment that still show it, newest first',
  params: idParams,
  answer: z.object({ items: z.array(link), nextCursor: z.null() }),
});

export const revokeReceiptLink = endpoint({
  name: 'revokeReceiptLink',
  method: 'DELETE',
  path: '/receipt-links/{id}',
  summary: 'Takes a link back; it shows nothing from then on',
  status: 204,
  params: idParams,
});

export const getSharedReceipt = endpoint({
  name: 'getSharedReceipt',
  method: 'GET',
  path: '/public/receipts/{token}',
  summary: 'What a shared link shows, and nothing else',
  access: 'public',
  params: z.strictObject({ token: z.string().max(100) }),
  answer: z.object({
    amountPaise: paiseSchema,
    cardLast4: z.string(),
    date: instantSchema,
    /** Of the bill, not of what is repaid on it: that is nobody else's business. */
    status: z.enum(PAYMENT_STATUSES),
  }),
});
