import { isDeepStrictEqual } from 'node:util';
import type { RailCall } from '@mohlat/contract';
import type { CallContext } from '../call-context.ts';
import type { RazorpayConfig } from '../config.ts';
import { ProviderContractDrift, ProviderRejected } from '../errors.ts';
import { assertEcho, readWire, REPEAT_NEVER, REPEAT_READ } from '../transport.ts';
import type { Call, Transport } from '../transport.ts';
import { hmacSha256Hex, isSameSecret } from '../webhook-proof.ts';
import { createDialect } from './dialect.ts';
import type { CheckoutParams, CollectionPort, PaymentState, RefundState, SettlementRow } from './port.ts';
import { lacksCard, toDispute, toOrder, toPayment, toRefund, toSettlementRow } from './read.ts';
import { parseRazorpayWebhook } from './webhook.ts';
import * as wire from './wire.ts';
import type { WirePayment } from './wire.ts';

const PAGE_SIZE = 100;

type CollectionCall = Call & { readonly op: RailCall };
type Send = (call: CollectionCall) => Promise<unknown>;

/** Razorpay: what people pay back, through its checkout. */
export function createRazorpay(config: RazorpayConfig, deps: { transport: Transport }): CollectionPort {
  const dialect = createDialect(config);
  const send: Send = async (call) => (await deps.transport.call(dialect, call)).json;
  const received = receiving(send);
  return {
    ...ordering(config, send, received.getPayment),
    ...received,
    ...refunding(send),
    ...settling(send),
    ...disputing(send),
    verifyReturn: ({ orderRef, paymentRef, signature }) =>
      isSameSecret(hmacSha256Hex(config.keySecret, `${orderRef}|${paymentRef}`), signature),
    parseWebhook: (w) => parseRazorpayWebhook(config, w),
  };
}

function at(op: RailCall, isWrite = false) {
  return { provider: 'razorpay', op, isWrite } as const;
}

function enquiry(
  op: RailCall,
  path: string,
  context: CallContext | undefined,
  query?: Call['query'],
): CollectionCall {
  return {
    op,
    kind: 'enquiry',
    timeout: 'read',
    repeats: REPEAT_READ,
    method: 'GET',
    path,
    context,
    ...(query ? { query } : {}),
  };
}

function ordering(
  config: RazorpayConfig,
  send: Send,
  getPayment: CollectionPort['getPayment'],
): Pick<CollectionPort, 'createOrder' | 'checkoutFor' | 'getOrder' | 'findOrderByReceipt' | 'paymentsOf'> {
  const checkoutFor = (i: { orderRef: string; amount: number }): CheckoutParams => ({
    scriptUrl: config.checkoutJsUrl,
    key: config.keyId,
    orderRef: i.orderRef,
    amount: i.amount,
    currency: 'INR',
  });

  return {
    checkoutFor,
    async createOrder(i, c) {
      const json = await send({
        op: 'createOrder',
        kind: 'write',
        timeout: 'read',
        // The unique receipt makes a repeat return the same order.
        repeats: { notDone: 3, unknown: 1 },
        method: 'POST',
        path: '/v1/orders',
        body: {
          amount: i.amount,
          currency: 'INR',
          receipt: i.receipt,
          notes: i.notes,
          payment_capture: true,
          unique_receipt: true,
        },
        context: c,
      });
      const order = readWire(wire.order, json, at('createOrder', true));
      assertEcho(at('createOrder'), 'amount', i.amount, order.amount);
      assertEcho(at('createOrder'), 'receipt', i.receipt, order.receipt ?? '');
      return { orderRef: order.id, checkout: checkoutFor({ orderRef: order.id, amount: i.amount }) };
    },
    async getOrder(orderRef, c) {
      const json = await send(enquiry('getOrder', `/v1/orders/${encodeURIComponent(orderRef)}`, c));
      const order = readWire(wire.order, json, at('getOrder'));
      assertEcho(at('getOrder'), 'id', orderRef, order.id);
      return toOrder(order);
    },
    async findOrderByReceipt(receipt, c) {
      const json = await send(enquiry('findOrderByReceipt', '/v1/orders', c, { receipt }));
      const { items } = readWire(wire.orders, json, at('findOrderByReceipt'));
      const order = items.find((item) => item.receipt === receipt);
      return order ? toOrder(order) : null;
    },
    async paymentsOf(orderRef, c) {
      const path = `/v1/orders/${encodeURIComponent(orderRef)}/payments`;
      const { items } = readWire(wire.payments, await send(enquiry('paymentsOf', path, c)), at('paymentsOf'));
      for (const item of items) assertEcho(at('paymentsOf'), 'items.order_id', orderRef, item.order_id ?? '');
      const read = async (item: WirePayment) =>
        lacksCard(item) && item.status !== 'failed' ? getPayment(item.id, undefined, c) : toPayment(item);
      const payments: PaymentState[] = [];
      // One after another: an order has a few attempts, and most of them failed.
      for (const item of items) payments.push(await read(item));
      return payments;
    },
  };
}

