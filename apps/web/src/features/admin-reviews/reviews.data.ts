import {
  decideReview,
  getReview,
  getReviewFacts,
  getReviewFile,
  listReviews,
  REVIEW_KINDS,
  REVIEW_STATUSES,
  type SentOf,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../lib/admin/keys.ts';
import { given, inTurn, listQuery, oneOf } from '../../lib/admin/list.ts';
import { call, callForFile } from '../../lib/api.ts';

export function reviewsQuery(values: { readonly kind: string; readonly status: string }) {
  const filters = given({
    kind: oneOf(REVIEW_KINDS, values.kind),
    status: oneOf(REVIEW_STATUSES, values.status),
  });
  return listQuery('reviews', filters, (place, signal) =>
    inTurn((filters.status ?? 'open') === 'open', (order) =>
      call(listReviews, { query: { ...filters, ...order, ...place }, signal }),
    ),
  );
}

/** As many as one person judges in a sitting. */
const QUEUE_SIZE = 50;

/** Reviews that are open now, oldest first: the queue that goes on to the next by itself. */
export const queueQuery = queryOptions({
  queryKey: adminKeys.list('reviews', 'queue'),
  queryFn: ({ signal }) =>
    inTurn(true, (order) =>
      call(listReviews, { query: { status: 'open', ...order, limit: QUEUE_SIZE }, signal }),
    ),
  staleTime: 0,
});

export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('reviews', id),
    queryFn: ({ signal }) => call(getReview, { params: { id }, signal }),
  });

/** Birth date and place among them; the audit log records that they were shown. */
export const readFacts = (id: string) => call(getReviewFacts, { params: { id } });
export const readFile = (id: string): Promise<Blob> => callForFile(getReviewFile, { params: { id } });

export const decide = (id: string, body: SentOf<typeof decideReview, 'body'>) =>
  call(decideReview, { params: { id }, body });
