import { decideReview, getReview, getReviewFile, listReviews } from '@mohlat/contract';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { ReviewsService, Trace } from './reviews.service.ts';

export function registerReviews(endpoints: EndpointRegistry, reviews: ReviewsService): void {
  endpoints.handle(listReviews, ({ actor, query }) => reviews.list(actor, query));
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

function traceOf(request: FastifyRequest): Trace {
  return { ip: clientAddress(request), requestId: request.id };
}