function receiving(send: Send): Pick<CollectionPort, 'getPayment' | 'capture'> {
  const getPayment: CollectionPort['getPayment'] = async (paymentRef, expected, c) => {
    const path = `/v1/payments/${encodeURIComponent(paymentRef)}`;
    // Without this the answer names a card by its id alone, and says nothing of credit or debit.
    const json = await send(enquiry('getPayment', path, c, { 'expand[]': 'card' }));
    const payment = readWire(wire.payment, json, at('getPayment'));
    assertEcho(at('getPayment'), 'id', paymentRef, payment.id);
    if (expected) {
      assertEcho(at('getPayment'), 'order_id', expected.orderRef, payment.order_id ?? '');
      assertEcho(at('getPayment'), 'amount', expected.amount, payment.amount);
    }
    return toPayment(payment);
  };

  const requestCapture = async (
    paymentRef: string,
    amount: number,
    c: CallContext,
  ): Promise<PaymentState> => {
    const json = await send({
      op: 'capture',
      kind: 'write',
      timeout: 'moneyWrite',
      repeats: REPEAT_NEVER,
      method: 'POST',
      path: `/v1/payments/${encodeURIComponent(paymentRef)}/capture`,
      body: { amount, currency: 'INR' },
      context: c,
    });
    const payment = readWire(wire.payment, json, at('capture', true));
    assertEcho(at('capture'), 'id', paymentRef, payment.id);
    assertEcho(at('capture'), 'amount', amount, payment.amount);
    return lacksCard(payment) ? getPayment(paymentRef, undefined, c) : toPayment(payment);
  };

  return {
    getPayment,
    async capture(paymentRef, amount, c) {
      try {
        return await requestCapture(paymentRef, amount, c);
      } catch (error) {
        if (!(error instanceof ProviderRejected)) throw error;
        // Most often an earlier attempt of ours was faster: then this is no failure.
        const payment = await getPayment(paymentRef, undefined, c);
        if (payment.status === 'captured' && payment.amount === amount) return payment;
        throw error;
      }
    },
  };
}

