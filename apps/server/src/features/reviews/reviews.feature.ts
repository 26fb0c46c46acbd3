import { decideReview, getReview, getReviewFacts, getReviewFile, listReviews } from '@mohlat/contract';
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
  waiting: [
    {
      kind: 'reviews',
      path: '/admin/kyc',
      select: "select count(*), min(created_at) from reviews where status = 'open'",
    },
  ],
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
  endpoints.handle(listReviews, ({ actor, query, trace }) => reviews.list(actor, query, trace));
  endpoints.handle(getReview, ({ actor, params, trace }) => reviews.get(actor, params.id, trace));
  endpoints.handle(getReviewFacts, ({ actor, params, trace }) => reviews.facts(actor, params.id, trace));
  endpoints.handle(getReviewFile, ({ actor, params, trace }) => reviews.file(actor, params.id, trace));
  endpoints.handle(decideReview, ({ actor, params, body, trace }) =>
    reviews.decide(actor, params.id, body, trace),
  );
}
