import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { BANK_MOVEMENT_KINDS } from './bank-movements.calls.ts';
import { contract } from './endpoint.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  positivePaiseSchema,
} from './primitives.ts';
import * as calls from './bank-movements.calls.ts';

export * from './bank-movements.calls.ts';

const bankMovement = z.object({
  id: idSchema,
  kind: z.enum(BANK_MOVEMENT_KINDS),
  amountPaise: z.int().positive(),
  valueOn: dateSchema,
  reference: z.string(),
  bookedAt: instantSchema,
  /** The decision of two; null where an operator booked it on the machine. */
  approvalId: idSchema.nullable(),
  takenBackAt: instantSchema.nullable(),
});
export type BankMovementItem = z.input<typeof bankMovement>;

export const bankMovementsContract = contract({
  calls,
  endpoints: {
    listBankMovements: {
      summary:
        'Movements of the bank account and the float that finance booked, and which were taken back; the newest first',
      query: pageQuery,
      answer: pageOf(bankMovement),
    },
    proposeBankMovement: {
      status: 202,
      summary:
        'Proposes to book a movement of the bank account or the float as the statement has it; a second person decides',
      body: z.strictObject({
        kind: z.enum(BANK_MOVEMENT_KINDS),
        amountPaise: positivePaiseSchema,
        /** Today, or a day of the year before. */
        valueOn: dateSchema,
        /** The bank's, the rail's, or that of the challan; a movement of a kind is booked once under it. */
        reference: z
          .string()
          .trim()
          .min(3, 'Enter the reference')
          .max(40)
          .regex(/^[A-Za-z0-9][A-Za-z0-9/-]*$/, 'Letters, digits, hyphens and strokes'),
        reason: reasonSchema,
      }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['movement_booked', 'tax_not_owed', 'approval_open'],
    },
    proposeMovementBack: {
      status: 202,
      summary: 'Proposes to take a movement back that was booked wrongly; a second person decides',
      params: idParams,
      body: z.strictObject({ reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['movement_taken_back', 'approval_open'],
    },
  },
  refusals: {
    movement_booked: {
      status: 409,
      retry: 'never',
      en: 'A movement of this kind stands in the books under this reference. If it is wrong, take it back first.',
      hi: 'इस संदर्भ से इसी तरह की एंट्री खातों में पहले से है। वह गलत हो तो पहले उसे वापस लें।',
    },
    tax_not_owed: {
      status: 409,
      retry: 'never',
      en: 'This is more than the books owe of this tax. Look at the trial balance.',
      hi: 'यह रकम खातों में इस कर के बकाया से ज़्यादा है। तलपट देखें।',
    },
    movement_taken_back: {
      status: 409,
      retry: 'never',
      en: 'This movement was taken back already.',
      hi: 'यह एंट्री पहले ही वापस ली जा चुकी है।',
    },
  },
});