function refunding(send: Send): Pick<CollectionPort, 'refund' | 'refundsOf'> {
  return {
    async refund(i, c) {
      const json = await send({
        op: 'refund',
        kind: 'write',
        timeout: 'moneyWrite',
        repeats: REPEAT_NEVER,
        method: 'POST',
        path: `/v1/payments/${encodeURIComponent(i.paymentRef)}/refund`,
        headers: { 'x-refund-idempotency': i.key },
        body: { amount: i.amount, speed: 'normal', receipt: i.key, notes: { reason: i.reason } },
        context: c,
      });
      const refund = readWire(wire.refund, json, at('refund', true));
      assertEcho(at('refund'), 'payment_id', i.paymentRef, refund.payment_id);
      assertEcho(at('refund'), 'amount', i.amount, refund.amount);
      return toRefund(refund);
    },
    async refundsOf(paymentRef, c) {
      const path = `/v1/payments/${encodeURIComponent(paymentRef)}/refunds`;
      const found = new Map<string, RefundState>();
      for (let skip = 0; ; skip += PAGE_SIZE) {
        // Unasked, the rail names the last ten alone.
        const query = { count: String(PAGE_SIZE), skip: String(skip) };
        const json = await send(enquiry('refundsOf', path, c, query));
        const { items } = readWire(wire.refunds, json, at('refundsOf'));
        for (const item of items)
          assertEcho(at('refundsOf'), 'items.payment_id', paymentRef, item.payment_id);
        if (items.length >= PAGE_SIZE && items.every(({ id }) => found.has(id)))
          throw new ProviderContractDrift({
            ...at('refundsOf'),
            field: 'items',
            message: 'a page came again',
          });
        for (const item of items) found.set(item.id, toRefund(item));
        if (items.length < PAGE_SIZE) return [...found.values()];
      }
    },
  };
}

function disputing(
  send: Send,
): Pick<CollectionPort, 'getDispute' | 'addDisputeDocument' | 'contestDispute' | 'acceptDispute'> {
  const read = (op: RailCall, isWrite: boolean, disputeRef: string, json: unknown) => {
    const dispute = readWire(wire.dispute, json, at(op, isWrite));
    assertEcho(at(op, isWrite), 'id', disputeRef, dispute.id);
    return toDispute(dispute);
  };
  const pathOf = (disputeRef: string) => `/v1/disputes/${encodeURIComponent(disputeRef)}`;
  const write = { kind: 'write', timeout: 'moneyWrite', repeats: REPEAT_NEVER } as const;

  return {
    async getDispute(disputeRef, c) {
      const json = await send(enquiry('getDispute', pathOf(disputeRef), c));
      return read('getDispute', false, disputeRef, json);
    },
    async addDisputeDocument({ name, type, content }, c) {
      const json = await send({
        ...write,
        op: 'addDisputeDocument',
        method: 'POST',
        path: '/v1/documents',
        form: { fields: { purpose: 'dispute_evidence' }, file: { field: 'file', name, type, content } },
        context: c,
      });
      return { documentRef: readWire(wire.document, json, at('addDisputeDocument', true)).id };
    },
    async contestDispute(disputeRef, { amount, summary, documentRefs }, c) {
      const json = await send({
        ...write,
        op: 'contestDispute',
        method: 'PATCH',
        path: `${pathOf(disputeRef)}/contest`,
        body: { amount, summary, billing_proof: documentRefs, action: 'submit' },
        context: c,
      });
      return read('contestDispute', true, disputeRef, json);
    },
    async acceptDispute(disputeRef, c) {
      const json = await send({
        ...write,
        op: 'acceptDispute',
        method: 'POST',
        path: `${pathOf(disputeRef)}/accept`,
        body: {},
        context: c,
      });
      return read('acceptDispute', true, disputeRef, json);
    },
  };
}

function settling(send: Send): Pick<CollectionPort, 'settlementRows'> {
  return {
    async *settlementRows(day, c): AsyncGenerator<SettlementRow> {
      const [year, month, date] = day.split('-');
      let before: SettlementRow | undefined;
      for (let skip = 0; ; skip += PAGE_SIZE) {
        const query = {
          year,
          month,
          ...(date === undefined ? {} : { day: date }),
          count: String(PAGE_SIZE),
          skip: String(skip),
        };
        const json = await send(enquiry('settlementRows', '/v1/settlements/recon/combined', c, query));
        const { items } = readWire(wire.settlementRows, json, at('settlementRows'));
        const rows = items.map(toSettlementRow);
        if (before !== undefined && rows[0] !== undefined && isDeepStrictEqual(rows[0], before))
          throw new ProviderContractDrift({
            ...at('settlementRows'),
            field: 'items',
            message: 'a page came again',
          });
        before = rows[0];
        yield* rows;
        if (items.length < PAGE_SIZE) return;
      }
    },
  };
}
