import { z } from 'zod';
import { contract } from './endpoint.ts';
import { CSV, idParams, idSchema, pageOf, pageQuery, PDF, signedPaiseSchema } from './primitives.ts';
import * as calls from './documents.calls.ts';

export * from './documents.calls.ts';

/** In which language a document is written; amounts and dates read the same in both. */
const documentQuery = z.strictObject({ language: z.enum(['en', 'hi']).default('en') });

const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-01');

export const statementItem = z.object({
  month: monthSchema,
  /** False for the month that is running. */
  isComplete: z.boolean(),
  /** The balance owed at its end, or owed now; below zero is in the person's favour. */
  closingPaise: signedPaiseSchema,
});
export type StatementItem = z.input<typeof statementItem>;

const monthParams = z.strictObject({ month: monthSchema });

export const documentsContract = contract({
  calls,
  endpoints: {
    getQuoteKeyFactsPdf: {
      summary: 'The key facts statement of a quote, to be read and kept before agreeing to it',
      files: PDF,
      params: z.strictObject({ quoteId: idSchema }),
      query: documentQuery,
    },
    getKeyFactsPdf: {
      summary: 'The key facts statement that was agreed to, with when and its hash',
      files: PDF,
      params: idParams,
      query: documentQuery,
    },
    getAgreementPdf: {
      summary: 'The sanction letter and the loan agreement of a payment whose bill was paid',
      files: PDF,
      params: idParams,
      query: documentQuery,
      errors: ['document_not_ready'],
    },
    getPaymentReceipt: {
      summary: 'That the bill was paid, with the references of the bank',
      files: PDF,
      params: idParams,
      query: documentQuery,
      errors: ['document_not_ready'],
    },
    getSchedulePdf: {
      summary: 'The schedule in force, and what changed it since the key facts were agreed to',
      files: PDF,
      params: idParams,
      query: documentQuery,
      errors: ['document_not_ready'],
    },
    getNoDues: {
      summary: 'The no-dues letter of a payment that is repaid',
      files: PDF,
      params: idParams,
      query: documentQuery,
      errors: ['document_not_ready'],
    },
    getSettlementLetter: {
      summary: 'The letter of a loan that an agreed lower sum has ended',
      files: PDF,
      params: idParams,
      query: documentQuery,
      errors: ['document_not_ready'],
    },
    getInvoice: {
      summary: 'The tax invoice of the service fee, and the credit notes where it was given back',
      files: PDF,
      params: idParams,
      query: documentQuery,
      errors: ['document_not_ready'],
    },
    getRepaymentReceipt: {
      summary: 'That a repayment was received and what it was used for',
      files: PDF,
      params: idParams,
      query: documentQuery,
      errors: ['document_not_ready'],
    },
    listStatements: {
      summary: 'The months there is a statement for, newest first',
      query: pageQuery,
      answer: pageOf(statementItem),
    },
    getStatementPdf: {
      summary: 'What was owed, what happened and what is owed, payment by payment',
      files: PDF,
      params: monthParams,
      query: documentQuery,
    },
    getStatementCsv: {
      summary: 'The same statement as a sheet',
      files: CSV,
      params: monthParams,
      query: documentQuery,
    },
  },
  refusals: {
    document_not_ready: {
      status: 409,
      retry: 'later',
      en: 'This document does not exist yet.',
      hi: 'यह दस्तावेज़ अभी नहीं बना है।',
    },
  },
});
