import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { contract } from './endpoint.ts';
import { HARDSHIP_REASONS } from './hardships.calls.ts';
import { nameSchema } from './names.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  leftOutSchema,
  pageOf,
  pageQuery,
  paiseSchema,
} from './primitives.ts';
import * as calls from './hardships.calls.ts';

export * from './hardships.calls.ts';

/** A borrower's word that they cannot pay on time. Rule: LEND-23 */
export const hardshipAnswer = z.object({
  id: idSchema,
  paymentId: idSchema,
  reason: z.enum(HARDSHIP_REASONS),
  note: z.string().nullable(),
  createdAt: instantSchema,
  /** The last day without reminders and new late charges. */
  untilDate: dateSchema,
});
export type Hardship = z.input<typeof hardshipAnswer>;

const hardshipState = z.object({
  /** The one that lasts; null when none does. */
  hardship: hardshipAnswer.nullable(),
  /** True when it can be told now: something is overdue or due soon, and it was not told lately. */
  canTell: z.boolean(),
});
export type HardshipState = z.input<typeof hardshipState>;

const staffHardship = hardshipAnswer.extend({
  account: z.object({ id: idSchema, name: nameSchema.nullable() }),
  /** When arrears had gone, where that ended it. */
  endedDate: dateSchema.nullable(),
});
export type StaffHardship = z.input<typeof staffHardship>;

export const hardshipsContract = contract({
  calls,
  endpoints: {
    getHardship: {
      summary: 'Whether reminders and new late charges rest because it cannot be paid on time',
      params: idParams,
      answer: hardshipState,
    },
    tellHardship: {
      summary: 'Tells that it cannot be paid on time. Told again while it lasts, the first answer stands',
      params: idParams,
      body: z.strictObject({
        reason: z.enum(HARDSHIP_REASONS),
        note: z.string().trim().max(500).optional(),
      }),
      answer: hardshipState,
      errors: ['payment_not_payable', 'hardship_too_early', 'hardship_told_lately'],
    },
    listHardships: {
      summary: 'Who said that they cannot pay on time, newest first; looking is written to the audit log',
      query: pageQuery.extend({ status: z.enum(['active', 'ended']).default('active') }),
      answer: pageOf(staffHardship),
    },
    getHardshipForStaff: {
      summary: 'One of them, with what is owed and how late it is; looking is written to the audit log',
      params: idParams,
      answer: staffHardship.extend({
        fromDate: dateSchema,
        isActive: z.boolean(),
        card: z.object({ bankName: z.string(), last4: z.string() }),
        paymentStatus: z.string(),
        outstandingPaise: paiseSchema,
        /** The part of it that has fallen due. */
        duePaise: paiseSchema,
        /** At the last close of a day. */
        daysPastDue: z.int().nonnegative(),
        nextDueDate: dateSchema.nullable(),
        /** Earlier ones of the same person, newest first. */
        earlier: z.array(
          z.object({ id: idSchema, paymentId: idSchema, fromDate: dateSchema, untilDate: dateSchema }),
        ),
        earlierLeftOutCount: leftOutSchema,
        /** The last day to which it may be made longer; null where it may not. */
        extensibleUntil: dateSchema.nullable(),
        openApprovalId: idSchema.nullable(),
      }),
    },
    proposeHardshipExtension: {
      status: 202,
      summary:
        'Proposes to let reminders and new late charges rest until a later day; a second person decides. Days past due go on',
      params: idParams,
      body: z.strictObject({ untilDate: dateSchema, reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'hardship_over', 'hardship_extension_day', 'approval_open'],
    },
  },
  refusals: {
    hardship_too_early: {
      status: 409,
      retry: 'later',
      en: 'Nothing is overdue or due soon. You can tell us from 15 days before a due date.',
      hi: 'अभी कुछ भी बकाया या जल्द देय नहीं है। आप देय तारीख से 15 दिन पहले से बता सकते हैं।',
    },
    hardship_told_lately: {
      status: 409,
      retry: 'later',
      en: 'You told us so less than 90 days ago. Write to us: a person looks for a way with you.',
      hi: 'आपने यह 90 दिन के अंदर ही बताया था। हमें लिखें: हमारा एक व्यक्ति आपके साथ रास्ता खोजेगा।',
    },
    hardship_over: {
      status: 409,
      retry: 'never',
      en: 'This is over already. The person can tell us again, or write to us.',
      hi: 'यह पहले ही पूरा हो चुका है। व्यक्ति फिर बता सकते हैं, या हमें लिख सकते हैं।',
    },
    hardship_extension_day: {
      status: 422,
      retry: 'never',
      en: 'Choose a later day than now, and not beyond the longest there may be.',
      hi: 'अभी से बाद का दिन चुनें, पर सबसे लंबी अवधि के अंदर।',
    },
  },
});
