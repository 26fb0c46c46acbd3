import { declareCall } from './endpoint.ts';

export const recordRefundTransfer = declareCall({
  name: 'recordRefundTransfer',
  method: 'POST',
  path: '/admin/payments/{id}/refund-transfers',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
});
