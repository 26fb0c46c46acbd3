import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { CREDIT_STATE_REASONS } from './credit.calls.ts';
import { contract } from './endpoint.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery, paiseSchema } from './primitives.ts';
import { personRef } from './users.ts';
import * as calls from './reinstatement.calls.ts';
import { REINSTATEMENT_STATES } from './reinstatement.calls.ts';

export * from './reinstatement.calls.ts';

export const reinstatementContract = contract({
  calls,
  endpoints: {
    listReinstatements: {
      summary:
        'Limits that are suspended for arrears or a dispute, those first that have been so for longest; looking is written to the audit log',
      query: pageQuery.extend({
        /**
         * ready: everything overdue is repaid and no dispute is open, so that it can be proposed; waiting: those of them that nobody has
         * proposed; owing: something still is overdue or open.
         */
        state: z.enum(REINSTATEMENT_STATES).default('ready'),
      }),
      answer: pageOf(
        z.object({
          account: personRef,
          limitPaise: paiseSchema,
          usedPaise: paiseSchema,
          suspendedAt: instantSchema,
          /** The worst payment's days past due, at the last close of a day. */
          daysPastDue: z.int().nonnegative(),
          /** Left out by an older process of a rolling upgrade, as is the next. */
          hold: z.enum(CREDIT_STATE_REASONS).optional(),
          /** Disputes of repayments that have not ended. */
          openDisputes: z.int().nonnegative().optional(),
          /** The proposal that waits for a second person. */
          openApprovalId: idSchema.nullable(),
        }),
      ),
    },
    proposeReinstatement: {
      status: 202,
      summary:
        'Proposes to free a limit that is suspended for arrears which are repaid, or for a dispute which has ended; a second person decides',
      params: idParams,
      body: z.strictObject({ reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'reinstatement_not_possible', 'approval_open'],
    },
  },
});
