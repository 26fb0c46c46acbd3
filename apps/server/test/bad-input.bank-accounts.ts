import { randomUUID } from 'node:crypto';

const accountWith = (change: object) => ({
  accountName: 'Asha Rao',
  accountNumber: '50100123454021',
  confirmAccountNumber: '50100123454021',
  ifsc: 'ABCD0123456',
  acceptTerms: true,
  ...change,
});

const WRONG: [string, object, string][] = [
  ['without a holder', { accountName: '' }, 'accountName'],
  [
    'of letters',
    { accountNumber: '5010012345ABCD', confirmAccountNumber: '5010012345ABCD' },
    'accountNumber',
  ],
  ['whose number is no text', { accountNumber: 50100123454021 }, 'accountNumber'],
  ['typed in two ways', { confirmAccountNumber: '50100123454022' }, 'confirmAccountNumber'],
  ['of no branch', { ifsc: "' or 1=1--" }, 'ifsc'],
  ['without the terms', { acceptTerms: 'true' }, 'acceptTerms'],
  ['of somebody named in the body', { ownerId: randomUUID() }, 'ownerId'],
  ['declared verified', { verification: { status: 'verified' } }, 'verification'],
];

/** Requests about bank accounts that must be refused. */
export const BANK_ACCOUNT_CASES = [
  ...WRONG.map(([name, change, field]) => ({
    name: `a bank account ${name}`,
    path: '/bank-accounts',
    body: accountWith(change),
    expect: [422, 'validation_failed'] as const,
    fields: [field],
  })),
  {
    name: 'a bank account that does not exist made the default',
    path: `/bank-accounts/${randomUUID()}/default`,
    expect: [404, 'not_found'] as const,
  },
];
