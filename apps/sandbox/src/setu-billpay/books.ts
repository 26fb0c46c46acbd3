import type { World } from '../core/world.ts';

export const CALLBACK_PATH = '/setu-billpay/sandbox-callback-token';

type PaymentOption = { name: string; amount: number };

export type Bill = {
  amount: number;
  billDate: string;
  dueDate: string;
  billNumber: string;
  billPeriod: string;
  customerName: string;
  minAmount?: number;
  maxAmount?: number;
  amountMultiple?: number;
  paymentOptions?: PaymentOption[];
};

export type FailureReason = { type: 'BBPS' | 'APP' | 'FUND_TRANSFER'; code: string; message: string };

export type FetchRecord = {
  refId: string;
  billerId: string;
  billerRefId: string;
  mobile: string;
  last4: string;
  bills: Bill[];
  failureReason: FailureReason | null;
  /** Virtual instant from which the answer is there; null: never. */
  readyAt: number | null;
  createdAt: number;
};

const PAY_STATUSES = ['Processing', 'Success', 'Failure', 'Credit_Adjustment'] as const;
type PayStatus = (typeof PAY_STATUSES)[number];

type RefundStatus = 'Required' | 'Requested' | 'Processed';

/** The true fate of the money at the biller. */
type Execution = { status: 'executed' | 'returned'; amountPaise: number; executedAt: number };

export type PaymentRecord = {
  refId: string;
  fetchRefId: string;
  billerId: string;
  billerRefId: string;
  transactionId: string;
  mobile: string;
  status: PayStatus;
  mode: string;
  amount: number;
  paymentRefId: string;
  requestTimestamp: string;
  accountInfo: string;
  custConvFee: number | null;
  failureReason: FailureReason | null;
  refundStatus: RefundStatus | null;
  execution: Execution | null;
  listedFrom: number;
  acceptedAt: number;
  finalAt: number | null;
  isSilent: boolean;
  webhookCopies: number;
};

export type BillPayBooks = ReturnType<typeof openBooks>;

export function openBooks(world: World) {
  return {
    fetches: world.store.book<FetchRecord>('billpay_fetch'),
    payments: world.store.book<PaymentRecord>('billpay_payment'),
    /** Several entries share a key only when a fault made the network forget it. */
    paymentsByKey: world.store.book<{ refId: string }>('billpay_key'),
    paymentsByDay: world.store.book<{ refId: string }>('billpay_day'),
    paymentsByFetch: world.store.book<{ refId: string }>('billpay_fetch_paid'),
    complaints: world.store.book<ComplaintRecord>('billpay_complaint'),
  };
}

export type ComplaintRecord = {
  refId: string;
  transactionId: string;
  disputeId: string;
  disputeType: string;
  description: string;
  status: 'ASSIGNED' | 'RESOLVED';
  createdAt: number;
};
