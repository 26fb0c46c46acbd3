import { BANK_REASONS } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { openReview } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import * as work from './bank-accounts.work.repo.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock'> & { readonly notifier: Notifier };

type Account = Pick<work.OpenRow, 'masked_number' | 'bank_name'>;

/** What a bank's answer, or its lasting silence, comes to. A near name goes before a person. */
export async function conclude(
  deps: SettleDeps,
  tx: Tx,
  ids: work.AccountIds,
  row: Account,
  to: work.Settlement,
): Promise<void> {
  const now = deps.clock.now();
  await settleAndTell(deps, tx, ids, row, to, now);
  if (to.status !== 'review') return;
  await openReview(tx, { userId: ids.userId, kind: 'bank_account', subjectId: ids.accountId }, now);
}

/** Writes down how an account stands and tells its owner, in one transaction that holds the lock of their accounts. */
export async function settleAndTell(
  { notifier }: Pick<SettleDeps, 'notifier'>,
  tx: Tx,
  ids: work.AccountIds,
  row: Account,
  to: work.Settlement,
  now: Date,
  /** A reviewer's own words; they go before ours. */
  words: string | null = null,
): Promise<void> {
  await work.settle(tx, ids, to, now);
  await notifier.notify(tx, ids.userId, noticeOf(row, to, words), now);
  await tx.call(ANNOUNCE, [ids.userId, 'kyc', ids.accountId]);
}

const TITLES = {
  verified: 'Bank account verified',
  review: 'Bank account under review',
  rejected: 'Bank account not accepted',
  unverified: 'Bank account not checked yet',
} as const;

function noticeOf(row: Account, to: work.Settlement, words: string | null) {
  const account = `${row.bank_name} ${row.masked_number}`.trim();
  const isGood = to.status === 'verified';
  const why = words ?? (to.reason === null ? '' : BANK_REASONS[to.reason].en);
  return {
    type: isGood ? 'success' : to.status === 'rejected' ? 'warning' : 'info',
    icon: isGood ? 'check' : 'alert',
    title: TITLES[to.status],
    description: isGood ? `${account} is in your name.` : `${account}: ${why}`,
  } as const;
}
