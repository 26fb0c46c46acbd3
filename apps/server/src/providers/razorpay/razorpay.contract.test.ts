import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import type { CallContext, RawWebhook, SettlementRow } from '../index.ts';

const ctx: CallContext = { requestId: 'contract', actor: 'job' };
let world: SandboxWorld;

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

const port = () => world.providers.collection;
const aReceipt = () => `rcpt-${randomUUID().slice(0, 20)}`;
const sentTo = (op: string) => world.calls.filter((call) => call.op === op).length;

async function anOrder(amount = 150_000, receipt = aReceipt()) {
  const { orderRef } = await port().createOrder({ receipt, amount, notes: { purpose: 'repayment' } }, ctx);
  return { orderRef, amount, receipt };
}

async function pay(orderRef: string, using = 'success@razorpay') {
  const answer = await world.control('POST', '/act', { what: 'pay_order', orderId: orderRef, with: using });
  return answer as { paymentId: string; signature: string | null };
}

async function aPayment(using = 'success@razorpay', amount = 150_000) {
  const order = await anOrder(amount);
  const { paymentId, signature } = await pay(order.orderRef, using);
  return { ...order, paymentRef: paymentId, signature };
}

async function debits(receipt: string): Promise<unknown[]> {
  const rows = await world.control('GET', `/truth/collections?receipt=${receipt}`);
  return Array.isArray(rows) ? rows : [];
}

const istDay = (at: Date) => new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 10);

describe('orders', () => {
  it('are created once per receipt and opened in the checkout', async () => {
    const receipt = aReceipt();
    const first = await port().createOrder({ receipt, amount: 99_900, notes: {} }, ctx);
    const again = await port().createOrder({ receipt, amount: 99_900, notes: {} }, ctx);
    expect(again.orderRef).toBe(first.orderRef);
    expect(first.checkout).toEqual({
      scriptUrl: `${world.url}/razorpay/v1/checkout.js`,
      key: 'rzp_test_sandbox',
      orderRef: first.orderRef,
      amount: 99_900,
      currency: 'INR',
    });
    expect((await fetch(first.checkout.scriptUrl)).status).toBe(200);
    expect(await port().findOrderByReceipt(receipt)).toMatchObject({ orderRef: first.orderRef, receipt });
    expect(await port().findOrderByReceipt('nobody')).toBeNull();
  });

  it('survive a lost answer: the repeat finds the same order', async () => {
    const receipt = aReceipt();
    await world.fault({
      provider: 'razorpay',
      op: 'order_create',
      fault: { timeout: true, commit: 'after' },
    });
    const { orderRef } = await port().createOrder({ receipt, amount: 50_000, notes: {} }, ctx);
    expect(await port().findOrderByReceipt(receipt)).toMatchObject({ orderRef });
  });

  it('are refused below one rupee and for another amount on the same receipt', async () => {
    expect(await failureOf(anOrder(99))).toMatchObject({ name: 'ProviderRejected', httpStatus: 400 });
    const { receipt } = await anOrder(20_000);
    expect(await failureOf(anOrder(30_000, receipt))).toMatchObject({ name: 'ProviderRejected' });
  });

  it('that come back for another amount or currency are parked', async () => {
    await world.fault({ provider: 'razorpay', op: 'order_create', fault: { mismatch: 'amount' } });
    expect(await failureOf(anOrder())).toMatchObject({ name: 'ProviderContractDrift', field: 'amount' });
    await world.fault({ provider: 'razorpay', op: 'order_create', fault: { mismatch: 'currency' } });
    expect(await failureOf(anOrder())).toMatchObject({ name: 'ProviderContractDrift', field: 'currency' });
  });
});

