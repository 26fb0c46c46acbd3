import type { Feature } from '#features/feature.ts';
import { registerReviews } from './reviews.admin.ts';
import { reviewJobs, sweepReviews } from './reviews.jobs.ts';
import { createReviewsService } from './reviews.service.ts';

/** Withdraws open reviews: an account that is closed needs no verdict. */
const WITHDRAWN = `status = case when status = 'open' then 'withdrawn' else status end,
  decided_at = coalesce(decided_at, created_at), applied_at = coalesce(applied_at, created_at), next_look_at = null`;

export const reviews: Feature = {
  name: 'reviews',
  routes: (endpoints, parts) => registerReviews(endpoints, createReviewsService(parts)),
  jobs: reviewJobs,
  sweeps: (parts) => ({ reviews: () => sweepReviews(parts) }),
  personalData: [
    {
      table: 'reviews',
      topic: 'identity',
      title: { en: 'Reviews', hi: 'समीक्षाएँ' },
      fate: {
        visitor: 'erase',
        applicant: { keep: 'application', blank: WITHDRAWN, atEnd: 'erase' },
        customer: { keep: 'kyc', blank: WITHDRAWN, atEnd: 'erase' },
      },
    },
  ],
};
