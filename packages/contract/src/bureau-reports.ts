import { z } from 'zod';
import { BUREAU_REPORT_STATES, CREDIT_INFORMATION_COMPANIES } from './bureau-reports.calls.ts';
import { contract } from './endpoint.ts';
import {
  CSV,
  bookPaiseSchema,
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
} from './primitives.ts';
import * as calls from './bureau-reports.calls.ts';

export * from './bureau-reports.calls.ts';

const count = z.int().nonnegative();

const bureauReport = z.object({
  id: idSchema,
  /** The reference date: figures are those of its close. */
  asOn: dateSchema,
  /** The last day on which it is submitted in time. */
  dueOn: dateSchema,
  isLate: z.boolean(),
  /** Every account is in it, and not only those that changed. */
  isFull: z.boolean(),
  accountCount: count,
  /** Records of earlier reference dates that are no longer so. */
  correctionCount: count,
  balancePaise: bookPaiseSchema,
  overduePaise: bookPaiseSchema,
  madeAt: instantSchema,
  /** When its file was taken along last. */
  fetchedAt: instantSchema.nullable(),
  submissions: z.array(
    z.object({
      company: z.enum(CREDIT_INFORMATION_COMPANIES),
      reference: z.string(),
      submittedAt: instantSchema,
    }),
  ),
});
export type BureauReportItem = z.input<typeof bureauReport>;

export const bureauReportsContract = contract({
  calls,
  endpoints: {
    listBureauReports: {
      summary: 'Reports to credit information companies, and which of them had each; the newest first',
      query: pageQuery.extend({ state: z.enum(BUREAU_REPORT_STATES).optional() }),
      answer: pageOf(bureauReport),
    },
    exportBureauReport: {
      summary:
        'The records of a report as CSV, with names, PAN, mobile numbers and addresses, and its totals. It is written to the audit log who took it along',
      params: idParams,
      files: CSV,
      errors: ['exports_busy'],
    },
    noteBureauSubmission: {
      status: 204,
      summary: 'Notes that a company had a report, with its receipt; noted again, the newer receipt counts',
      params: idParams,
      body: z.strictObject({
        company: z.enum(CREDIT_INFORMATION_COMPANIES),
        reference: z.string().trim().min(3, 'Enter the reference').max(60),
      }),
    },
  },
});
