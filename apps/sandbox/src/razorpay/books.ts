import type { World } from '../core/world.ts';
import type { PaymentError } from './errors.ts';

export type Notes = Record<string, string>;

export type Order = {
  id: string;
  amount: number;
  amountPaid: number;
  currency: string;
  receipt: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  isAutoCapture: boolean;
  createdAt: number;
  /** The order asks for a standing permission to collect. */
  registration?: Registration;
  /** The order announces a debit under one. */
  notice?: DebitNotice;
};

export type Registration = {
  method: 'upi' | 'emandate';
  customerId: string;
  maxAmount: number;
  expireAt: number;
  frequency: string | null;
  authType: string | null;
  bank: { ifsc: string; name: string; accountLast4: string; accountType: string } | null;
};

export type DebitNotice = {
  tokenId: string;
  /** No debit before this instant. */
  paymentAfter: number;
  status: 'created' | 'delivered' | 'failed';
  deliveredAt: number | null;
};

export type Customer = { id: string; name: string; email: string; contact: string; createdAt: number };

export type TokenStatus = 'initiated' | 'confirmed' | 'rejected' | 'cancelled' | 'paused';

/** A standing permission to collect. */
export type Token = {
  id: string;
  customerId: string;
  orderId: string;
  method: Registration['method'];
  /** The text that the customer typed when approving; it decides how the debits go. */
  approver: string;
  status: TokenStatus;
  failureReason: string | null;
  maxAmount: number;
  expireAt: number;
  bank: Registration['bank'];
  authType: string | null;
  isCancelling: boolean;
  /** The number of debits tried. */
  debitCount: number;
  usedAt: number | null;
  createdAt: number;
};

export type Instrument =
  | { method: 'upi'; vpa: string }
  | { method: 'card'; number: string; otp: string }
  | { method: 'netbanking'; bank: string }
  | { method: 'emandate'; bank: string };

const PAYMENT_STATUSES = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export type Payment = {
  id: string;
  orderId: string;
  receipt: string | null;
  amount: number;
  currency: string;
  status: PaymentStatus;
  instrument: Instrument;
  source: PaymentSource;
  amountRefunded: number;
  error: PaymentError | null;
  notes: Notes;
  email: string;
  contact: string;
  rrn: string;
  createdAt: number;
  capturedAt: number | null;
  /** The debit really happened; the instant of it. */
  takenAt: number | null;
  /** The payer's bank sent it back after it had succeeded. */
  returnedAt?: number;
  customerId?: string;
  tokenId?: string;
};

export type Refund = {
  id: string;
  paymentId: string;
  amount: number;
  receipt: string | null;
  notes: Notes;
  speed: string;
  status: 'pending' | 'processed' | 'failed';
  createdAt: number;
};

const DISPUTE_PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const;

/** The payer's bank demands a payment back. */
export type Dispute = {
  id: string;
  paymentId: string;
  amount: number;
  /** The sum taken out of the merchant's balance for it: when it is lost, or at its beginning where the bank insists. */
  amountDeducted: number;
  reasonCode: string;
  phase: (typeof DISPUTE_PHASES)[number];
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  respondBy: number;
  /** The merchant's answer to the bank, once it is submitted. */
  evidence: { summary: string; documentIds: string[]; submittedAt: number } | null;
  createdAt: number;
  deductedAt: number | null;
  endedAt: number | null;
};

/** A file a merchant keeps here. */
export type StoredDocument = {
  id: string;
  purpose: string;
  name: string;
  mimeType: string;
  size: number;
  createdAt: number;
};

export type RazorpayBooks = ReturnType<typeof openBooks>;

export function openBooks(world: World) {
  return {
    orders: world.store.book<Order>('razorpay_order'),
    payments: world.store.book<Payment>('razorpay_payment'),
    customers: world.store.book<Customer>('razorpay_customer'),
    tokens: world.store.book<Token>('razorpay_token'),
    refunds: world.store.book<Refund>('razorpay_refund'),
    disputes: world.store.book<Dispute>('razorpay_dispute'),
    documents: world.store.book<StoredDocument>('razorpay_document'),
    refundKeys: world.store.book<{ refundId: string; paymentId: string; body: string }>(
      'razorpay_refund_key',
    ),
  };
}

const seconds = (ms: number) => Math.floor(ms / 1000);
const notesOnWire = (notes: Notes) => (Object.keys(notes).length > 0 ? notes : []);

export function describeOrder(order: Order) {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_paid: order.amountPaid,
    amount_due: Math.max(0, order.amount - order.amountPaid),
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOnWire(order.notes),
    created_at: seconds(order.createdAt),
    ...(order.registration && {
      method: order.registration.method,
      customer_id: order.registration.customerId,
      token: { max_amount: order.registration.maxAmount, expire_at: seconds(order.registration.expireAt) },
    }),
    ...(order.notice && { notification: describeNotice(order.notice) }),
  };
}

function describeNotice(notice: DebitNotice) {
  return {
    token_id: notice.tokenId,
    payment_after: seconds(notice.paymentAfter),
    status: notice.status,
    delivered_at: notice.deliveredAt === null ? null : seconds(notice.deliveredAt),
  };
}

/** Commission and its tax, in paise: nothing on UPI and standing debits, 2 % and 18 % tax elsewhere. */
export function feeOf(payment: Payment): { fee: number; tax: number } {
  const { method } = payment.instrument;
  if (method === 'upi' || method === 'emandate') return { fee: 0, tax: 0 };
  const commission = Math.round(payment.amount * 0.02);
  const tax = Math.round(commission * 0.18);
  return { fee: commission + tax, tax };
}

/** The source of the money: a bank account, credit, or a purse filled beforehand. */
export type PaymentSource = 'bank' | 'credit' | 'prepaid';

