import { randomUUID } from 'node:crypto';

const WRONG: [string, object, string][] = [
  ['of a payment that is no id', { paymentId: "' or 1=1--" }, 'paymentId'],
  ['of an unknown kind', { kind: 'card' }, 'kind'],
  ['from an account that is no id', { bankAccountId: 7 }, 'bankAccountId'],
  ['with a maximum of its own', { maximumPaise: 1 }, 'maximumPaise'],
];

/** Requests about autopay that must be refused. */
export const MANDATE_CASES = [
  ...WRONG.map(([name, change, field]) => ({
    name: `autopay ${name}`,
    path: '/mandates',
    body: { paymentId: randomUUID(), kind: 'upi', ...change },
    expect: [422, 'validation_failed'] as const,
    fields: [field],
  })),
  {
    name: 'autopay of a payment nobody made',
    path: '/mandates',
    body: { paymentId: randomUUID(), kind: 'upi' },
    expect: [404, 'not_found'] as const,
  },
  {
    name: 'the end of an autopay that does not exist',
    method: 'DELETE',
    path: `/mandates/${randomUUID()}`,
    expect: [404, 'not_found'] as const,
  },
];
