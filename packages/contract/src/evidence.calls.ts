import { declareCall } from './endpoint.ts';

export const RECEIPT_PROOF_STATES = ['anchored', 'not_anchored_yet'] as const;

export const getReceiptProof = declareCall({
  name: 'getReceiptProof',
  method: 'GET',
  path: '/public/receipts/{token}/proof',
  access: 'public',
});

export const listAnchors = declareCall({
  name: 'listAnchors',
  method: 'GET',
  path: '/public/anchors',
  access: 'public',
});
