export { type ConsentLanguage, recordConsent } from './consents.ts';
export { judgeNameMatch } from './kyc.rules.ts';
export type { Asked } from './kyc.asking.ts';
export { askedBy } from './kyc.routes.ts';
