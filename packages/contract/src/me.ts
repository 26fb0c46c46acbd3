import { z } from 'zod';
import { KYC_STATUSES } from './constants.ts';
import { emailSchema } from './email.ts';
import { contract } from './endpoint.ts';
import { mobileSchema } from './mobile.ts';
import { fullNameSchema, nameSchema } from './names.ts';
import { dateSchema, idSchema, paiseSchema, panSchema } from './primitives.ts';
import * as calls from './me.calls.ts';

export * from './me.calls.ts';

/** A state or union territory by its GST code, such as `27`; 25 and 28 are no longer given. */
export const stateSchema = z.string().regex(/^(0[1-9]|1\d|2[0-4679]|3[0-8])$/, 'Choose your state');

const missing = 'Please fill all required fields before proceeding';

export const onboardingBody = z.strictObject({
  fullName: fullNameSchema,
  pan: panSchema,
  dateOfBirth: dateSchema,
  address: z.string().trim().min(1, missing).max(500),
  monthlyIncomePaise: paiseSchema,
});

export const creditSummary = z.object({
  limitPaise: paiseSchema,
  /** Bill principal not yet repaid, plus what is reserved for accepted payments. */
  usedPaise: paiseSchema,
  availablePaise: paiseSchema,
  usedPercent: z.int(),
  score: z.int().nullable(),
  state: z.string(),
  /** The candidates that bind the limit, with their reasons. */
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
});

export const meAnswer = z.object({
  id: idSchema,
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  name: nameSchema.nullable(),
  isAdmin: z.boolean(),
  onboardingComplete: z.boolean(),
  /** The contacts that were asked for and are not proven yet; the present address and number stand until then. */
  pendingContact: z.object({
    email: z
      .object({
        address: z.string(),
        /** The mails whose links are still to be opened: at the new address, at the present one, or both. */
        awaits: z.array(z.enum(['new', 'present'])),
      })
      .nullable(),
    mobile: z.string().nullable(),
  }),
  profile: z.object({
    fullName: nameSchema.nullable(),
    panMasked: z.string().nullable(),
    dateOfBirth: dateSchema.nullable(),
    address: z.string().nullable(),
    /** As corrected, else by the PIN code of the address; null where neither says. Tax on fees goes by it. */
    state: stateSchema.nullable().optional(),
    monthlyIncomePaise: paiseSchema.nullable(),
  }),
  kyc: z.object({
    panVerified: z.boolean(),
    aadhaarVerified: z.boolean(),
    videoStatus: z.enum(KYC_STATUSES),
    isComplete: z.boolean(),
  }),
  credit: creditSummary.nullable(),
});
export type Me = z.input<typeof meAnswer>;

export const notification = z.object({
  id: idSchema,
  type: z.enum(['reward', 'success', 'warning', 'info']),
  icon: z.string(),
  title: z.string(),
  description: z.string(),
  /** The page it is about, a path of the web app; null where there is none. */
  link: z.string().nullable(),
  date: z.iso.datetime(),
  read: z.boolean(),
});

export const meContract = contract({
  calls,
  endpoints: {
    getMe: {
      summary: 'The signed-in person: profile, KYC and credit',
      answer: meAnswer,
    },
    putOnboarding: {
      summary: 'Stores the three onboarding steps',
      body: onboardingBody,
      answer: meAnswer,
      errors: ['kyc_locked'],
    },
    patchProfile: {
      summary:
        'Changes what the person may change by themselves. A new email or phone is not stored: mails or a code are sent, the answer shows it in pendingContact, and it counts once proven. A new phone needs a sign-in of the last hour',
      body: z.strictObject({
        name: fullNameSchema.optional(),
        email: emailSchema.optional(),
        phone: mobileSchema.optional(),
        dateOfBirth: dateSchema.optional(),
        address: z.string().trim().min(1, missing).max(500).optional(),
        /** Corrects what the PIN code says; null takes the correction back. A new address takes it back, too. */
        state: stateSchema.nullable().optional(),
        monthlyIncomePaise: paiseSchema.optional(),
      }),
      answer: meAnswer,
      errors: ['kyc_locked', 'sign_in_again', 'account_guarded', 'email_in_use', 'mobile_in_use'],
    },
  },
  refusals: {
    onboarding_incomplete: {
      status: 409,
      retry: 'never',
      en: 'Complete your profile first.',
      hi: 'पहले अपनी प्रोफ़ाइल पूरी करें।',
    },
    email_in_use: {
      status: 409,
      retry: 'never',
      en: 'This email address already belongs to another account.',
      hi: 'यह ईमेल पता पहले से किसी दूसरे खाते का है।',
    },
    mobile_in_use: {
      status: 409,
      retry: 'never',
      en: 'This number already belongs to another account.',
      hi: 'यह नंबर पहले से किसी दूसरे खाते का है।',
    },
    mobile_required: {
      status: 409,
      retry: 'never',
      en: 'Add the mobile number registered with your bank first.',
      hi: 'पहले बैंक में दर्ज मोबाइल नंबर जोड़ें।',
    },
    pincode_required: {
      status: 409,
      retry: 'never',
      en: 'Add the six-digit PIN code to your address first. The credit bureau asks for it.',
      hi: 'पहले अपने पते में छह अंकों का पिन कोड जोड़ें। क्रेडिट ब्यूरो इसे माँगता है।',
    },
  },
});
