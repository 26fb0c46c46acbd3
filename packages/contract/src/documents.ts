import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema } from './primitives.ts';

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
