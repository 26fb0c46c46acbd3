export { recordConsent } from './consents.ts';
export { judgeNameMatch } from './kyc.rules.ts';
export { registerKyc } from './kyc.routes.ts';
export { createKycService } from './kyc.service.ts';
