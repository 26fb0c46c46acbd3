import type {
  ChargebackDetail,
  listBreaks,
  listChargebacks,
  listReceipts,
  listSettlementRows,
} from '@mohlat/contract';
import { type Face, list, one } from '../../../test/faces.ts';
import { asha, AT, DAY, ID, ravi, type RowOf } from '../../../test/staff-samples.ts';

const breakRow: RowOf<typeof listBreaks> = {
  id: ID,
  kind: 'late_success',
  rail: 'billpay',
  state: 'open',
  owner: 'operations',
  reference: 'r-1',
  businessOn: DAY,
  paymentId: ID,
  repaymentId: null,
  loanId: ID,
  oursPaise: 40_000,
  theirsPaise: 40_000,
  openedAt: AT,
  ageDays: 2,
  dueOn: DAY,
  escalatedAt: null,
  resolvedAt: null,
  resolution: null,
  note: null,
  allowed: [],
};

const receiptRow: RowOf<typeof listReceipts> = {
  id: ID,
  status: 'held',
  amountPaise: 125_000,
  refundedPaise: 0,
  paymentRef: 'pay_77',
  orderRef: null,
  receivedAt: AT,
  ageDays: 2,
  returnOn: '2026-12-18',
  hintedRepaymentId: null,
  paymentId: null,
};

const chargebackRow: RowOf<typeof listChargebacks> = {
  id: ID,
  repaymentId: ID,
  paymentId: ID,
  disputeRef: 'disp_1',
  phase: 'chargeback',
  reasonCode: 'goods_not_received',
  amountPaise: 50_000,
  status: 'open',
  response: null,
  openedAt: AT,
  respondBy: '2026-11-28T06:00:00Z',
  deductedAt: null,
  endedAt: null,
};

export const chargeback: ChargebackDetail = {
  ...chargebackRow,
  account: asha,
  repayment: {
    amountPaise: 80_000,
    channel: 'checkout',
    status: 'succeeded',
    receivedAt: AT,
    paymentRef: 'pay_1',
  },
  card: { bankName: 'HDFC Bank', last4: '4021' },
  outstandingPaise: 120_000,
  evidence: [
    {
      id: ID,
      name: 'Receipt of the bill',
      type: 'application/pdf',
      sizeBytes: 1200,
      addedAt: AT,
      addedBy: ravi,
    },
  ],
  said: null,
  openApprovalId: null,
  difference: null,
  allowed: ['add_evidence', 'remove_evidence', 'represent', 'accept'],
};

const settlementRow: RowOf<typeof listSettlementRows> = {
  id: ID,
  kind: 'payment',
  state: 'waiting',
  settledOn: DAY,
  settlementRef: 'setl_1',
  settlementUtr: null,
  entityRef: 'pay_9',
  paymentRef: null,
  amountPaise: 50_000,
  feePaise: 0,
  creditPaise: 50_000,
  debitPaise: 0,
  readAt: AT,
  matchedAt: null,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list(
    '/admin/reconciliation',
    'reconciliation',
    breakRow,
    'Paid there after it failed here',
    'No difference is open.',
  ),
  list('/admin/reconciliation?list=receipts', 'receipts', receiptRow, 'pay_77', 'All money has an owner.'),
  list(
    '/admin/reconciliation?list=chargebacks',
    'chargebacks',
    chargebackRow,
    'disp_1',
    'No chargeback waits for anybody.',
  ),
  list(
    '/admin/reconciliation?list=settlements',
    'settlements',
    settlementRow,
    'pay_9',
    'No row waits for an owner.',
  ),
  one('/admin/chargebacks/:id', 'chargebacks/:id', chargeback, 'Receipt of the bill'),
];
