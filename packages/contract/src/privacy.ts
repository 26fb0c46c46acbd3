import { z } from 'zod';
import { CONSENT_EFFECTS, CONSENT_PURPOSES } from './consents.ts';
import { contract } from './endpoint.ts';
import { dateSchema, instantSchema, pageOf, pageQuery, paiseSchema, PDF } from './primitives.ts';
import { CLOSURE_BLOCKERS, CLOSING_ERRORS } from './privacy.calls.ts';
import * as calls from './privacy.calls.ts';

export * from './privacy.calls.ts';

const purpose = z.enum(CONSENT_PURPOSES);

export const consentItem = z.object({
  purpose,
  /** The newest wording; `given` tells which one was agreed to. */
  version: z.string(),
  wording: z.string(),
  status: z.enum(['given', 'withdrawn', 'never_given']),
  /** The latest agreement: its version, in the words that were shown. */
  given: z
    .object({
      version: z.string(),
      wording: z.string(),
      at: instantSchema,
      withdrawnAt: instantSchema.nullable(),
    })
    .nullable(),
  /** The number of times it was agreed to; each agreement is kept. */
  times: z.int(),
  /** The activity that withdrawing stops. */
  stops: z.enum(CONSENT_EFFECTS),
  whenWithdrawn: z.string(),
});
export type ConsentItem = z.input<typeof consentItem>;

const consentsAnswer = z.object({ items: z.array(consentItem) });

export const exportAnswer = z.object({
  generatedAt: instantSchema,
  userId: z.uuid(),
  sections: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      purpose: z.string(),
      items: z.array(z.record(z.string(), z.json())),
    }),
  ),
  /** The data that is held and not shown here, with the reason. */
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
});
export type PersonalData = z.input<typeof exportAnswer>;

const held = z.object({
  what: z.string(),
  why: z.string(),
  /** The last day on which it is kept; null where the books are archived for good, without a name. */
  until: dateSchema.nullable(),
});

export const closurePreview = z.object({
  /** In order of precedence; empty when the account may be closed. */
  blockers: z.array(
    z.object({
      code: z.enum(CLOSURE_BLOCKERS),
      text: z.string(),
      /** The amount owed, on its way, or held for the person. */
      amountPaise: paiseSchema,
      count: z.int(),
    }),
  ),
  /** True when the sign-in is too long ago to close the account with it. */
  needsSignIn: z.boolean(),
  /**
   * The rupees that end with the account: unused rewards, and a remainder below a rupee that no rail can send. An older process
   * of a rolling upgrade leaves it out.
   */
  forfeits: z.object({ rewardsPaise: paiseSchema, remainderPaise: paiseSchema }).optional(),
  erased: z.array(z.string()),
  kept: z.array(held),
});
export type ClosurePreview = z.input<typeof closurePreview>;

export const privacyContract = contract({
  calls,
  endpoints: {
    getConsents: {
      summary: 'Every consent by purpose: its wording, whether it is given, what withdrawing stops',
      query: pageQuery,
      answer: pageOf(consentItem),
    },
    putConsents: {
      summary: 'Gives or withdraws consents; a purpose left out stays as it is',
      body: z.strictObject({
        consents: z
          .array(z.strictObject({ purpose, given: z.boolean() }))
          .min(1)
          .max(CONSENT_PURPOSES.length)
          .refine(
            (all) => new Set(all.map((one) => one.purpose)).size === all.length,
            'Name each purpose once',
          ),
        /** The language in which the wording was shown. */
        language: z.enum(['en', 'hi']).optional(),
      }),
      answer: consentsAnswer,
    },
    exportData: {
      summary: 'Everything held about the person, as JSON or as a readable PDF',
      files: PDF,
      query: z.strictObject({
        format: z.enum(['json', 'pdf']).default('json'),
        language: z.enum(['en', 'hi']).default('en'),
      }),
      answer: exportAnswer,
      errors: ['account_guarded', 'sign_in_again'],
    },
    getClosure: {
      summary: 'What closing the account would erase and keep, and what stands in its way',
      query: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
      answer: closurePreview,
    },
    deleteMe: {
      summary: 'Closes the account and erases what no law keeps; asked again, the same answer',
      query: z.strictObject({ language: z.enum(['en', 'hi']).default('en') }),
      body: z.strictObject({ confirm: z.literal('DELETE', 'Type DELETE').optional() }),
      answer: z.object({
        status: z.literal('closed'),
        closedAt: instantSchema,
        erased: z.array(z.string()),
        kept: z.array(held),
      }),
      errors: [
        'staff_account',
        'payment_under_way',
        'money_owed',
        'refund_due',
        'dispute_open',
        'account_guarded',
        'sign_in_again',
      ],
    },
  },
  refusals: {
    ...CLOSING_ERRORS,
    consent_withdrawn: {
      status: 409,
      retry: 'never',
      en: 'You took back a consent that new payments need. Agree again under Your data; repaying works as before.',
      hi: 'आपने वह सहमति वापस ली है जो नए भुगतान के लिए ज़रूरी है। "आपका डेटा" में फिर सहमति दें; चुकाना पहले की तरह चलता है।',
    },
    sign_in_again: {
      status: 403,
      retry: 'never',
      en: 'For your safety, log in again before you do this.',
      hi: 'आपकी सुरक्षा के लिए, यह करने से पहले फिर लॉग इन करें।',
    },
  },
});

export type Closed = z.input<typeof privacyContract.endpoints.deleteMe.answer>;
