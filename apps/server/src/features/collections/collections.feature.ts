import {
  acceptChargeback,
  addChargebackEvidence,
  getChargeback,
  getReceipt,
  identifyReceipt,
  listChargebacks,
  listReceipts,
  listSettlementRows,
  proposeReceiptBack,
  readChargebackEvidence,
  removeChargebackEvidence,
  representChargeback,
} from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import { BOOKS, booksWithout } from '#features/personal-data.ts';
import { figure } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { chargebackApproval } from './chargebacks/answers.approval.ts';
import { isForPerson } from './chargebacks/answers.repo.ts';
import { type AnswersService, createAnswersService } from './chargebacks/answers.service.ts';
import { collectionJobs, sweepCollections } from './collections.jobs.ts';
import { type CollectionsService, createCollectionsService } from './collections.service.ts';
import { receiptApproval, receiptBackApproval } from './receipts/receipts.approvals.ts';

const HELD = "from unidentified_receipts where status = 'held'";

/** Money received, and how much of it has no owner yet. */
const COLLECTION_FIGURES = [
  figure({
    name: 'mohlat_unmatched_paise',
    help: 'Money received that nobody could be found for yet',
    sql: `select coalesce(sum(amount_paise - taken_paise), 0)::bigint as value ${HELD}`,
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
  approvals: (parts) => [receiptApproval(parts), receiptBackApproval(parts), chargebackApproval(parts)],
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
      select: `select count(*), min(opened_at) from chargebacks c where ${isForPerson('$1')}`,
    },
  ],
  personalData: [
    {
      table: 'chargebacks',
      topic: 'books',
      title: { en: 'Repayments your bank asked back', hi: 'बैंक द्वारा वापस माँगी गई चुकौतियाँ' },
      opened: ['response_summary_sealed'],
      fate: booksWithout('response_summary_sealed = null'),
    },
    {
      table: 'chargeback_files',
      topic: 'books',
      title: { en: 'Documents we kept for your bank', hi: 'आपके बैंक के लिए रखे दस्तावेज़' },
      // No books are in the name of a file.
      fate: { ...BOOKS, customer: { keep: 'books', atEnd: 'erase' } },
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

function registerCollections(endpoints: EndpointRegistry, collections: CollectionsService): void {
  endpoints.handle(listSettlementRows, ({ actor, query, trace }) => collections.rows(actor, query, trace));
  endpoints.handle(listChargebacks, ({ actor, query, trace }) =>
    collections.chargebacks(actor, query, trace),
  );
  endpoints.handle(listReceipts, ({ actor, query, trace }) => collections.receipts(actor, query, trace));
  endpoints.handle(getReceipt, ({ actor, params, trace }) => collections.receipt(actor, params.id, trace));
  endpoints.handle(identifyReceipt, ({ actor, params, body, trace }) =>
    collections.identify(actor, params.id, body, trace),
  );
  endpoints.handle(proposeReceiptBack, ({ actor, params, body, trace }) =>
    collections.proposeBack(actor, params.id, body, trace),
  );
}

/** One dispute, and what is told to its bank. */
function registerChargebacks(endpoints: EndpointRegistry, answers: AnswersService): void {
  endpoints.handle(getChargeback, ({ actor, params, trace }) => answers.get(actor, params.id, trace));
  endpoints.handle(addChargebackEvidence, ({ actor, params, body, content, trace }) =>
    answers.add(actor, params.id, body, content, trace),
  );
  endpoints.handle(readChargebackEvidence, ({ actor, params, trace }) =>
    answers.read(actor, params.id, params.fileId, trace),
  );
  endpoints.handle(removeChargebackEvidence, ({ actor, params, trace }) =>
    answers.remove(actor, params.id, params.fileId, trace),
  );
  endpoints.handle(representChargeback, ({ actor, params, body, trace }) =>
    answers.represent(actor, params.id, body, trace),
  );
  endpoints.handle(acceptChargeback, ({ actor, params, body, trace }) =>
    answers.accept(actor, params.id, body, trace),
  );
}
