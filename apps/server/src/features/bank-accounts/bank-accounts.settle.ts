import { BANK_REASONS } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { lockAccounts } from './bank-accounts.repo.ts';
import * as work from './bank-accounts.work.repo.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock'> & { readonly notifier: Notifier };

/** Writes down how an account stands and tells its owner, in one transaction. */
export async function conclude(
  deps: SettleDeps,
  tx: Tx,
  ids: work.AccountIds,
  row: Pick<work.OpenRow, 'masked_number' | 'bank_name'>,
  to: work.Settlement,
): Promise<void> {
  const now = deps.clock.now();
  await lockAccounts(tx, ids.userId);
  await work.settle(tx, ids, to, now);
  await deps.notifier.notify(tx, ids.userId, noticeOf(row, to), now);
  await tx.call(ANNOUNCE, [ids.userId, 'kyc', ids.accountId]);
}

const TITLES = {
  verified: 'Bank account verified',
  review: 'Bank account under review',
  rejected: 'Bank account not accepted',
  unverified: 'Bank account not checked yet',
} as const;

function noticeOf(row: Pick<work.OpenRow, 'masked_number' | 'bank_name'>, to: work.Settlement) {
  const account = `${row.bank_name} ${row.masked_number}`.trim();
  const isGood = to.status === 'verified';
  return {
    type: isGood ? 'success' : to.status === 'rejected' ? 'warning' : 'info',
    icon: isGood ? 'check' : 'alert',
    title: TITLES[to.status],
    description:
      to.reason === null ? `${account} is in your name.` : `${account}: ${BANK_REASONS[to.reason].en}`,
  } as const;
}
