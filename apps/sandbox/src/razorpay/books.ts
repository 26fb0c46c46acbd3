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
};

export type Instrument =
  | { method: 'upi'; vpa: string }
  | { method: 'card'; number: string; otp: string }
  | { method: 'netbanking'; bank: string };

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
  isCreditSource: boolean;
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

export type RazorpayBooks = ReturnType<typeof openBooks>;

export function openBooks(world: World) {
  return {
    orders: world.store.book<Order>('razorpay_order'),
    payments: world.store.book<Payment>('razorpay_payment'),
    refunds: world.store.book<Refund>('razorpay_refund'),
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
  };
}

/** Commission and its tax, in paise: nothing on UPI, 2 % and 18 % tax elsewhere. */
export function feeOf(payment: Payment): { fee: number; tax: number } {
  if (payment.instrument.method === 'upi') return { fee: 0, tax: 0 };
  const commission = Math.round(payment.amount * 0.02);
  const tax = Math.round(commission * 0.18);
  return { fee: commission + tax, tax };
}

function describeCard(payment: Payment, number: string) {
  const network = number.startsWith('4') ? 'Visa' : number.startsWith('6') ? 'RuPay' : 'MasterCard';
  return {
    id: `card_${payment.id.slice(4)}`,
    entity: 'card',
    name: '',
    last4: number.slice(-4),
    network,
    type: payment.isCreditSource ? 'credit' : 'debit',
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
        payer_account_type: payment.isCreditSource ? 'credit_card' : 'bank_account',
        vpa: instrument.vpa,
      },
    };
  if (instrument.method === 'netbanking') return { ...none, bank: instrument.bank };
  const card = describeCard(payment, instrument.number);
  return { ...none, card_id: card.id, card };
}

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

export function collection(items: unknown[]) {
  return { entity: 'collection', count: items.length, items };
}
