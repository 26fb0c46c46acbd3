import { listReferrals } from '@mohlat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';

export const referralsQuery = infiniteQueryOptions({
  queryKey: keys.referrals,
  queryFn: ({ pageParam, signal }) =>
    call(listReferrals, { query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.nextCursor,
});