describe('payments', () => {
  it('are believed after signature and enquiry agree', async () => {
    const from = world.now().getTime();
    const payment = await aPayment();
    expect(port().verifyReturn({ ...payment, signature: payment.signature ?? '' })).toBe(true);
    const state = await port().getPayment(payment.paymentRef, payment);
    expect(state).toMatchObject({ status: 'captured', method: 'upi', isCreditSource: false });
    expect(state.createdAt.getTime()).toBeGreaterThanOrEqual(from - (from % 1_000));
    expect(state.createdAt.getTime()).toBeLessThanOrEqual(world.now().getTime());
    expect(await port().getOrder(payment.orderRef)).toMatchObject({ status: 'paid', amountDue: 0 });
    expect(await port().paymentsOf(payment.orderRef)).toMatchObject([{ paymentRef: payment.paymentRef }]);
  });

  it('are not believed with a forged signature or one of another order', async () => {
    const forged = await aPayment('tamper@razorpay');
    expect(port().verifyReturn({ ...forged, signature: forged.signature ?? '' })).toBe(false);
    const genuine = await aPayment();
    const other = await anOrder();
    const swapped = { ...genuine, orderRef: other.orderRef, signature: genuine.signature ?? '' };
    expect(port().verifyReturn(swapped)).toBe(false);
    expect(await failureOf(port().getPayment(genuine.paymentRef, other))).toMatchObject({
      name: 'ProviderContractDrift',
      field: 'order_id',
    });
  });

  it('that fail say why', async () => {
    const payment = await aPayment('failure@razorpay');
    expect(await port().getPayment(payment.paymentRef, payment)).toMatchObject({
      status: 'failed',
      failure: { code: 'BAD_REQUEST_ERROR', reason: 'payment_failed' },
    });
    expect(await port().getOrder(payment.orderRef)).toMatchObject({ status: 'attempted' });
  });

  it.each(['creditcard@razorpay', '4111111111111111', 'wallet@razorpay', '4100280000001015'])(
    'LEND-S4: from credit, a wallet or a prepaid card are visible as such, alone and beside their order: %s',
    async (using) => {
      const payment = await aPayment(using);
      const barred = { paymentRef: payment.paymentRef, isCreditSource: true };
      expect(await port().getPayment(payment.paymentRef)).toMatchObject(barred);
      expect(await port().paymentsOf(payment.orderRef)).toMatchObject([barred]);
    },
  );

  it('by debit card or netbanking are no credit, and carry the fee', async () => {
    const card = await aPayment('4100280000001007');
    const allowed = { method: 'card', isCreditSource: false };
    expect(await port().getPayment(card.paymentRef)).toMatchObject(allowed);
    expect(await port().paymentsOf(card.orderRef)).toMatchObject([allowed]);
    const bank = await aPayment('netbanking:HDFC');
    expect(await port().getPayment(bank.paymentRef)).toMatchObject({ method: 'netbanking', fee: 3_540 });
  });

  it('that hang are failed after ten minutes', async () => {
    const payment = await aPayment('pending@razorpay');
    expect(await port().getPayment(payment.paymentRef)).toMatchObject({ status: 'created' });
    await world.advance('PT11M');
    expect(await port().getPayment(payment.paymentRef)).toMatchObject({ status: 'failed' });
  });

  it('that come late are captured once, and a second capture finds them captured', async () => {
    const payment = await aPayment('late@razorpay');
    expect(await port().getPayment(payment.paymentRef)).toMatchObject({ status: 'failed' });
    await world.advance('PT20H1M');
    expect(await port().getPayment(payment.paymentRef)).toMatchObject({ status: 'authorized' });
    const captured = await port().capture(payment.paymentRef, payment.amount, ctx);
    expect(captured).toMatchObject({ status: 'captured' });
    expect(await port().capture(payment.paymentRef, payment.amount, ctx)).toMatchObject({
      status: 'captured',
    });
    expect(await failureOf(port().capture(payment.paymentRef, payment.amount - 1, ctx))).toMatchObject({
      name: 'ProviderRejected',
    });
  });

  it('made twice on two orders are both visible', async () => {
    const payment = await aPayment('double@razorpay', 777_700);
    const hooks = await world.waitForWebhooks(
      (w) => w.rawBody.includes('"payment.captured"') && w.rawBody.includes('777700'),
      2,
    );
    const refs = new Set(hooks.map((hook) => port().parseWebhook(hook).payload.paymentRef));
    expect(refs.size).toBe(2);
    expect(refs.has(payment.paymentRef)).toBe(true);
  });

  it('of a person who never comes back are told by webhook', async () => {
    const payment = await aPayment('abandon@razorpay');
    expect(payment.signature).toBeNull();
    const [hook] = await world.waitForWebhooks(
      (w) => w.rawBody.includes('"payment.captured"') && w.rawBody.includes(payment.paymentRef),
    );
    expect(hook && port().parseWebhook(hook)).toMatchObject({
      trust: 'verified',
      subjectRef: payment.paymentRef,
      payload: { orderRef: payment.orderRef, payment: { status: 'captured', amount: payment.amount } },
    });
  });

  it('with a status or amount we do not know are parked', async () => {
    const payment = await aPayment();
    for (const fault of [
      { drift: 'new_enum' },
      { drift: 'null_amount' },
      { mismatch: 'amount' },
      { mismatch: 'ref' },
    ]) {
      await world.fault({ provider: 'razorpay', op: 'payment_get', fault });
      expect(await failureOf(port().getPayment(payment.paymentRef, payment))).toMatchObject({
        name: 'ProviderContractDrift',
        outcome: 'unknown',
      });
    }
  });
});

