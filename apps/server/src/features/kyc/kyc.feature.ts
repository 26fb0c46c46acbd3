import type { Feature } from '#features/feature.ts';
import { kycJobs, sweepKyc } from './kyc.jobs.ts';
import { panReviewHandler } from './kyc.pan-review.ts';
import { registerKyc } from './kyc.routes.ts';
import { createKycService } from './kyc.service.ts';
import { createVideoReview } from './kyc.video.review.ts';
import { registerVideo } from './kyc.video.routes.ts';
import { createVideoService } from './kyc.video.service.ts';
import { sweepVideoParts } from './kyc.video.sweep.ts';

export const kyc: Feature = {
  name: 'kyc',
  routes(endpoints, parts) {
    registerKyc(endpoints, createKycService(parts));
    registerVideo(endpoints, createVideoService(parts));
  },
  jobs: kycJobs,
  sweeps: (parts) => ({ kyc: () => sweepKyc(parts), videoParts: () => sweepVideoParts(parts) }),
  reviews: (parts) => [panReviewHandler(parts), createVideoReview(parts)],
};
