import { declareCall } from './endpoint.ts';

/** Where the money of a repayment came from; identified: it came without an owner, and staff found whose it is. */
export const REPAYMENT_CHANNELS = ['checkout', 'autopay', 'reward', 'identified'] as const;

export const startRepayment = declareCall({
  name: 'startRepayment',
  method: 'POST',
  path: '/payments/{id}/repayments',
  idempotent: true,
});

export const cancelPayment = declareCall({
  name: 'cancelPayment',
  method: 'POST',
  path: '/payments/{id}/cancel',
  idempotent: true,
});

export const confirmRepayment = declareCall({
  name: 'confirmRepayment',
  method: 'POST',
  path: '/repayments/{id}/confirm',
});

export const returnRepayment = declareCall({
  name: 'returnRepayment',
  method: 'POST',
  path: '/repayments/{id}/return',
  idempotent: true,
});

export const getRepayment = declareCall({
  name: 'getRepayment',
  method: 'GET',
  path: '/repayments/{id}',
});

export const listRepayments = declareCall({
  name: 'listRepayments',
  method: 'GET',
  path: '/repayments',
});
