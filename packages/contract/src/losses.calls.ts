import { declareCall } from './endpoint.ts';

/** Components that may be waived: never the bill itself. */
export const WAIVABLE = ['interest', 'fee', 'penal', 'bounce'] as const;
export type Waivable = (typeof WAIVABLE)[number];

export const waivePayment = declareCall({
  name: 'waivePayment',
  method: 'POST',
  path: '/admin/payments/{id}/waivers',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
});

export const proposeSettlement = declareCall({
  name: 'proposeSettlement',
  method: 'POST',
  path: '/admin/payments/{id}/settlements',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
});

export const proposeWriteOff = declareCall({
  name: 'proposeWriteOff',
  method: 'POST',
  path: '/admin/payments/{id}/write-offs',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
});
