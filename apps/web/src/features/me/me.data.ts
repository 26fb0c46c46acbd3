import {
  getNotice,
  listRepayments,
  listTransactions,
  type Me,
  patchProfile,
  putOnboarding,
  type SentOf,
  type Transaction,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';
import { ProblemError } from '../../lib/problem.ts';

const RECENT_COUNT = 5;
const NOTICE_FRESH_MS = 60_000;

/** The notice for everybody. A failed request counts as no notice. */
export const noticeQuery = queryOptions({
  queryKey: keys.notice,
  queryFn: ({ signal }) => call(getNotice, { signal }).catch(() => ({ notice: null })),
  staleTime: NOTICE_FRESH_MS,
});

export const recentTransactionsQuery = queryOptions({
  queryKey: keys.transactions,
  queryFn: async ({ signal }): Promise<readonly Transaction[]> => {
    const page = await call(listTransactions, { query: { limit: RECENT_COUNT }, signal });
    return page.items;
  },
});

/** The newest repayments: enough to see one whose outcome is still unknown. */
export const newestRepaymentsQuery = queryOptions({
  queryKey: keys.newestRepayments,
  queryFn: ({ signal }) => call(listRepayments, { query: { limit: 20 }, signal }),
});

export const saveOnboarding = (body: SentOf<typeof putOnboarding, 'body'>) => call(putOnboarding, { body });
/** Whether the log-in is too old for what was asked. */
export const needsNewLogin = (error: unknown) =>
  error instanceof ProblemError && error.code === 'sign_in_again';
export const saveProfile = (body: SentOf<typeof patchProfile, 'body'>) => call(patchProfile, { body });

/** The mails whose links a new address waits for: an account without an address has no present one to ask. */
export function linksToOpen({ awaits }: Pick<NonNullable<Me['pendingContact']['email']>, 'awaits'>) {
  return awaits.length > 1 ? 'both' : (awaits[0] ?? 'new');
}
