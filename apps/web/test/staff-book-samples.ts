import type {
  AnswerOf,
  ChargebackDetail,
  getAdminSettings,
  getBooks,
  listBreaks,
  listChargebacks,
  listReceipts,
  listSettlementRows,
} from '@mohlat/contract';
import { asha, AT, DAY, ID, ravi, type RowOf } from './staff-samples.ts';

/** What the staff's pages about rails, books and terms are answered: one of each. */
export const breakRow: RowOf<typeof listBreaks> = {
  id: ID,
  kind: 'late_success',
  rail: 'billpay',
  state: 'open',
  owner: 'operations',
  reference: 'r-1',
  businessOn: DAY,
  paymentId: ID,
  repaymentId: null,
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

export const receiptRow: RowOf<typeof listReceipts> = {
  id: ID,
  status: 'held',
  amountPaise: 125_000,
  paymentRef: 'pay_77',
  orderRef: null,
  receivedAt: AT,
  ageDays: 2,
  returnOn: '2026-12-18',
  hintedRepaymentId: null,
  paymentId: null,
};

export const chargebackRow: RowOf<typeof listChargebacks> = {
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

export const settlementRow: RowOf<typeof listSettlementRows> = {
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

const version: AnswerOf<typeof getAdminSettings>['inForce'] = {
  version: 1,
  state: 'in_force',
  startsAt: AT,
  createdAt: AT,
  createdBy: null,
  approvedBy: null,
  reason: null,
  changes: [],
  content: {
    fee: { percent: '2.00', minPaise: 5_000, maxPaise: 50_000 },
    plans: [],
    late: {
      graceDays: 3,
      levyOnLateDays: [4],
      bands: [],
      chargeAboveBandsPaise: 50_000,
      capPercent: '10.00',
      bouncePaise: 25_000,
    },
    coolingOffDays: 3,
    aprCeilingPercent: null,
    limitBeforeVideoPaise: 6_000_000,
    rewards: { cashbackPercent: '0.50', monthlyCapPaise: 50_000, expiryMonths: 12 },
    referral: { rewardPaise: 12_500, monthlyMax: 10, yearlyMaxPaise: 100_000 },
    remindersOff: [],
    notice: null,
  },
};
export const settings: AnswerOf<typeof getAdminSettings> = {
  inForce: version,
  scheduled: [],
  newestVersion: 1,
  openApprovalId: null,
  gstPercent: '18.00',
};
export const settingsVersions = [version];

export const books: AnswerOf<typeof getBooks> = {
  throughOn: DAY,
  accounts: [
    {
      account: 'A100',
      name: 'Bank settlement',
      kind: 'A',
      openingPaise: 0,
      debitPaise: 100,
      creditPaise: 0,
      closingPaise: 100,
    },
  ],
  isBalanced: true,
  proof: null,
};
