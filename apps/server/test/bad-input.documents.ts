import { randomUUID } from 'node:crypto';
import { type Bad, ids } from './bad-input.cases.ts';

const NOT_FOUND = [404, 'not_found'] as const;
const INVALID = [422, 'validation_failed'] as const;

/** Documents are only read: what is wrong can be the name of the thing or the language. */
export const DOCUMENT_CASES: readonly Bad[] = [
  {
    name: 'the key facts of a quote that is not there',
    method: 'GET',
    path: `/payments/quote/${randomUUID()}/key-facts.pdf`,
    expect: NOT_FOUND,
  },
  {
    name: 'the key facts of a payment that is no id',
    method: 'GET',
    path: '/payments/17/key-facts.pdf',
    expect: INVALID,
    fields: ['id'],
  },
  {
    name: 'the key facts in a language nobody wrote them in',
    method: 'GET',
    path: () => `/payments/${ids.payment}/key-facts.pdf?language=fr`,
    expect: INVALID,
    fields: ['language'],
  },
  ...['2026-13', '2026-1', '1999-12', '202612'].map((month) => ({
    name: `the statement of ${month}`,
    method: 'GET',
    path: `/statements/${month}.csv`,
    expect: INVALID,
    fields: ['month'],
  })),
];
