import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { contract } from './endpoint.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery, positivePaiseSchema } from './primitives.ts';
import { REVEALABLE } from './user-actions.calls.ts';
import { ACCOUNT_STATES } from './users.calls.ts';
import { personRef } from './users.ts';
import * as calls from './user-actions.calls.ts';

export * from './user-actions.calls.ts';

const note = z.object({
  id: idSchema,
  text: z.string(),
  /** Grows with every change; a change names the version it was made from. */
  version: z.int().positive(),
  createdAt: instantSchema,
  createdBy: personRef,
  /** The time of the latest change; null where there was none. */
  changedAt: instantSchema.nullable(),
  changedBy: personRef.nullable(),
});
export type UserNote = z.input<typeof note>;

const accountChange = z.union([
  z.strictObject({ state: z.literal('blocked'), isFraud: z.boolean().optional(), reason: reasonSchema }),
  z.strictObject({ state: z.literal('active'), reason: reasonSchema }),
  z.strictObject({ limitPaise: positivePaiseSchema, reason: reasonSchema }),
]);

const noteText = z.string().trim().min(1, 'Write a note').max(2000);

export const userActionsContract = contract({
  calls,
  endpoints: {
    revealUserField: {
      summary:
        'Shows one masked value in full, so many an hour; who saw it and why is written to the audit log, and so is a refusal',
      params: idParams,
      body: z.strictObject({ field: z.enum(REVEALABLE), reason: reasonSchema }),
      answer: z.object({ field: z.enum(REVEALABLE), value: z.string().nullable() }),
      errors: ['own_account', 'reveals_used_up'],
    },
    listUserNotes: {
      summary: 'What colleagues wrote about an account, newest first',
      params: idParams,
      query: pageQuery,
      answer: pageOf(note),
      errors: ['own_account'],
    },
    addUserNote: {
      summary: 'Writes a note for colleagues; the person reads it in the copy of their data',
      status: 201,
      params: idParams,
      body: z.strictObject({ text: noteText }),
      answer: note,
      errors: ['own_account'],
    },
    changeUserNote: {
      summary: 'Changes a note from the version that was read; every version is kept',
      params: idParams.extend({ noteId: idSchema }),
      body: z.strictObject({ text: noteText, version: z.int().positive() }),
      answer: note,
      errors: ['own_account', 'note_changed'],
    },
    blockUser: {
      summary:
        'Blocks an account at once: every session ends and nobody signs in. What is owed stays owed. A colleague’s is proposed to a second person',
      params: idParams,
      body: z.strictObject({
        reason: reasonSchema,
        /**
         * It is fraud: what others earned for bringing this person is taken back, and PAN and document are known again. For the role
         * risk alone; a closed account can be marked with it, too. Left out: it is not.
         */
        isFraud: z.boolean().optional(),
      }),
      answer: z.object({
        state: z.enum(ACCOUNT_STATES),
        /** The proposal that waits for a second person; null where the account is blocked. */
        approvalId: idSchema.nullable(),
      }),
      errors: ['own_account', 'account_is_blocked', 'account_is_closed', 'approval_open'],
    },
    proposeUnblock: {
      status: 202,
      summary: 'Proposes to lift a block; a second person decides',
      params: idParams,
      body: z.strictObject({ reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'account_not_blocked', 'account_is_closed', 'approval_open'],
    },
    proposeLimit: {
      status: 202,
      summary:
        'Proposes another limit within the policy; a second person decides. A lower one then counts at once, and the person reads the reason; a higher one is offered to them',
      params: idParams,
      body: z.strictObject({ limitPaise: positivePaiseSchema, reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'credit_not_active', 'limit_not_allowed', 'report_too_old', 'approval_open'],
    },
    changeUser: {
      summary:
        'Changes one field of an account by the rules of its own call: `state` blocks it or proposes to lift the block, `limitPaise` proposes a limit, for the role risk alone',
      params: idParams,
      body: accountChange,
      /** The proposal that waits for a second person; null where the change counts at once. */
      answer: z.object({ approvalId: idSchema.nullable() }),
      errors: [
        'own_account',
        'account_is_closed',
        'account_is_blocked',
        'account_not_blocked',
        'credit_not_active',
        'limit_not_allowed',
        'report_too_old',
        'approval_open',
      ],
    },
  },
});
