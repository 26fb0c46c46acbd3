import { z } from 'zod';
import { APPROVAL_KINDS, APPROVAL_STATUSES } from './approvals.calls.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import { idParams, idSchema, instantSchema, pageOf, queueQuery } from './primitives.ts';
import { settingChange } from './setting-changes.ts';
import * as calls from './approvals.calls.ts';

export * from './approvals.calls.ts';

const staffMember = z.object({ id: idSchema, name: nameSchema.nullable() });

export const approvalItem = z.object({
  id: idSchema,
  kind: z.enum(APPROVAL_KINDS),
  status: z.enum(APPROVAL_STATUSES),
  /** The object it is about: a loan, a difference with the rail, a refund. */
  objectId: idSchema,
  /** The person whose account it concerns; null where it concerns none. */
  account: staffMember.nullable(),
  reason: z.string(),
  proposedBy: staffMember,
  proposedAt: instantSchema,
  expiresAt: instantSchema,
  decidedBy: staffMember.nullable(),
  decidedAt: instantSchema.nullable(),
  note: z.string().nullable(),
});
export type ApprovalItem = z.input<typeof approvalItem>;

/** A fact the second person reads before deciding: a code the screen has words for, and its value. */
export const approvalFact = z.object({ code: z.string(), value: z.union([z.string(), z.number()]) });
export type ApprovalFact = z.input<typeof approvalFact>;

export const reasonSchema = z.string().trim().min(3, 'Say why').max(500);

export const approvalsContract = contract({
  calls,
  endpoints: {
    listApprovals: {
      summary: 'What waits for a second person; decided ones by status',
      query: queueQuery.extend({
        kind: z.enum(APPROVAL_KINDS).optional(),
        status: z.enum(APPROVAL_STATUSES).default('open'),
        objectId: idSchema.optional(),
      }),
      answer: pageOf(approvalItem),
    },
    getApproval: {
      summary: 'One proposal with the facts to judge it by; looking is written to the audit log',
      params: idParams,
      answer: approvalItem.extend({
        facts: z.array(approvalFact),
        /** Its changes to the settings, field by field; empty where it is about something else. */
        changes: z.array(settingChange),
        /** False when what it is about has changed since: approving it would be refused. */
        isCurrent: z.boolean(),
      }),
    },
    decideApproval: {
      summary:
        'A second person with the role of its kind approves or rejects; whoever proposed it may only take it back, by rejecting',
      params: idParams,
      body: z.strictObject({
        decision: z.enum(['approve', 'reject']),
        note: z.string().trim().max(500).optional(),
      }),
      answer: approvalItem,
      errors: [
        'own_account',
        'approval_already_decided',
        'approval_expired',
        'second_person_required',
        'proposer_without_role',
        'approval_stale',
        'loan_frozen',
        'debit_with_bank',
        'repayment_disputed',
        'transfer_sum_changed',
        'other_way_proposed',
        'transfer_booked',
      ],
    },
  },
  refusals: {
    second_person_required: {
      status: 403,
      retry: 'never',
      en: 'You proposed this yourself. A colleague has to approve it.',
      hi: 'यह प्रस्ताव आपका ही है। इसे कोई सहकर्मी मंज़ूर करेगा।',
    },
    proposer_without_role: {
      status: 409,
      retry: 'never',
      en: 'The colleague who proposed this does not have the role for it any more. Reject it, and propose it anew if it is still wanted.',
      hi: 'जिस सहकर्मी ने यह प्रस्ताव रखा था, उनके पास अब इसकी भूमिका नहीं है। इसे नामंज़ूर करें, और ज़रूरत हो तो फिर प्रस्ताव रखें।',
    },
    approval_already_decided: {
      status: 409,
      retry: 'never',
      en: 'A colleague has already decided this.',
      hi: 'इसका फ़ैसला कोई सहकर्मी पहले ही कर चुका है।',
    },
    approval_expired: {
      status: 409,
      retry: 'never',
      en: 'The time for deciding this is over. Propose it again if it is still wanted.',
      hi: 'इस पर फ़ैसले का समय बीत गया है। ज़रूरत हो तो फिर प्रस्ताव रखें।',
    },
    approval_stale: {
      status: 409,
      retry: 'never',
      en: 'What this is about has changed since it was proposed. Nothing was done; propose it anew.',
      hi: 'प्रस्ताव के बाद स्थिति बदल गई है। कुछ नहीं किया गया; नया प्रस्ताव रखें।',
    },
    reinstatement_not_possible: {
      status: 409,
      retry: 'never',
      en: 'This limit is not suspended for arrears, or something is still overdue.',
      hi: 'यह लिमिट बकाया के कारण निलंबित नहीं है, या अभी कुछ बकाया है।',
    },
    approval_open: {
      status: 409,
      retry: 'never',
      en: 'The same is already proposed and waits for a second person.',
      hi: 'यही प्रस्ताव पहले से है और दूसरे व्यक्ति की मंज़ूरी की प्रतीक्षा में है।',
    },
  },
});
