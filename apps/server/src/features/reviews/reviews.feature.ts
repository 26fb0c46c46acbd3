import type { Feature } from '#features/feature.ts';
import { registerReviews } from './reviews.admin.ts';
import { reviewJobs, sweepReviews } from './reviews.jobs.ts';
import { createReviewsService } from './reviews.service.ts';

export const reviews: Feature = {
  name: 'reviews',
  routes: (endpoints, parts) => registerReviews(endpoints, createReviewsService(parts)),
  jobs: reviewJobs,
  sweeps: (parts) => ({ reviews: () => sweepReviews(parts) }),
};
