import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, signedPaiseSchema } from './primitives.ts';

/** In which language a document is written; amounts and dates read the same in both. */
const documentQuery = z.strictObject({ language: z.enum(['en', 'hi']).default('en') });

export const getQuoteKeyFactsPdf = endpoint({
  name: 'getQuoteKeyFactsPdf',
  method: 'GET',
  path: '/payments/quote/{quoteId}/key-facts.pdf',
  summary: 'The key facts statement of a quote, to be read and kept before agreeing to it',
  params: z.strictObject({ quoteId: idSchema }),
  query: documentQuery,
  download: true,
});

export const getKeyFactsPdf = endpoint({
  name: 'getKeyFactsPdf',
  method: 'GET',
  path: '/payments/{id}/key-facts.pdf',
  summary: 'The key facts statement that was agreed to, with when and its hash',
  params: idParams,
  query: documentQuery,
  download: true,
});

export const getPaymentReceipt = endpoint({
  name: 'getPaymentReceipt',
  method: 'GET',
  path: '/payments/{id}/receipt.pdf',
  summary: 'That the bill was paid, with the references of the bank',
  params: idParams,
  query: documentQuery,
  download: true,
  errors: ['document_not_ready'],
});

export const getSchedulePdf = endpoint({
  name: 'getSchedulePdf',
  method: 'GET',
  path: '/payments/{id}/schedule.pdf',
  summary: 'The schedule in force, and what changed it since the key facts were agreed to',
  params: idParams,
  query: documentQuery,
  download: true,
  errors: ['document_not_ready'],
});

export const getNoDues = endpoint({
  name: 'getNoDues',
  method: 'GET',
  path: '/payments/{id}/no-dues.pdf',
  summary: 'The no-dues letter of a payment that is repaid',
  params: idParams,
  query: documentQuery,
  download: true,
  errors: ['document_not_ready'],
});

export const getInvoice = endpoint({
  name: 'getInvoice',
  method: 'GET',
  path: '/payments/{id}/invoice.pdf',
  summary: 'The tax invoice of the service fee, and the credit notes where it was given back',
  params: idParams,
  query: documentQuery,
  download: true,
  errors: ['document_not_ready'],
});

export const getRepaymentReceipt = endpoint({
  name: 'getRepaymentReceipt',
  method: 'GET',
  path: '/repayments/{id}/receipt.pdf',
  summary: 'That a repayment was received and what it was used for',
  params: idParams,
  query: documentQuery,
  download: true,
  errors: ['document_not_ready'],
});

const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-01');

export const statementItem = z.object({
  month: monthSchema,
  /** False for the month that is running. */
  isComplete: z.boolean(),
  /** What was owed at its end, or is owed now; below zero is in the person's favour. */
  closingPaise: signedPaiseSchema,
});
export type StatementItem = z.input<typeof statementItem>;

export const listStatements = endpoint({
  name: 'listStatements',
  method: 'GET',
  path: '/statements',
  summary: 'The months there is a statement for, newest first',
  answer: z.object({ items: z.array(statementItem), nextCursor: z.null() }),
});

const monthParams = z.strictObject({ month: monthSchema });

export const getStatementPdf = endpoint({
  name: 'getStatementPdf',
  method: 'GET',
  path: '/statements/{month}.pdf',
  summary: 'What was owed, what happened and what is owed, payment by payment',
  params: monthParams,
  query: documentQuery,
  download: true,
});

export const getStatementCsv = endpoint({
  name: 'getStatementCsv',
  method: 'GET',
  path: '/statements/{month}.csv',
  summary: 'The same statement as a sheet',
  params: monthParams,
  query: documentQuery,
  download: true,
});
