import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { dateSchema, idParams, idSchema, paiseSchema, positivePaiseSchema } from './primitives.ts';

/** What may be waived: never the bill itself. */
export const WAIVABLE = ['interest', 'fee', 'penal', 'bounce'] as const;
export type Waivable = (typeof WAIVABLE)[number];

export const waivePayment = endpoint({
  name: 'waivePayment',
  method: 'POST',
  path: '/admin/payments/{id}/waivers',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
  summary:
    'Lets off a part of what is due, oldest first; above ₹500 of a payment, or to a person in a day, it is proposed to a second person',
  params: idParams,
  body: z.strictObject({
    component: z.enum(WAIVABLE),
    amountPaise: positivePaiseSchema,
    reason: reasonSchema,
  }),
  answer: z.object({
    status: z.enum(['waived', 'proposed']),
    waivedPaise: paiseSchema,
    /** The proposal that waits for a second person; null where it is done. */
    approvalId: idSchema.nullable(),
  }),
  errors: ['own_account', 'payment_not_payable', 'waiver_exceeds_due', 'approval_open'],
});

export const proposeSettlement = endpoint({
  name: 'proposeSettlement',
  method: 'POST',
  path: '/admin/payments/{id}/settlements',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
  status: 202,
  summary: 'Proposes a lower sum that ends the loan when it is paid by a day; a second person decides',
  params: idParams,
  body: z.strictObject({ agreedPaise: positivePaiseSchema, payBy: dateSchema, reason: reasonSchema }),
  answer: z.object({ approvalId: idSchema }),
  errors: [
    'own_account',
    'payment_not_payable',
    'settlement_not_lower',
    'settlement_day',
    'settlement_exists',
    'approval_open',
  ],
});

export const proposeWriteOff = endpoint({
  name: 'proposeWriteOff',
  method: 'POST',
  path: '/admin/payments/{id}/write-offs',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
  status: 202,
  summary: 'Proposes to write a loan off that is 181 days past due or more; a second person decides',
  params: idParams,
  body: z.strictObject({ reason: reasonSchema }),
  answer: z.object({ approvalId: idSchema }),
  errors: ['own_account', 'payment_not_payable', 'write_off_too_early', 'approval_open'],
});
