export { type ConsentLanguage, recordConsent } from './consents.ts';
export { judgeNameMatch } from './kyc.rules.ts';
export { kycJobs, sweepKyc } from './kyc.jobs.ts';
export { panReviewHandler } from './kyc.pan-review.ts';
export { askedBy, registerKyc } from './kyc.routes.ts';
export { type Asked, createKycService } from './kyc.service.ts';
export { createVideoReview } from './kyc.video.review.ts';
export { registerVideo } from './kyc.video.routes.ts';
export { createVideoService } from './kyc.video.service.ts';
