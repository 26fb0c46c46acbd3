import {
  listTransactions,
  patchProfile,
  putOnboarding,
  type BodyOf,
  type Transaction,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';

const RECENT_COUNT = 5;

export const recentTransactionsQuery = queryOptions({
  queryKey: keys.transactions,
  queryFn: async ({ signal }): Promise<readonly Transaction[]> => {
    const page = await call(listTransactions, { query: { limit: RECENT_COUNT }, signal });
    return page.items;
  },
});

export const saveOnboarding = (body: BodyOf<typeof putOnboarding>) => call(putOnboarding, { body });
export const saveProfile = (body: BodyOf<typeof patchProfile>) => call(patchProfile, { body });
