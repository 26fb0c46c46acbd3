import { declareCall } from './endpoint.ts';

export const RECEIPT_LINK_DAYS = 30;

export const shareReceipt = declareCall({
  name: 'shareReceipt',
  method: 'POST',
  path: '/payments/{id}/receipt-links',
});

export const listReceiptLinks = declareCall({
  name: 'listReceiptLinks',
  method: 'GET',
  path: '/payments/{id}/receipt-links',
});

export const revokeReceiptLink = declareCall({
  name: 'revokeReceiptLink',
  method: 'DELETE',
  path: '/receipt-links/{id}',
});

export const getSharedReceipt = declareCall({
  name: 'getSharedReceipt',
  method: 'GET',
  path: '/public/receipts/{token}',
  access: 'public',
});
