import { listRewards } from '@mohlat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';

export const rewardsQuery = infiniteQueryOptions({
  queryKey: keys.rewardHistory,
  queryFn: ({ pageParam, signal }) =>
    call(listRewards, { query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.nextCursor,
});

/** The rewards that can be used now; fifty at once are more than a repayment takes. */
export const usableRewardsQuery = queryOptions({
  queryKey: keys.rewards,
  queryFn: ({ signal }) => call(listRewards, { query: { usable: true, limit: 50 }, signal }),
});
