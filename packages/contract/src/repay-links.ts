import { z } from 'zod';
import { contract } from './endpoint.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  webUrlSchema,
} from './primitives.ts';
import { REPAY_LINK_CHANNELS, REPAY_LINK_STATES } from './repay-links.calls.ts';
import * as calls from './repay-links.calls.ts';

export * from './repay-links.calls.ts';

/** The view for the holder of a link: an amount and a date, and neither a name nor a bank. */
const shared = z.object({
  amountPaise: paiseSchema,
  dueDate: dateSchema,
  state: z.enum(REPAY_LINK_STATES),
});
export type SharedInstalment = z.input<typeof shared>;

const link = shared.extend({ id: idSchema, createdAt: instantSchema, expiresAt: instantSchema });
const token = z.strictObject({ token: z.string().max(100) });

export const repayLinksContract = contract({
  calls,
  endpoints: {
    shareInstalment: {
      summary:
        'Makes a link by which somebody else pays the next instalment, until its due date and for seven days at least, or the sum that ends the loan; takes older links to that money back. The token is said once',
      status: 201,
      params: idParams,
      answer: link.extend({ token: z.string() }),
      errors: ['payment_not_payable'],
    },
    listRepayLinks: {
      summary: 'The links of a payment that still show something, newest first',
      params: idParams,
      query: pageQuery,
      answer: pageOf(link),
    },
    revokeRepayLink: {
      summary: 'Takes a link back; it shows nothing and opens no checkout from then on',
      status: 204,
      params: idParams,
    },
    getSharedInstalment: {
      summary: 'What a link shows: its amount, its date and whether it is paid',
      params: token,
      answer: shared,
    },
    startSharedRepayment: {
      summary: 'Opens the checkout order of a link, the same one each time for as long as its amount stands',
      status: 202,
      params: token,
      answer: z.object({
        scriptUrl: webUrlSchema,
        keyId: z.string(),
        orderId: z.string(),
        amountPaise: paiseSchema,
      }),
      errors: ['instalment_paid', 'repayment_too_small', 'provider_refused', 'provider_unavailable'],
    },
    confirmSharedRepayment: {
      summary: "The checkout's answer; credited only after the server has read the payment back",
      params: token,
      body: z.strictObject({ paymentId: z.string().min(1).max(64), signature: z.string().min(1).max(256) }),
      /** `paidAt`: when the money came; null while it is not known to have come, and left out by an older server. */
      answer: shared.extend({ paidAt: instantSchema.nullable().optional() }),
      errors: ['repayment_not_confirmed', 'credit_source_refused'],
    },
    sendRepayLink: {
      summary:
        'Sends a person the link to their next instalment, or to the sum that ends the loan, to the mail address and the number they have proven; takes older links to that money back. For a person who cannot log in',
      params: idParams,
      /** True where the person asked for it: then it is no contact of ours, and no rule of contact refuses it. Rule: LEND-23 */
      body: z.strictObject({ isAskedFor: z.boolean().optional() }),
      answer: shared.omit({ state: true }).extend({
        expiresAt: instantSchema,
        /** The ways it went. */
        sentBy: z.array(z.enum(REPAY_LINK_CHANNELS)),
      }),
      errors: [
        'own_account',
        'blocked_for_fraud',
        'payment_not_payable',
        'no_proven_address',
        'contact_hours',
        'contact_rests',
        'contact_most',
      ],
    },
  },
  refusals: {
    instalment_paid: {
      status: 409,
      retry: 'never',
      en: 'This is paid. Nothing is left to pay.',
      hi: 'यह चुक गया है। अब कुछ देना बाकी नहीं है।',
    },
    blocked_for_fraud: {
      status: 409,
      retry: 'never',
      en: 'This account is blocked for fraud. Its links open nothing.',
      hi: 'यह खाता धोखाधड़ी के कारण रोका हुआ है। इसके लिंक से कुछ नहीं खुलता।',
    },
    no_proven_address: {
      status: 409,
      retry: 'never',
      en: 'This person has proven neither a mail address nor a number. There is nowhere to send it.',
      hi: 'इस व्यक्ति का न कोई ई-मेल पता पक्का है, न नंबर। भेजने की कोई जगह नहीं है।',
    },
  },
});
