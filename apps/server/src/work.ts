import { sweepApprovals } from '#features/approvals/index.ts';
import { bankAccountJobs, sweepBankAccounts } from '#features/bank-accounts/index.ts';
import { booksCron, booksJobs } from '#features/books-desk/index.ts';
import { collectionJobs, sweepCollections } from '#features/collections/index.ts';
import { createStandingSweep, creditJobs } from '#features/credit/index.ts';
import { createPapers, sweepTaxDocuments } from '#features/documents/index.ts';
import { endOfDayJobs, sweepEndOfDay } from '#features/end-of-day/index.ts';
import { sweepFloat } from '#features/float/index.ts';
import { evidenceJobs, sweepAnchors } from '#features/evidence/index.ts';
import { kycJobs, sweepKyc, sweepVideoParts } from '#features/kyc/index.ts';
import { lossJobs } from '#features/losses/index.ts';
import { mandateJobs, sweepMandates } from '#features/mandates/index.ts';
import { notificationJobs } from '#features/notifications/index.ts';
import { sweepOverview } from '#features/overview/index.ts';
import { paymentJobs, sweepPayments, takeUpJob } from '#features/payments/index.ts';
import { privacyJobs, retentionCron } from '#features/privacy/index.ts';
import { reconciliationJobs, sweepReconciliation } from '#features/reconciliation/index.ts';
import { refundJobs, sweepRefunds } from '#features/refunds/index.ts';
import { createReminderSweep } from '#features/reminders/index.ts';
import { sweepReferrals } from '#features/referrals/index.ts';
import { repaymentJobs, sweepRepayments } from '#features/repayments/index.ts';
import { reviewJobs, sweepReviews } from '#features/reviews/index.ts';
import { rewardJobs, sweepRewards } from '#features/rewards/index.ts';
import type { Config } from '#platform/config/config.ts';
import { purgeCron, purgeJob } from '#platform/idempotency/purge.ts';
import type { Sweeps } from '#platform/jobs/sweeper.ts';
import { type Job, startWorker } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';
import type { Parts } from './parts.ts';

/** What is looked for every few seconds, beside each other: one line per feature. */
export function sweepsOf(parts: Parts): Sweeps {
  return {
    payments: () => sweepPayments(parts),
    repayments: () => sweepRepayments(parts),
    mandates: () => sweepMandates(parts),
    refunds: () => sweepRefunds(parts),
    reconciliation: () => sweepReconciliation(parts),
    collections: () => sweepCollections(parts),
    endOfDay: () => sweepEndOfDay(parts),
    anchors: () => sweepAnchors(parts),
    standing: createStandingSweep(parts),
    reminders: createReminderSweep(parts),
    bankAccounts: () => sweepBankAccounts(parts),
    files: () => parts.files.sweep(),
    reviews: () => sweepReviews(parts),
    approvals: () => sweepApprovals(parts),
    rewards: () => sweepRewards(parts),
    referrals: () => sweepReferrals(parts),
    kyc: () => sweepKyc(parts),
    videoParts: () => sweepVideoParts(parts),
    taxDocuments: () => sweepTaxDocuments(parts),
    overview: () => sweepOverview(parts),
    float: () => sweepFloat(parts),
  };
}

interface QueueOptions {
  /** Writes the papers that go with a mail. */
  readonly papers?: ReturnType<typeof createPapers>;
  readonly isBunched?: boolean;
  readonly firstLooksMs?: readonly number[];
}

/** What is done in the background: one line per feature. */
export function jobsOf(
  parts: Parts,
  { papers = createPapers(parts), firstLooksMs }: Omit<QueueOptions, 'isBunched'> = {},
): Job<never>[] {
  const payments = {
    ...parts,
    remitterName: parts.lender.name,
    ...(firstLooksMs ? { firstLooksMs } : {}),
  };
  return [
    ...notificationJobs({ ...parts, papers }),
    ...paymentJobs(payments),
    takeUpJob(payments),
    ...repaymentJobs(parts),
    ...mandateJobs(parts),
    ...refundJobs(parts),
    ...reconciliationJobs(parts),
    ...lossJobs(parts),
    ...collectionJobs(parts),
    ...endOfDayJobs(parts),
    ...evidenceJobs(parts),
    ...rewardJobs(parts),
    ...creditJobs(parts),
    ...reviewJobs(parts),
    ...kycJobs(parts),
    ...bankAccountJobs(parts),
    ...booksJobs(parts),
    purgeJob(parts),
    ...privacyJobs(parts),
  ];
}

export function startQueue(
  parts: Parts,
  config: Config,
  log: Log,
  { isBunched = false, ...options }: QueueOptions = {},
) {
  return startWorker({
    databaseUrl: config.databaseUrl,
    jobs: jobsOf(parts, options),
    cron: [purgeCron, retentionCron, booksCron],
    concurrency: config.workerConcurrency,
    log,
    isBunched,
  });
}
