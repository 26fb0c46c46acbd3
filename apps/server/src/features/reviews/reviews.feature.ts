import { decideReview, getReview, getReviewFile, listReviews } from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { reviewJobs, createReviewSweep } from './reviews.jobs.ts';
import { createReviewsService, type ReviewsService } from './reviews.service.ts';

/** Withdraws open reviews: an account that is closed needs no verdict. */
const WITHDRAWN = `status = case when status = 'open' then 'withdrawn' else status end,
  decided_at = coalesce(decided_at, created_at), applied_at = coalesce(applied_at, created_at), next_look_at = null`;

export const reviews: Feature = {
  name: 'reviews',
  routes: (endpoints, parts) => registerReviews(endpoints, createReviewsService(parts)),
  jobs: reviewJobs,
  sweeps: (parts) => ({ reviews: createReviewSweep(parts) }),
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

function registerReviews(endpoints: EndpointRegistry, reviews: ReviewsService): void {
  endpoints.handle(listReviews, ({ actor, query, request }) => reviews.list(actor, query, traceOf(request)));
  endpoints.handle(getReview, ({ actor, params, request }) =>
    reviews.get(actor, params.id, traceOf(request)),
  );
  endpoints.handle(getReviewFile, ({ actor, params, request }) =>
    reviews.file(actor, params.id, traceOf(request)),
  );
  endpoints.handle(decideReview, ({ actor, params, body, request }) =>
    reviews.decide(actor, params.id, body, traceOf(request)),
  );
}
