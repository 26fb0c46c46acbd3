import { declareCall } from './endpoint.ts';

/** differs: it contradicts our books; staff look into it. */
export const SETTLEMENT_STATES = ['waiting', 'matched', 'differs'] as const;
export const SETTLEMENT_KINDS = ['payment', 'refund', 'dispute', 'other'] as const;

export const listSettlementRows = declareCall({
  name: 'listSettlementRows',
  method: 'GET',
  path: '/admin/settlements',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const RECEIPT_STATUSES = ['held', 'identified', 'returning', 'returned', 'taken_back'] as const;

export const listReceipts = declareCall({
  name: 'listReceipts',
  method: 'GET',
  path: '/admin/receipts',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const getReceipt = declareCall({
  name: 'getReceipt',
  method: 'GET',
  path: '/admin/receipts/{id}',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const proposeReceiptBack = declareCall({
  name: 'proposeReceiptBack',
  method: 'POST',
  path: '/admin/receipts/{id}/reversal',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});

export const identifyReceipt = declareCall({
  name: 'identifyReceipt',
  method: 'POST',
  path: '/admin/receipts/{id}/identify',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});
