export { type ConsentLanguage, recordConsent } from './consents.ts';
export { judgeNameMatch } from './kyc.rules.ts';
export type { Asked } from './kyc.asking.ts';
export { askedBy } from './kyc.routes.ts';
export { createKycService } from './kyc.service.ts';
export { createVideoService } from './kyc.video.service.ts';
