import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { figure } from '#platform/figures/figures.ts';
import { chargebackApproval } from './chargebacks/answers.approval.ts';
import { IS_WAITING } from './chargebacks/answers.repo.ts';
import { createAnswersService } from './chargebacks/answers.service.ts';
import { receiptApproval } from './collections.approvals.ts';
import { collectionJobs, sweepCollections } from './collections.jobs.ts';
import { registerChargebacks, registerCollections } from './collections.routes.ts';
import { createCollectionsService } from './collections.service.ts';

const HELD = "from unidentified_receipts where status = 'held'";

/** Money received, and how much of it has no owner yet. */
const COLLECTION_FIGURES = [
  figure({
    name: 'mohlat_unmatched_paise',
    help: 'Money received that nobody could be found for yet',
    sql: `select coalesce(sum(amount_paise), 0)::bigint as value ${HELD}`,
  }),
  figure({
    name: 'mohlat_unmatched_oldest_seconds',
    help: 'How long the oldest money without an owner has been here',
    sql: `select coalesce(extract(epoch from $1::timestamptz - min(received_at)), 0)::bigint as value ${HELD}`,
  }),
  figure({
    name: 'mohlat_orders_paid',
    help: 'Orders of repayments that were paid in the last six hours',
    // An index by time has those that are not settled yet, which takes two days.
    sql: `select count(*)::integer as value from repayments
      where settled_on is null and provider_payment_ref is not null and channel = 'checkout' and status = 'succeeded'
        and received_at > $1::timestamptz - interval '6 hours'`,
  }),
];

export const collections: Feature = {
  name: 'collections',
  routes(endpoints, parts) {
    registerCollections(endpoints, createCollectionsService(parts));
    registerChargebacks(endpoints, createAnswersService(parts));
  },
  jobs: collectionJobs,
  sweeps: (parts) => ({ collections: () => sweepCollections(parts) }),
  approvals: (parts) => [receiptApproval(parts), chargebackApproval(parts)],
  figures: COLLECTION_FIGURES,
  waiting: [
    {
      kind: 'unidentified_receipts',
      path: '/admin/reconciliation?list=receipts',
      select: `select count(*), min(received_at) ${HELD}`,
    },
    {
      kind: 'chargebacks',
      path: '/admin/reconciliation?list=chargebacks&status=waiting',
      select: `select count(*), min(opened_at) from chargebacks c where ${IS_WAITING}`,
    },
  ],
  personalData: [
    {
      table: 'contacts',
      topic: 'books',
      title: { en: 'Reminders we sent you', hi: 'हमारे भेजे गए रिमाइंडर' },
      fate: BOOKS,
    },
    {
      table: 'chargebacks',
      topic: 'books',
      title: { en: 'Repayments your bank asked back', hi: 'बैंक द्वारा वापस माँगी गई चुकौतियाँ' },
      opened: ['response_summary_sealed'],
      fate: BOOKS,
    },
    {
      table: 'chargeback_files',
      topic: 'books',
      title: { en: 'Documents we kept for your bank', hi: 'आपके बैंक के लिए रखे दस्तावेज़' },
      fate: BOOKS,
    },
  ],
  sealed: [
    {
      table: 'chargebacks',
      column: 'response_summary_sealed',
      context: 'chargeback:{id}',
      role: 'mohlat_worker',
    },
  ],
};
