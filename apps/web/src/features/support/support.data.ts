import {
  answerSupportRequest,
  type SentOf,
  getSupportRequest,
  listSupportRequests,
  openSupportRequest,
} from '@mohlat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';

export type SupportMessage = Omit<SentOf<typeof openSupportRequest, 'body'>, 'language'>;

export const sendMessage = (body: SupportMessage) => call(openSupportRequest, { body });

export const requestsQuery = infiniteQueryOptions({
  queryKey: keys.supportRequests,
  queryFn: ({ pageParam, signal }) =>
    call(listSupportRequests, {
      query: { limit: 5, ...(pageParam === '' ? {} : { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
});

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: keys.supportRequest(id),
    queryFn: ({ signal }) => call(getSupportRequest, { params: { id }, signal }),
  });

export const answerRequest = (id: string, message: string) =>
  call(answerSupportRequest, { params: { id }, body: { message } });
