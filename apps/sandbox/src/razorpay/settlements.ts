import type { FastifyInstance } from 'fastify';
import { DAY_MS, HOUR_MS, istDay, startOfIstDay } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { collection, feeOf } from './books.ts';
import type { Dispute, Payment, RazorpayBooks, Refund } from './books.ts';
import { badRequest } from './errors.ts';

/** Money moves to the merchant at six in the morning of the next Indian day. */
function settledAt(atMs: number): number {
  return startOfIstDay(atMs) + DAY_MS + 6 * HOUR_MS;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

function settlementOf(atMs: number) {
  const day = istDay(settledAt(atMs)).replaceAll('-', '');
  return {
    on_hold: false,
    settled: true,
    settled_at: seconds(settledAt(atMs)),
    settlement_id: `setl_SBX000${day}`,
    settlement_utr: `SBXN${day}000001`,
  };
}

function paymentRow(payment: Payment, at: number) {
  const { fee, tax } = feeOf(payment);
  return {
    entity_id: payment.id,
    type: 'payment',
    debit: 0,
    credit: payment.amount - fee,
    amount: payment.amount,
    currency: payment.currency,
    fee,
    tax,
    created_at: seconds(payment.createdAt),
    ...settlementOf(at),
    payment_id: null,
    order_id: payment.orderId,
    order_receipt: payment.receipt,
    method: payment.instrument.method,
    description: null,
    notes: JSON.stringify(payment.notes),
  };
}

function refundRow(refund: Refund, payment: Payment | undefined) {
  return {
    entity_id: refund.id,
    type: 'refund',
    debit: refund.amount,
    credit: 0,
    amount: refund.amount,
    currency: 'INR',
    fee: 0,
    tax: 0,
    created_at: seconds(refund.createdAt),
    ...settlementOf(refund.createdAt),
    payment_id: refund.paymentId,
    order_id: payment?.orderId ?? null,
    order_receipt: payment?.receipt ?? null,
    method: payment?.instrument.method ?? null,
    description: null,
    notes: JSON.stringify(refund.notes),
  };
}

type Adjustment = { at: number; row: Record<string, unknown> };

function adjustment(
  {
    id,
    sign,
    amount,
    at,
    ...about
  }: { id: string; sign: 'debit' | 'credit'; amount: number; at: number } & Record<string, unknown>,
  payment: Payment | undefined,
): Adjustment {
  const row = {
    entity_id: `adj_${id}`,
    type: 'adjustment',
    debit: 0,
    credit: 0,
    [sign]: amount,
    amount,
    currency: 'INR',
    fee: 0,
    tax: 0,
    created_at: seconds(at),
    ...settlementOf(at),
    payment_id: payment?.id ?? null,
    order_id: payment?.orderId ?? null,
    order_receipt: payment?.receipt ?? null,
    method: null,
    notes: '[]',
    ...about,
  };
  return { at, row };
}

/** The rows of a dispute: it is deducted from a settlement, and is put back into one when it is won. */
function disputeRows(dispute: Dispute, payment: Payment | undefined): Adjustment[] {
  if (dispute.deductedAt === null) return [];
  const { amount } = dispute;
  const about = { dispute_id: dispute.id, amount };
  const tail = dispute.id.slice(5);
  const taken = adjustment(
    { ...about, id: `${tail}1`, sign: 'debit', at: dispute.deductedAt, description: 'Dispute deduction' },
    payment,
  );
  if (dispute.endedAt === null || dispute.amountDeducted > 0) return [taken];
  const back = { ...about, id: `${tail}2`, sign: 'credit' as const, at: dispute.endedAt };
  return [taken, adjustment({ ...back, description: 'Dispute won' }, payment)];
}

/** The row that deducts a payment from a settlement because its bank sent it back. */
function returnRows(payment: Payment): Adjustment[] {
  const { returnedAt: at, amount } = payment;
  if (at === undefined) return [];
  return [
    adjustment(
      { id: payment.id.slice(4), sign: 'debit', amount, at, description: 'Payment returned' },
      payment,
    ),
  ];
}

type ReconQuery = { year?: string; month?: string; day?: string; count?: string; skip?: string };

export function settlementRoutes(app: FastifyInstance, world: World, books: RazorpayBooks): void {
  app.get<{ Querystring: ReconQuery }>(
    '/v1/settlements/recon/combined',
    { config: { op: 'settlement_recon' } },
    (request, reply) => {
      const { year, month, day } = request.query;
      if (!/^\d{4}$/.test(year ?? '')) return badRequest(reply, 'The year field is required.', 'year');
      if (!/^\d{1,2}$/.test(month ?? '')) return badRequest(reply, 'The month field is required.', 'month');
      const prefix = `${year}-${String(month).padStart(2, '0')}${day ? `-${String(day).padStart(2, '0')}` : ''}`;
      const isThen = (at: number) =>
        settledAt(at) <= world.clock.now() && istDay(settledAt(at)).startsWith(prefix);
      const payments = books.payments
        .list()
        .flatMap((payment) =>
          payment.capturedAt !== null && isThen(payment.capturedAt)
            ? [paymentRow(payment, payment.capturedAt)]
            : [],
        );
      const refunds = books.refunds
        .list()
        .filter((refund) => refund.status === 'processed' && isThen(refund.createdAt))
        .map((refund) => ({ refund, payment: books.payments.find(refund.paymentId) }))
        // Money that was never captured goes back to the payer without passing through a settlement.
        .filter(({ payment }) => payment?.capturedAt != null)
        .map(({ refund, payment }) => refundRow(refund, payment));
      const disputes = books.disputes
        .list()
        .flatMap((dispute) => disputeRows(dispute, books.payments.find(dispute.paymentId)));
      const adjustments = [...disputes, ...books.payments.list().flatMap(returnRows)]
        .filter(({ at }) => isThen(at))
        .map(({ row }) => row);
      const rows = [...payments, ...refunds, ...adjustments];
      const skip = Number(request.query.skip ?? 0) || 0;
      const count = Math.min(Number(request.query.count ?? 100) || 100, 1_000);
      return collection(rows.slice(skip, skip + count));
    },
  );
}
