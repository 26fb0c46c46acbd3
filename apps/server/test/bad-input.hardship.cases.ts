import { type Bad, ids } from './bad-input.cases.ts';

const path = () => `/payments/${ids.payment}/hardship`;

export const HARDSHIP_CASES: readonly Bad[] = [
  { name: 'a hardship without a reason', path, body: {}, expect: [422, 'validation_failed'] },
  {
    name: 'a hardship for an unknown reason',
    path,
    body: { reason: 'holiday' },
    expect: [422, 'validation_failed'],
  },
  {
    name: 'a hardship with a novel',
    path,
    body: { reason: 'other', note: 'x'.repeat(501) },
    expect: [422, 'validation_failed'],
  },
  {
    name: 'a hardship that says until when',
    path,
    body: { reason: 'other', untilDate: '2099-01-01' },
    expect: [422, 'validation_failed'],
  },
  {
    name: 'a hardship long before anything is due',
    path,
    body: { reason: 'other' },
    expect: [409, 'hardship_too_early'],
  },
  {
    name: 'a hardship of another person’s payment',
    path: () => `/payments/${ids.raviPayment}/hardship`,
    body: { reason: 'other' },
    expect: [404, 'not_found'],
  },
  { name: 'the list of hardships', method: 'GET', path: '/admin/hardships', expect: [403, 'admin_required'] },
];
