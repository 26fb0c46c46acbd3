import { listNotifications, readAllNotifications, readNotification } from '@mohlat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { keys } from '../lib/keys.ts';

/** Everything there is, a page at a time; fetched when the panel is opened. */
export const notificationPagesQuery = infiniteQueryOptions({
  queryKey: keys.notificationPages,
  queryFn: ({ pageParam, signal }) =>
    call(listNotifications, {
      query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
});

export const markAllRead = () => call(readAllNotifications, {});
export const markRead = (id: string) => call(readNotification, { params: { id } });