describe('refunds', () => {
  it('happen once however often the same key is sent', async () => {
    const payment = await aPayment();
    const refund = {
      paymentRef: payment.paymentRef,
      key: `refund-${randomUUID()}`,
      amount: 50_000,
      reason: 'Surplus',
    };
    const first = await port().refund(refund, ctx);
    const again = await port().refund(refund, ctx);
    expect(first).toMatchObject({ status: 'processed', amount: 50_000, receipt: refund.key });
    expect(again.refundRef).toBe(first.refundRef);
    expect(await port().refundsOf(payment.paymentRef)).toHaveLength(1);
    expect(await port().getPayment(payment.paymentRef)).toMatchObject({ amountRefunded: 50_000 });
    expect(await failureOf(port().refund({ ...refund, amount: 60_000 }, ctx))).toMatchObject({
      name: 'ProviderRejected',
    });
  });

  it.each([
    ['silence', { timeout: true, commit: 'after' }, 'ProviderTimeout'],
    ['an error', { http: 500, commit: 'after' }, 'ProviderServerError'],
    ['half an answer', { malformed: 'truncated', commit: 'after' }, 'ProviderMalformed'],
  ])('are sent once and left unknown after %s; the same key settles it', async (_what, fault, name) => {
    const payment = await aPayment();
    const refund = {
      paymentRef: payment.paymentRef,
      key: `refund-${randomUUID()}`,
      amount: 10_000,
      reason: 'Surplus',
    };
    await world.fault({ provider: 'razorpay', op: 'refund', fault });
    const before = sentTo('refund');
    expect(await failureOf(port().refund(refund, ctx))).toMatchObject({ name, outcome: 'unknown' });
    expect(sentTo('refund') - before).toBe(1);
    await port().refund(refund, ctx);
    expect(await port().refundsOf(payment.paymentRef)).toHaveLength(1);
  });

  it('still under way are a duplicate to wait for', async () => {
    const payment = await aPayment();
    await world.fault({ provider: 'razorpay', op: 'refund', fault: { http: 409 } });
    const refund = {
      paymentRef: payment.paymentRef,
      key: `refund-${randomUUID()}`,
      amount: 10_000,
      reason: 'Surplus',
    };
    expect(await failureOf(port().refund(refund, ctx))).toMatchObject({
      name: 'ProviderDuplicate',
      outcome: 'unknown',
    });
  });

  it('beyond what was paid are refused', async () => {
    const payment = await aPayment('success@razorpay', 10_000);
    const refund = {
      paymentRef: payment.paymentRef,
      key: `refund-${randomUUID()}`,
      amount: 10_100,
      reason: 'Surplus',
    };
    expect(await failureOf(port().refund(refund, ctx))).toMatchObject({ outcome: 'rejected' });
  });
});

describe('settlement rows', () => {
  it('name payment, order, receipt and bank reference of the day they were settled', async () => {
    const payment = await aPayment('netbanking:HDFC', 123_400);
    await world.advance('P1D');
    const rows: SettlementRow[] = [];
    for (let day = 0; day < 2; day += 1) {
      for await (const row of port().settlementRows(istDay(world.now()))) rows.push(row);
      await world.advance('P1D');
    }
    expect(rows.find((row) => row.paymentRef === payment.paymentRef)).toMatchObject({
      kind: 'payment',
      amount: 123_400,
      orderReceipt: payment.receipt,
      isSettled: true,
      settlementUtr: expect.any(String),
    });
    expect(await debits(payment.receipt)).toHaveLength(1);
  });
});

