import { z } from 'zod';
import { CARD_BANKS, CARD_NETWORKS } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { dateSchema, idParams, idSchema, instantSchema, paiseSchema } from './primitives.ts';
import { nameSchema } from './names.ts';

const required = 'Please fill in all required fields';

const NICKNAME_CHARACTERS_MAX = 40;
const NICKNAME_DIGITS_MAX = 4;

/** A name of the person's own for a card; with its digits kept few, nobody writes the card's number into it. */
export const nicknameSchema = nameSchema
  .max(NICKNAME_CHARACTERS_MAX, `A nickname has at most ${NICKNAME_CHARACTERS_MAX} characters`)
  .refine(
    (name) => (name.match(/\p{Nd}/gu)?.length ?? 0) <= NICKNAME_DIGITS_MAX,
    'Choose a nickname without the card number',
  );

/** Rule: SPEC-5 card form. `MM/YY`; whether it lies in the future is for the server's clock to say. */
export const expirySchema = z.string().regex(/^(0[1-9]|1[0-2])\/\d{2}$/, required);

export const cardAnswer = z.object({
  id: idSchema,
  maskedNumber: z.string(),
  last4: z.string(),
  network: z.enum(CARD_NETWORKS),
  nameOnCard: nameSchema,
  expiry: z.string(),
  bankName: z.string(),
  nickname: nameSchema.nullable(),
  lastUsedAt: instantSchema.nullable(),
});
export type Card = z.input<typeof cardAnswer>;

export const listCards = endpoint({
  name: 'listCards',
  method: 'GET',
  path: '/cards',
  summary: 'Saved cards, last used first',
  answer: z.object({ items: z.array(cardAnswer), nextCursor: z.null() }),
});

export const createCardBody = z.strictObject({
  /** Taken once, never stored: the server keeps the last four, the network and a keyed fingerprint. */
  cardNumber: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{15,16}$/, required)),
  nameOnCard: nameSchema.min(1, required).max(120),
  expiry: expirySchema,
  bankName: z.enum(CARD_BANKS, required),
  nickname: nicknameSchema.optional(),
  /** False: usable for one payment, not listed among the saved cards. */
  save: z.boolean().optional(),
});

export const createCard = endpoint({
  name: 'createCard',
  method: 'POST',
  path: '/cards',
  summary: 'Saves a card without its number',
  status: 201,
  body: createCardBody,
  answer: cardAnswer,
});

export const patchCard = endpoint({
  name: 'patchCard',
  method: 'PATCH',
  path: '/cards/{id}',
  summary: 'Names a card; an empty nickname takes the name away',
  params: idParams,
  body: z.strictObject({ nickname: nicknameSchema }),
  answer: cardAnswer,
});

export const deleteCard = endpoint({
  name: 'deleteCard',
  method: 'DELETE',
  path: '/cards/{id}',
  summary: 'Removes a saved card',
  status: 204,
  params: idParams,
  errors: ['card_in_use'],
});

export const billAnswer = z.object({
  amountDuePaise: paiseSchema,
  minimumDuePaise: paiseSchema.nullable(),
  billDate: dateSchema.nullable(),
  dueDate: dateSchema.nullable(),
  customerName: nameSchema.nullable(),
  /** Which amounts the biller takes for this bill. */
  exactness: z.enum(['exact', 'exact_and_above', 'exact_and_below', 'range', 'any']),
  payableUntil: instantSchema,
});
export type Bill = z.input<typeof billAnswer>;

export const fetchBill = endpoint({
  name: 'fetchBill',
  method: 'POST',
  path: '/cards/{id}/bill',
  summary: "Fetches the card's bill from the biller network",
  params: idParams,
  answer: billAnswer,
  errors: [
    'kyc_incomplete',
    'mobile_required',
    'biller_not_supported',
    'bill_not_found',
    'bill_not_due',
    'biller_unavailable',
  ],
});
