import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { contract } from './endpoint.ts';
import { idParams, idSchema, positivePaiseSchema } from './primitives.ts';
import * as calls from './refund-transfers.calls.ts';

export * from './refund-transfers.calls.ts';

export const refundTransfersContract = contract({
  calls,
  endpoints: {
    recordRefundTransfer: {
      status: 202,
      summary:
        'Proposes to book that what was paid too much, and the payer’s bank refused to the end, went back by a transfer of our bank; a second person decides',
      params: idParams,
      body: z.strictObject({
        /** The UTR of our bank. */
        reference: z
          .string()
          .trim()
          .min(6, 'Enter the UTR')
          .max(40)
          .regex(/^[A-Za-z0-9]+$/, 'Letters and digits'),
        /** The sum that was sent: `transferDuePaise` of the payment. An older page leaves it out, and the second person compares. */
        amountPaise: positivePaiseSchema.optional(),
        /** The last four digits of the account it went to. */
        accountLast4: z.string().regex(/^\d{4}$/, 'Enter the last four digits'),
        reason: reasonSchema,
      }),
      answer: z.object({ approvalId: idSchema }),
      errors: [
        'own_account',
        'nothing_to_refund',
        'transfer_sum_changed',
        'other_way_proposed',
        'transfer_booked',
        'approval_open',
      ],
    },
  },
  refusals: {
    transfer_sum_changed: {
      status: 409,
      retry: 'never',
      en: 'Another sum is to go back now, so nothing was booked. Have our bank send what is missing or recall what is too much, and propose it anew.',
      hi: 'अब कोई और रकम लौटानी है, इसलिए कुछ दर्ज नहीं हुआ। जो कम है उसे बैंक से भिजवाएँ या ज़्यादा वापस मँगवाएँ, और नया प्रस्ताव रखें।',
    },
    other_way_proposed: {
      status: 409,
      retry: 'later',
      en: 'Another way to send this money back is proposed. Have that decided first, or the money goes twice.',
      hi: 'यह रकम लौटाने का दूसरा रास्ता पहले से प्रस्तावित है। पहले उसका फ़ैसला करवाएँ, नहीं तो रकम दो बार जाएगी।',
    },
    transfer_booked: {
      status: 409,
      retry: 'never',
      en: 'A transfer stands in the books under this UTR. Look at it again.',
      hi: 'इस UTR से एक ट्रांसफ़र खातों में पहले से है। UTR फिर देखें।',
    },
  },
});