const CARD_TYPES: Readonly<Record<PaymentSource, string>> = {
  bank: 'debit',
  credit: 'credit',
  prepaid: 'prepaid',
};
const PAYER_ACCOUNTS: Readonly<Record<PaymentSource, string>> = {
  bank: 'bank_account',
  credit: 'credit_card',
  prepaid: 'ppiwallet',
};

/** A file that an older sandbox wrote says credit or not. */
const sourceOf = ({
  source,
  isCreditSource,
}: Partial<Payment> & { readonly isCreditSource?: boolean }): PaymentSource =>
  source ?? (isCreditSource === true ? 'credit' : 'bank');

function describeCard(payment: Payment, number: string) {
  const network = number.startsWith('4') ? 'Visa' : number.startsWith('6') ? 'RuPay' : 'MasterCard';
  return {
    id: `card_${payment.id.slice(4)}`,
    entity: 'card',
    name: '',
    last4: number.slice(-4),
    network,
    type: CARD_TYPES[sourceOf(payment)],
    issuer: 'HDFC',
    international: false,
    emi: false,
  };
}

function describeInstrument(payment: Payment) {
  const { instrument } = payment;
  const none = { vpa: null, bank: null, wallet: null, card_id: null };
  if (instrument.method === 'upi')
    return {
      ...none,
      vpa: instrument.vpa,
      upi: {
        payer_account_type: PAYER_ACCOUNTS[sourceOf(payment)],
        vpa: instrument.vpa,
      },
    };
  if (instrument.method === 'netbanking' || instrument.method === 'emandate')
    return { ...none, bank: instrument.bank };
  const card = describeCard(payment, instrument.number);
  return { ...none, card_id: card.id, card };
}

/** The payment as a webhook has it, and an enquiry that asks for its card. */
export function describePayment(payment: Payment) {
  const isTaken = payment.status === 'captured' || payment.status === 'refunded';
  const { fee, tax } = feeOf(payment);
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: false,
    method: payment.instrument.method,
    amount_refunded: payment.amountRefunded,
    refund_status:
      payment.amountRefunded === 0 ? null : payment.amountRefunded < payment.amount ? 'partial' : 'full',
    captured: isTaken,
    description: null,
    ...describeInstrument(payment),
    email: payment.email,
    contact: payment.contact,
    notes: notesOnWire(payment.notes),
    fee: isTaken ? fee : null,
    tax: isTaken ? tax : null,
    error_code: payment.error?.code ?? null,
    error_description: payment.error?.description ?? null,
    error_source: payment.error?.source ?? null,
    error_step: payment.error?.step ?? null,
    error_reason: payment.error?.reason ?? null,
    acquirer_data:
      payment.instrument.method === 'upi'
        ? { rrn: payment.rrn, upi_transaction_id: `UPI${payment.rrn}` }
        : { rrn: payment.rrn },
    created_at: seconds(payment.createdAt),
    ...(payment.tokenId === undefined ? {} : { token_id: payment.tokenId, customer_id: payment.customerId }),
  };
}

/** The payment as every other answer has it: a card by its id alone. */
export function describeWithoutCard(payment: Payment) {
  const described: Record<string, unknown> = describePayment(payment);
  delete described['card'];
  return described;
}

export function describeToken(token: Token) {
  const [username = '', handle = ''] = token.approver.split('@');
  return {
    id: token.id,
    entity: 'token',
    customer_id: token.customerId,
    method: token.method,
    bank: token.bank?.ifsc.slice(0, 4) ?? null,
    wallet: null,
    vpa: token.method === 'upi' ? { username, handle, name: null } : null,
    bank_details: token.bank && {
      beneficiary_name: token.bank.name,
      account_number: `XXXX${token.bank.accountLast4}`,
      ifsc: token.bank.ifsc,
      account_type: token.bank.accountType,
    },
    recurring: true,
    recurring_details: { status: token.status, failure_reason: token.failureReason },
    auth_type: token.authType,
    max_amount: token.maxAmount,
    expired_at: seconds(token.expireAt),
    used_at: token.usedAt === null ? null : seconds(token.usedAt),
    created_at: seconds(token.createdAt),
  };
}

export function describeRefund(refund: Refund) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency: 'INR',
    payment_id: refund.paymentId,
    notes: notesOnWire(refund.notes),
    receipt: refund.receipt,
    acquirer_data: { arn: null },
    created_at: seconds(refund.createdAt),
    batch_id: null,
    status: refund.status,
    speed_processed: 'normal',
    speed_requested: refund.speed,
  };
}

export function describeDispute(dispute: Dispute) {
  return {
    id: dispute.id,
    entity: 'dispute',
    payment_id: dispute.paymentId,
    amount: dispute.amount,
    currency: 'INR',
    amount_deducted: dispute.amountDeducted,
    reason_code: dispute.reasonCode,
    respond_by: seconds(dispute.respondBy),
    status: dispute.status,
    phase: dispute.phase,
    created_at: seconds(dispute.createdAt),
    evidence: dispute.evidence && {
      amount: dispute.amount,
      summary: dispute.evidence.summary,
      billing_proof: dispute.evidence.documentIds,
      submitted_at: seconds(dispute.evidence.submittedAt),
    },
  };
}

export type PageQuery = { count?: string; skip?: string };

/** The part of a list that is asked for: ten unless more are, a hundred at most. */
export function pageOf<Item>(items: Item[], query: PageQuery): Item[] {
  const skip = Number(query.skip ?? 0) || 0;
  const count = Math.min(Number(query.count ?? 10) || 10, 100);
  return items.slice(skip, skip + count);
}

export function collection(items: unknown[]) {
  return { entity: 'collection', count: items.length, items };
}
