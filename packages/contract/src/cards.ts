import { z } from 'zod';
import { CARD_BANKS, CARD_NETWORKS } from './constants.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
} from './primitives.ts';
import * as calls from './cards.calls.ts';

export * from './cards.calls.ts';

const required = 'Please fill in all required fields';

const NICKNAME_CHARACTERS_MAX = 40;
const NICKNAME_DIGITS_MAX = 4;

/** A name of the person's own for a card; its digits are few, so that the card's number does not fit into it. */
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

export const billAnswer = z.object({
  amountDuePaise: paiseSchema,
  minimumDuePaise: paiseSchema.nullable(),
  billDate: dateSchema.nullable(),
  dueDate: dateSchema.nullable(),
  customerName: nameSchema.nullable(),
  /** The amounts the biller takes for this bill. */
  exactness: z.enum(['exact', 'exact_and_above', 'exact_and_below', 'range', 'any']),
  payableUntil: instantSchema,
});
export type Bill = z.input<typeof billAnswer>;

export const cardsContract = contract({
  calls,
  endpoints: {
    listCards: {
      summary: 'Saved cards, last used first',
      query: pageQuery,
      answer: pageOf(cardAnswer),
    },
    createCard: {
      summary: 'Saves a card without its number; counted by the hour',
      status: 201,
      body: createCardBody,
      answer: cardAnswer,
      errors: ['card_limit'],
    },
    patchCard: {
      summary: 'Names a card; an empty nickname takes the name away',
      params: idParams,
      body: z.strictObject({ nickname: nicknameSchema }),
      answer: cardAnswer,
    },
    deleteCard: {
      summary: 'Removes a saved card',
      status: 204,
      params: idParams,
      errors: ['card_in_use'],
    },
    fetchBill: {
      summary: "Fetches the card's bill from the biller network",
      params: idParams,
      answer: billAnswer,
      errors: [
        'kyc_incomplete',
        'mobile_required',
        'biller_not_supported',
        'biller_deactivated',
        'bill_not_found',
        'bill_not_due',
        'bill_not_ready',
        'biller_unavailable',
      ],
    },
  },
  refusals: {
    card_removed: {
      status: 409,
      retry: 'never',
      en: 'This card was removed. Add it again to pay its bill.',
      hi: 'यह कार्ड हटा दिया गया है। बिल चुकाने के लिए इसे फिर जोड़ें।',
    },
    card_limit: {
      status: 409,
      retry: 'never',
      en: 'You have saved as many cards as you can. Remove one first.',
      hi: 'आप जितने कार्ड सहेज सकते हैं, उतने सहेज चुके हैं। पहले एक हटाएँ।',
    },
    card_in_use: {
      status: 409,
      retry: 'never',
      en: 'A payment to this card is still being made. Remove it afterwards.',
      hi: 'इस कार्ड का भुगतान अभी चल रहा है। बाद में हटाएँ।',
    },
    bill_not_found: {
      status: 404,
      retry: 'never',
      en: 'The bank found no bill for this card and your mobile number.',
      hi: 'इस कार्ड और आपके मोबाइल नंबर के लिए बैंक को कोई बिल नहीं मिला।',
    },
    bill_not_due: {
      status: 409,
      retry: 'never',
      en: 'Nothing is due on this card.',
      hi: 'इस कार्ड पर कुछ बकाया नहीं है।',
    },
    bill_already_paid: {
      status: 409,
      retry: 'never',
      en: 'This bill is paid already, or a payment of it is on its way. With this one it would be more than is due.',
      hi: 'यह बिल चुक गया है, या उसका भुगतान चल रहा है। इसके साथ रकम बकाया से ज़्यादा हो जाएगी।',
    },
    payments_paused: {
      status: 503,
      retry: 'later',
      en: 'We are not taking new payments for a short while. Try again in a few minutes.',
      hi: 'हम थोड़ी देर के लिए नए भुगतान नहीं ले रहे। कुछ मिनट में फिर कोशिश करें।',
    },
    bill_not_ready: {
      status: 503,
      retry: 'later',
      en: 'The bank is still looking for the bill. Ask again in a few seconds, or enter the amount yourself.',
      hi: 'बैंक अभी बिल ढूँढ रहा है। कुछ सेकंड में फिर पूछें, या रकम खुद लिखें।',
    },
    biller_unavailable: {
      status: 503,
      retry: 'later',
      waitSeconds: 180,
      en: 'The bank is not answering. Enter the amount yourself or try again later.',
      hi: 'बैंक जवाब नहीं दे रहा। रकम खुद लिखें या बाद में कोशिश करें।',
    },
    biller_not_supported: {
      status: 409,
      retry: 'never',
      en: 'Bills of this card cannot be paid here yet.',
      hi: 'इस कार्ड के बिल का भुगतान यहाँ अभी नहीं हो सकता।',
    },
    biller_deactivated: {
      status: 409,
      retry: 'never',
      en: 'This bank takes no bill payments through the network at the moment. Pay this bill at your bank.',
      hi: 'यह बैंक अभी नेटवर्क से बिल का भुगतान नहीं ले रहा। यह बिल अपने बैंक में भरें।',
    },
  },
});
