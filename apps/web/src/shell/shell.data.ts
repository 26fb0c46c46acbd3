import { listNotifications } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { keys } from '../lib/keys.ts';

export const notificationsQuery = queryOptions({
  queryKey: keys.notifications,
  queryFn: ({ signal }) => call(listNotifications, { query: { limit: 20 }, signal }),
});
