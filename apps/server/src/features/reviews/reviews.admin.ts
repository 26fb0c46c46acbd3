import { decideReview, getReview, getReviewFile, listReviews } from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { ReviewsService } from './reviews.service.ts';

export function registerReviews(endpoints: EndpointRegistry, reviews: ReviewsService): void {
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
