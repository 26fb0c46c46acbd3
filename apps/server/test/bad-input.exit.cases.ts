import { randomUUID } from 'node:crypto';
import { type Bad, ids } from './bad-input.cases.ts';

const KEYED = () => ({ 'idempotency-key': randomUUID() });

export const EXIT_CASES: readonly Bad[] = [
  {
    name: 'a cancellation without a key',
    path: () => `/payments/${ids.payment}/cancel`,
    expect: [400, 'idempotency_key_required'],
  },
  {
    name: 'a cancellation that says what it costs',
    path: () => `/payments/${ids.payment}/cancel`,
    body: { amountPaise: 100 },
    headers: KEYED(),
    expect: [422, 'validation_failed'],
  },
  {
    name: 'a cancellation of another person’s payment',
    path: () => `/payments/${ids.raviPayment}/cancel`,
    body: {},
    headers: KEYED(),
    expect: [404, 'not_found'],
  },
];
