import { listRewards } from '@mohlat/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';

export const rewardsQuery = infiniteQueryOptions({
  queryKey: keys.rewardHistory,
  queryFn: ({ pageParam, signal }) =>
    call(listRewards, { query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.nextCursor,
});
