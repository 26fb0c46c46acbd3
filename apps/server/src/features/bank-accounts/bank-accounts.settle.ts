import { BANK_REASONS } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { openReview, withdrawReviews } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { lockAccounts } from './bank-accounts.repo.ts';
import * as work from './bank-accounts.work.repo.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock'> & { readonly notifier: Notifier };

type Account = Pick<work.OpenRow, 'masked_number' | 'bank_name'>;

/** Settles an account by the bank's answer or its lasting silence. A near match of names opens a review by a person. */
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

/**
 * Accounts that were compared with the name of a PAN wait for the next one where that PAN is not the person's any more. They would
 * else stay theirs under another name. Where another PAN is verified meanwhile, those that were linked since its loss stand; a job of an
 * older process does not say when that was. Rule: LEND-24.
 */
export async function forgetName(tx: Tx, userId: string, lostAt: Date | undefined): Promise<void> {
  await lockAccounts(tx, userId);
  const isNamed = (await work.findHolder(tx, userId)) !== undefined;
  if (isNamed && lostAt === undefined) return;
  await work.unsettle(tx, userId, isNamed ? lostAt : undefined);
  await withdrawReviews(tx, { userId, kind: 'bank_account' });
  await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
}

const TITLES = {
  verified: { en: 'Bank account verified', hi: 'बैंक खाता सत्यापित हुआ' },
  review: { en: 'Bank account under review', hi: 'बैंक खाते की समीक्षा चल रही है' },
  rejected: { en: 'Bank account not accepted', hi: 'बैंक खाता स्वीकार नहीं हुआ' },
  unverified: { en: 'Bank account not checked yet', hi: 'बैंक खाते की जाँच अभी नहीं हुई' },
} as const;

function noticeOf(row: Account, to: work.Settlement, words: string | null) {
  const account = `${row.bank_name} ${row.masked_number}`.trim();
  const isGood = to.status === 'verified';
  const why = (language: 'en' | 'hi') =>
    words ?? (to.reason === null ? '' : BANK_REASONS[to.reason][language]);
  return {
    type: isGood ? 'success' : to.status === 'rejected' ? 'warning' : 'info',
    icon: isGood ? 'check' : 'alert',
    title: TITLES[to.status].en,
    description: isGood ? `${account} is in your name.` : `${account}: ${why('en')}`,
    inHindi: {
      title: TITLES[to.status].hi,
      description: isGood ? `${account} आपके नाम पर है।` : `${account}: ${why('hi')}`,
    },
    link: '/dashboard/profile',
  } as const;
}
