export { type ConsentLanguage, recordConsent } from './consents.ts';
export { CONSENT_UNTIL } from './consent-sessions.repo.ts';
export { aadhaarStatusAt, judgeNameMatch } from './kyc.rules.ts';
export type { Asked } from './kyc.asking.ts';
export { askedBy } from './kyc.routes.ts';
