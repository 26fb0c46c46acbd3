import { getOverview } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { given } from '../../lib/admin/filters.ts';
import { adminKeys } from '../../lib/admin/keys.ts';
import { call } from '../../lib/api.ts';

const REFRESH_MS = 60_000;

/** Read again every minute while it is open: somebody may have it on a wall. */
export const overviewQuery = (period: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: adminKeys.one('overview', `${period.from}…${period.to}`),
    queryFn: ({ signal }) => call(getOverview, { query: given(period), signal }),
    refetchInterval: REFRESH_MS,
  });

/** The same of days that are over: what the figures shown are compared with. */
export const earlierQuery = (period: { readonly from: string; readonly to: string }) =>
  queryOptions({ ...overviewQuery(period), refetchInterval: false, staleTime: Number.POSITIVE_INFINITY });
