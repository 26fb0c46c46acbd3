export { recordConsent } from './consents.ts';
export { registerKyc } from './kyc.routes.ts';
export { createKycService } from './kyc.service.ts';
