import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { SETTLEMENT_STATES, SETTLEMENT_KINDS, RECEIPT_STATUSES } from './collections.calls.ts';
import { contract } from './endpoint.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  positivePaiseSchema,
} from './primitives.ts';
import * as calls from './collections.calls.ts';

export * from './collections.calls.ts';

const settlementRow = z.object({
  id: idSchema,
  kind: z.enum(SETTLEMENT_KINDS),
  state: z.enum(SETTLEMENT_STATES),
  settledOn: dateSchema,
  /** The batch that reached our bank, and the bank's reference of it. */
  settlementRef: z.string(),
  settlementUtr: z.string().nullable(),
  entityRef: z.string(),
  paymentRef: z.string().nullable(),
  amountPaise: paiseSchema,
  feePaise: paiseSchema,
  creditPaise: paiseSchema,
  debitPaise: paiseSchema,
  readAt: instantSchema,
  matchedAt: instantSchema.nullable(),
});

const receipt = z.object({
  id: idSchema,
  status: z.enum(RECEIPT_STATUSES),
  amountPaise: positivePaiseSchema,
  /** The part that the rail had given back before the rest was kept. */
  refundedPaise: paiseSchema,
  paymentRef: z.string(),
  orderRef: z.string().nullable(),
  receivedAt: instantSchema,
  /** Whole days since it came, in India. */
  ageDays: z.int().nonnegative(),
  /** Unclaimed until then, it goes back to where it came from. */
  returnOn: dateSchema,
  /** The repayment its order seems to name: a hint, no proof. */
  hintedRepaymentId: idSchema.nullable(),
  /** The payment it was given to. */
  paymentId: idSchema.nullable(),
});

export const collectionsContract = contract({
  calls,
  endpoints: {
    listSettlementRows: {
      summary: 'Rows of the collection rail’s settlement file as they were read, newest first',
      query: pageQuery.extend({ state: z.enum(SETTLEMENT_STATES).default('waiting') }),
      answer: pageOf(settlementRow),
    },
    listReceipts: {
      summary: 'Money that came without an owner, newest first',
      query: pageQuery.extend({ status: z.enum(RECEIPT_STATUSES).default('held') }),
      answer: pageOf(receipt),
    },
    getReceipt: {
      summary: 'Money that came without an owner, whatever became of it; looking is written to the audit log',
      params: idParams,
      answer: receipt,
    },
    identifyReceipt: {
      summary:
        'Gives money without an owner to the payment it was meant for; above ₹500, or where its order names somebody else, it is proposed to a second person',
      params: idParams,
      body: z.strictObject({
        paymentId: idSchema,
        reason: z.string().trim().min(3, 'Say how you know').max(500),
      }),
      answer: receipt.extend({
        /** The proposal that waits for a second person; null where it is done. */
        approvalId: idSchema.nullable(),
      }),
      errors: ['own_account', 'review_decided', 'approval_open'],
    },
    proposeReceiptBack: {
      status: 202,
      summary:
        'Proposes to take money back from a payment that it was given to by mistake: the loan is lived again without it, and the money is kept for its owner; a second person decides',
      params: idParams,
      body: z.strictObject({ reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'review_decided', 'receipt_not_whole', 'approval_open'],
    },
  },
  refusals: {
    receipt_not_whole: {
      status: 409,
      retry: 'never',
      en: 'A part of this money has gone back to its payer, its bank disputes it, or the payment was undone, so it cannot be taken from the payment any more.',
      hi: 'इस पैसे का कुछ हिस्सा चुकाने वाले को लौट चुका है, उनका बैंक इस पर विवाद कर रहा है, या यह भुगतान रद्द हो चुका है, इसलिए इसे भुगतान से वापस नहीं लिया जा सकता।',
    },
  },
});
