import { z } from 'zod';
import { list, text } from '../wire-parts.ts';

/** Decentro's credit report summary: numbers come as strings, amounts in rupees. */

/** A count as "3" or 3; absent or empty when the file does not say. */
const count = z
  .union([z.int().nonnegative(), z.string().regex(/^\d*$/)])
  .nullish()
  .transform((v) => (v === undefined || v === null || v === '' ? 0 : Number(v)));

/** Rupees as "1234.50" or 1234.5, turned into paise without passing through a fraction. */
const rupees = z
  .union([z.number().nonnegative().transform(String), z.string().regex(/^(\d+(\.\d{1,2})?)?$/)])
  .nullish()
  .transform((v) => {
    const [whole = '', fraction = ''] = (v ?? '').split('.');
    return Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  });

const scoreDetail = z.object({
  type: text,
  name: text,
  version: text,
  value: z
    .union([z.string().regex(/^-?\d*$/), z.int()])
    .nullish()
    .transform((v) => (v === undefined || v === null || v === '' ? undefined : Number(v))),
});

/** One month of an account: `MM-YY`, and the standing as days late (`000`, `31+`) or as a word (`WOF`, `SET`, `SUB`). */
const month = z.object({ key: text, paymentStatus: text });

const account = z.object({
  dateOpened: text,
  dateReported: text,
  dateClosed: text,
  /** "Yes" or "No". */
  open: text,
  installmentAmount: rupees,
  pastDueAmount: rupees,
  writeOffAmount: rupees,
  accountStatus: text,
  history48Months: list(month),
});
export type WireAccount = z.output<typeof account>;

const reportData = z.object({
  scoreDetails: list(scoreDetail),
  retailAccountsSummary: z
    .object({
      noOfAccounts: count,
      noOfActiveAccounts: count,
      noOfPastDueAccounts: count,
      totalPastDue: rupees,
      totalBalanceAmount: rupees,
    })
    .nullish(),
  retailAccountDetails: list(account),
  enquiries: list(z.object({ date: text })),
  enquirySummary: z.object({ past30Days: count }).nullish(),
});
export type WireReport = z.output<typeof reportData>;

const listItem = z.object({
  cIRReportData: reportData.nullish(),
  Error: z
    .union([
      z.object({ ErrorCode: text, ErrorDesc: text }),
      z.string().transform((v) => ({ ErrorCode: undefined, ErrorDesc: v })),
    ])
    .nullish(),
  error: z.object({ errorCode: text, errorDesc: text }).nullish(),
});

export const reportAnswer = z.object({
  decentroTxnId: z.string().min(1),
  status: z.enum(['SUCCESS', 'FAILURE']),
  responseKey: text,
  data: z.object({
    cCRResponse: z.object({
      status: text,
      cIRReportDataLst: list(listItem),
    }),
  }),
});
