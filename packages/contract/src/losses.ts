import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { contract } from './endpoint.ts';
import { WAIVABLE } from './losses.calls.ts';
import { dateSchema, idParams, idSchema, paiseSchema, positivePaiseSchema } from './primitives.ts';
import * as calls from './losses.calls.ts';

export * from './losses.calls.ts';

export const lossesContract = contract({
  calls,
  endpoints: {
    waivePayment: {
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
    },
    proposeSettlement: {
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
        'loan_frozen',
        'debit_with_bank',
        'repayment_disputed',
        'approval_open',
      ],
    },
    proposeWriteOff: {
      status: 202,
      summary: 'Proposes to write a loan off that is 181 days past due or more; a second person decides',
      params: idParams,
      body: z.strictObject({ reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'payment_not_payable', 'write_off_too_early', 'loan_frozen', 'approval_open'],
    },
  },
  refusals: {
    waiver_exceeds_due: {
      status: 422,
      retry: 'never',
      en: 'This is more than what is due of it now.',
      hi: 'यह उसकी अभी देय रकम से ज़्यादा है।',
    },
    settlement_not_lower: {
      status: 422,
      retry: 'never',
      en: 'The agreed sum must be lower than what is owed.',
      hi: 'तय रकम बकाया से कम होनी चाहिए।',
    },
    settlement_day: {
      status: 422,
      retry: 'never',
      en: 'Choose a day from today to 90 days ahead.',
      hi: 'आज से 90 दिन के भीतर का कोई दिन चुनें।',
    },
    settlement_exists: {
      status: 409,
      retry: 'never',
      en: 'A lower sum is already agreed for this payment.',
      hi: 'इस भुगतान के लिए कम रकम पहले ही तय है।',
    },
    loan_frozen: {
      status: 409,
      retry: 'later',
      en: 'The bill of this payment may be on its way back. This can be done once that is cleared up.',
      hi: 'इस भुगतान का बिल शायद लौट रहा है। यह बात साफ़ होने के बाद ही ऐसा किया जा सकता है।',
    },
    debit_with_bank: {
      status: 409,
      retry: 'later',
      en: 'The bank has not answered a debit of this payment yet. A lower sum can be agreed once it has.',
      hi: 'इस भुगतान के एक डेबिट पर बैंक का जवाब अभी नहीं आया है। जवाब आने के बाद कम रकम तय की जा सकती है।',
    },
    repayment_disputed: {
      status: 409,
      retry: 'later',
      en: 'A bank disputes a repayment of this payment. A lower sum can be agreed once that is decided.',
      hi: 'एक बैंक ने इस भुगतान की एक चुकौती पर आपत्ति की है। उसका फ़ैसला होने के बाद कम रकम तय की जा सकती है।',
    },
    write_off_too_early: {
      status: 409,
      retry: 'never',
      en: 'A loan can be written off from the 181st day past due on.',
      hi: 'ऋण देरी के 181वें दिन से ही बट्टे खाते में डाला जा सकता है।',
    },
  },
});
