import { declareCall } from './endpoint.ts';

export const getKyc = declareCall({
  name: 'getKyc',
  method: 'GET',
  path: '/kyc',
});

export const verifyPan = declareCall({
  name: 'verifyPan',
  method: 'POST',
  path: '/kyc/pan',
});

export const startAadhaar = declareCall({
  name: 'startAadhaar',
  method: 'POST',
  path: '/kyc/aadhaar',
});

export const completeAadhaar = declareCall({
  name: 'completeAadhaar',
  method: 'POST',
  path: '/kyc/aadhaar/{sessionId}/complete',
});