describe('disputes', () => {
  const act = (what: string, body: object) =>
    world.control('POST', '/act', { what, ...body }) as Promise<Record<string, string>>;

  it('are read with what they hold back, and are named by their webhook and by the settlement file', async () => {
    const payment = await aPayment('success@razorpay', 90_000);
    const { disputeId } = await act('dispute_payment', { paymentId: payment.paymentRef });
    const [hook] = await world.waitForWebhooks((w) => w.rawBody.includes('payment.dispute.created'));
    expect(port().parseWebhook(hook!)).toMatchObject({
      isKnown: true,
      payload: { disputeRef: disputeId, paymentRef: payment.paymentRef },
    });
    expect(await port().getDispute(disputeId!, ctx)).toMatchObject({
      paymentRef: payment.paymentRef,
      status: 'open',
      phase: 'chargeback',
      amount: 90_000,
      amountDeducted: 0,
    });
    await act('dispute_verdict', { disputeId, verdict: 'lost' });
    expect(await port().getDispute(disputeId!, ctx)).toMatchObject({
      status: 'lost',
      amountDeducted: 90_000,
    });
    const tomorrow = new Date(world.now().getTime() + 86_400_000);
    await world.advance('P2D');
    const rows: SettlementRow[] = [];
    for await (const row of port().settlementRows(istDay(tomorrow).slice(0, 7))) rows.push(row);
    expect(rows.find((row) => row.disputeRef === disputeId)).toMatchObject({
      kind: 'dispute',
      paymentRef: payment.paymentRef,
      debit: 90_000,
      credit: 0,
    });
    await expect(port().getDispute('disp_none', ctx)).rejects.toMatchObject({ outcome: 'rejected' });
  });

  it('are fought with documents once, and then looked at by the bank', async () => {
    const payment = await aPayment('success@razorpay', 90_000);
    const { disputeId = '' } = await act('dispute_payment', { paymentId: payment.paymentRef });
    const tell = (documentRefs: string[]) =>
      port().contestDispute(disputeId, { amount: 90_000, summary: 'The bill was paid', documentRefs }, ctx);
    await expect(tell([])).rejects.toMatchObject({ outcome: 'rejected' });
    const file = { name: 'Receipt.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7 a receipt') };
    const { documentRef } = await port().addDisputeDocument(file, ctx);
    expect(documentRef).toMatch(/^doc_/);
    expect(await tell([documentRef])).toMatchObject({ disputeRef: disputeId, status: 'under_review' });
    await expect(tell([documentRef])).rejects.toMatchObject({ outcome: 'rejected' });
    await expect(port().acceptDispute(disputeId, ctx)).rejects.toMatchObject({ outcome: 'rejected' });
    const odd = { ...file, type: 'text/plain' };
    await expect(port().addDisputeDocument(odd, ctx)).rejects.toMatchObject({ outcome: 'rejected' });
  });

  it('are lost at once by giving in', async () => {
    const payment = await aPayment('success@razorpay', 90_000);
    const { disputeId = '' } = await act('dispute_payment', { paymentId: payment.paymentRef });
    expect(await port().acceptDispute(disputeId, ctx)).toMatchObject({
      status: 'lost',
      amountDeducted: 90_000,
    });
  });
});

describe('webhooks', () => {
  const captured = async (fault?: Record<string, unknown>): Promise<RawWebhook> => {
    if (fault) await world.fault({ provider: 'razorpay', op: 'payment.captured', fault });
    const order = await anOrder();
    const before = world.webhooks.length;
    await pay(order.orderRef);
    const [hook] = await world.waitForWebhooks(
      (w) =>
        world.webhooks.indexOf(w) >= before &&
        w.rawBody.includes(order.orderRef) &&
        !/"(payment\.authorized|order\.paid)"/.test(w.rawBody.toString()),
    );
    if (!hook) throw new Error('no webhook came');
    return hook;
  };

  it.each([
    ['wrong', 'signature_wrong'],
    ['hex_vs_base64', 'signature_wrong'],
    ['body_tampered', 'signature_wrong'],
    ['missing', 'signature_missing'],
  ])('with a %s signature are refused', async (signature, reason) => {
    const hook = await captured({ signature });
    expect(() => port().parseWebhook(hook)).toThrow(
      expect.objectContaining({ name: 'WebhookRejected', reason }),
    );
  });

  it('under the old secret are accepted while it is still configured', async () => {
    const hook = await captured({ signature: 'old_secret' });
    expect(port().parseWebhook(hook).trust).toBe('verified');
  });

  it('of an unknown type carry nothing to act on', async () => {
    const hook = await captured({ unknown_event: true });
    expect(port().parseWebhook(hook)).toMatchObject({ isKnown: false, subjectRef: '', payload: {} });
  });

  it('that come twice have one event id', async () => {
    await world.fault({ provider: 'razorpay', op: 'order.paid', fault: { duplicate: 2 } });
    const payment = await aPayment();
    const copies = await world.waitForWebhooks(
      (w) => w.rawBody.includes('"order.paid"') && w.rawBody.includes(payment.orderRef),
      2,
    );
    expect(new Set(copies.map((copy) => port().parseWebhook(copy).eventId)).size).toBe(1);
  });
});
