import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aReceiver, aSandbox, caller, cleanUp } from './world.ts';
import type { Tree, World } from './world.ts';

let world: World;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let receiptCount = 0;

beforeAll(async () => {
  receiver = await aReceiver();
  world = await aSandbox({ webhookTarget: receiver.target });
});
afterEach(() => cleanUp(world));
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');
const advance = (duration: string) => world.control.post('/clock', { advance: duration });

async function anOrder(more = {}): Promise<{ id: string; receipt: string }> {
  receiptCount += 1;
  const receipt = `receipt-${receiptCount}`;
  const { body } = await world.razorpay.post('/orders', {
    amount: 50_000,
    currency: 'INR',
    receipt,
    ...more,
  });
  return { id: String(body.id), receipt };
}

async function pay(orderId: string, instrument: string) {
  const { body } = await world.control.post('/act', { what: 'pay_order', orderId, with: instrument });
  return { paymentId: String(body.paymentId), signature: body.signature as unknown as string | null };
}

const payment = async (id: string): Promise<Tree> => (await world.razorpay.get(`/payments/${id}`)).body;
const order = async (id: string): Promise<Tree> => (await world.razorpay.get(`/orders/${id}`)).body;
const eventsFor = (id: string) =>
  receiver.received.filter((hook) => hook.raw.includes(id)).map((hook) => String(hook.body.event));
const truthOf = async (receipt: string) =>
  (await world.control.get(`/truth/collections?receipt=${receipt}`)).body;

describe('orders', () => {
  it('ask for the exact key', async () => {
    const open = caller(world.url, { authorization: 'Basic bm9wZTpub3Bl' });
    const answer = await open.get('/razorpay/v1/orders');
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
  });

  it('refuse small amounts, fractions, other currencies, long receipts and too many notes', async () => {
    const good = { amount: 50_000, currency: 'INR' };
    const notes = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`n${at}`, 'x']));
    for (const bad of [
      { amount: 99 },
      { amount: 100.5 },
      { currency: 'USD' },
      { receipt: 'r'.repeat(41) },
      { notes },
    ]) {
      const answer = await world.razorpay.post('/orders', { ...good, ...bad });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', field: Object.keys(bad)[0] });
    }
  });

  it('come back for a receipt promised to be unique; a receipt not promised so gets a new order', async () => {
    const ask = { amount: 50_000, currency: 'INR', receipt: 'once-only', unique_receipt: true };
    const first = await world.razorpay.post('/orders', ask);
    expect((await world.razorpay.post('/orders', ask)).body.id).toBe(first.body.id);
    const plain = { ...ask, unique_receipt: false };
    expect((await world.razorpay.post('/orders', plain)).body.id).not.toBe(first.body.id);
    const found = await world.razorpay.get('/orders?receipt=once-only');
    expect(found.body.items).toHaveLength(2);
  });
});

describe('payments', () => {
  it('success@razorpay is captured, pays the order and tells so under a good signature', async () => {
    const { id, receipt } = await anOrder();
    const { paymentId, signature } = await pay(id, 'success@razorpay');
    expect(signature).toBe(hmac(`${id}|${paymentId}`, 'sandbox-razorpay-secret'));
    expect(await payment(paymentId)).toMatchObject({
      status: 'captured',
      order_id: id,
      amount: 50_000,
      method: 'upi',
    });
    expect(await order(id)).toMatchObject({
      status: 'paid',
      amount_paid: 50_000,
      amount_due: 0,
      attempts: 1,
    });
    expect(await truthOf(receipt)).toMatchObject([{ paymentId, amountPaise: 50_000, status: 'captured' }]);
    await receiver.until(() => eventsFor(paymentId).length >= 3);
    expect(eventsFor(paymentId).toSorted()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
    const hook = receiver.received.find((one) => one.raw.includes(paymentId));
    expect(hook?.path).toBe('/hooks/razorpay');
    expect(hook?.headers['x-razorpay-signature']).toBe(
      hmac(hook?.raw ?? '', 'sandbox-razorpay-webhook-secret'),
    );
    expect(hook?.headers['x-razorpay-event-id']).toMatch(/^\d{14}$/);
  });

  it('a paid order takes no second payment', async () => {
    const { id } = await anOrder();
    await pay(id, 'success@razorpay');
    const again = await world.control.post('/act', {
      what: 'pay_order',
      orderId: id,
      with: 'success@razorpay',
    });
    expect(again.status).toBe(409);
  });

  it('failure@razorpay fails, and the order can be tried again', async () => {
    const { id, receipt } = await anOrder();
    const failed = await pay(id, 'failure@razorpay');
    expect(await payment(failed.paymentId)).toMatchObject({
      status: 'failed',
      error_reason: 'payment_failed',
    });
    expect(await order(id)).toMatchObject({ status: 'attempted', attempts: 1 });
    expect(await truthOf(receipt)).toEqual([]);
    await pay(id, 'success@razorpay');
    expect(await order(id)).toMatchObject({ status: 'paid', attempts: 2 });
    const payments = await world.razorpay.get(`/orders/${id}/payments`);
    expect(payments.body).toMatchObject({ entity: 'collection', count: 2 });
  });

  it('pending@ has no answer for ten minutes and then fails', async () => {
    const { id } = await anOrder();
    const { paymentId } = await pay(id, 'pending@razorpay');
    expect((await payment(paymentId)).status).toBe('created');
    await advance('PT10M');
    expect(await payment(paymentId)).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' });
  });

  it('late@ fails, is authorised twenty hours later and can be captured', async () => {
    const { id, receipt } = await anOrder();
    const { paymentId } = await pay(id, 'late@razorpay');
    expect((await payment(paymentId)).status).toBe('failed');
    await advance('PT20H');
    expect((await payment(paymentId)).status).toBe('authorized');
    const wrong = await world.razorpay.post(`/payments/${paymentId}/capture`, { amount: 1, currency: 'INR' });
    expect(wrong.status).toBe(400);
    const captured = await world.razorpay.post(`/payments/${paymentId}/capture`, {
      amount: 50_000,
      currency: 'INR',
    });
    expect(captured.body.status).toBe('captured');
    const again = await world.razorpay.post(`/payments/${paymentId}/capture`, {
      amount: 50_000,
      currency: 'INR',
    });
    expect(again.status).toBe(400);
    expect(await order(id)).toMatchObject({ status: 'paid' });
    expect(await truthOf(receipt)).toMatchObject([{ status: 'captured' }]);
  });

  it('an authorisation that is never captured goes back after three days', async () => {
    const { id } = await anOrder({ payment_capture: false });
    const { paymentId } = await pay(id, 'success@razorpay');
    expect((await payment(paymentId)).status).toBe('authorized');
    await advance('P3D');
    expect(await payment(paymentId)).toMatchObject({ status: 'refunded', amount_refunded: 50_000 });
  });

  it('double@ takes the money on two orders', async () => {
    const first = await anOrder({ amount: 77_700 });
    const second = await anOrder({ amount: 77_700 });
    await pay(first.id, 'double@razorpay');
    expect((await order(first.id)).status).toBe('paid');
    expect((await order(second.id)).status).toBe('paid');
  });

  it('creditcard@ and a credit card show the source of the money', async () => {
    const upi = await pay((await anOrder()).id, 'creditcard@razorpay');
    expect(await payment(upi.paymentId)).toMatchObject({ upi: { payer_account_type: 'credit_card' } });
    const credit = await pay((await anOrder()).id, '4111 1111 1111 1111');
    // As the rail does, it names the card by its id alone unless it is asked for.
    expect(await payment(credit.paymentId)).not.toHaveProperty('card');
    expect(await payment(`${credit.paymentId}?expand[]=card`)).toMatchObject({
      card: { type: 'credit', last4: '1111' },
    });
    const debit = await pay((await anOrder()).id, '6527 6589 0000 1005');
    expect(await payment(`${debit.paymentId}?expand[]=card`)).toMatchObject({
      card: { type: 'debit', network: 'RuPay' },
    });
  });

  it('abandon@ pays and never comes back, tamper@ comes back with a bad signature', async () => {
    const gone = await pay((await anOrder()).id, 'abandon@razorpay');
    expect(gone.signature).toBeNull();
    expect((await payment(gone.paymentId)).status).toBe('captured');
    const { id } = await anOrder();
    const forged = await pay(id, 'tamper@razorpay');
    expect(forged.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(forged.signature).not.toBe(hmac(`${id}|${forged.paymentId}`, 'sandbox-razorpay-secret'));
  });

  it.each([
    ['4100 2800 0000 1007', 'captured', null],
    ['5500 6700 0000 1002:1234', 'captured', null],
    ['4100 2800 0008 0001', 'failed', 'insufficient_funds'],
    ['4100 2800 0009 0000', 'failed', 'payment_timed_out'],
    ['4100 2800 0000 1007:123', 'failed', 'incorrect_otp'],
    ['netbanking:ICIC', 'captured', null],
  ])('%s is %s', async (instrument, status, reason) => {
    const { paymentId } = await pay((await anOrder()).id, instrument);
    expect(await payment(paymentId)).toMatchObject({ status, error_reason: reason });
  });
});

describe('refunds', () => {
  it.each([
    ['slowrefund@razorpay', 'processed', 'captured', 20_000],
    ['norefund@razorpay', 'failed', 'captured', 0],
  ])('to %s are pending for two hours and then %s', async (payer, end, status, amountRefunded) => {
    const { paymentId } = await pay((await anOrder()).id, payer);
    const { body } = await world.razorpay.post(`/payments/${paymentId}/refund`, { amount: 20_000 });
    expect(body.status).toBe('pending');
    await advance('PT1H59M');
    expect((await world.razorpay.get(`/refunds/${String(body.id)}`)).body.status).toBe('pending');
    await advance('PT2M');
    expect((await world.razorpay.get(`/refunds/${String(body.id)}`)).body.status).toBe(end);
    expect(await payment(paymentId)).toMatchObject({ status, amount_refunded: amountRefunded });
    await receiver.until(() => eventsFor(String(body.id)).includes(`refund.${end}`));
  });

  it('go back once for each key, in parts, and never beyond the payment', async () => {
    const { paymentId } = await pay((await anOrder()).id, 'success@razorpay');
    const refund = (body: object, key?: string) =>
      world.razorpay.post(`/payments/${paymentId}/refund`, body, key ? { 'x-refund-idempotency': key } : {});
    const part = { amount: 20_000, speed: 'normal', receipt: 'refund-1' };
    const first = await refund(part, 'refund-key-1');
    expect(first.body).toMatchObject({
      entity: 'refund',
      status: 'processed',
      amount: 20_000,
      payment_id: paymentId,
    });
    expect((await refund(part, 'refund-key-1')).body.id).toBe(first.body.id);
    expect((await refund({ ...part, amount: 30_000 }, 'refund-key-1')).status).toBe(400);
    expect((await refund(part, 'short')).status).toBe(400);
    expect((await refund({ amount: 30_001 }, 'refund-key-2')).status).toBe(400);
    expect((await refund({}, 'refund-key-3')).body.amount).toBe(30_000);
    expect(await payment(paymentId)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    const list = await world.razorpay.get(`/payments/${paymentId}/refunds`);
    expect(list.body.count).toBe(2);
    await receiver.until(() => eventsFor(String(first.body.id)).length >= 2);
    expect(eventsFor(String(first.body.id))).toEqual(
      expect.arrayContaining(['refund.created', 'refund.processed']),
    );
  });
});

describe('settlements', () => {
  it('show payments and refunds on the next Indian day', async () => {
    const { id, receipt } = await anOrder();
    const { paymentId } = await pay(id, '6527 6589 0000 1005');
    await world.razorpay.post(`/payments/${paymentId}/refund`, { amount: 10_000 });
    await advance('P2D');
    const { now } = (await world.control.get('/clock')).body as unknown as { now: string };
    const paidOn = Number((await payment(paymentId)).created_at) * 1_000 + 330 * 60_000;
    const day = new Date(paidOn + 86_400_000).toISOString().slice(0, 10).split('-');
    const recon = await world.razorpay.get(
      `/settlements/recon/combined?year=${day[0]}&month=${day[1]}&day=${day[2]}&count=1000`,
    );
    const rows = (recon.body.items as unknown as Record<string, unknown>[]).filter(
      (row) => row.order_receipt === receipt,
    );
    expect(rows).toMatchObject([
      {
        type: 'payment',
        entity_id: paymentId,
        amount: 50_000,
        fee: 1_180,
        tax: 180,
        credit: 48_820,
        settled: true,
      },
      { type: 'refund', payment_id: paymentId, debit: 10_000 },
    ]);
    expect(Number(rows[0]?.settled_at) * 1_000).toBeLessThan(Date.parse(now));
  });
});

describe('disputes and returns', () => {
  const settled = async (paymentId: string) => {
    await advance('P2D');
    const { now } = (await world.control.get('/clock')).body as unknown as { now: string };
    const found: Record<string, unknown>[] = [];
    for (const daysAgo of [2, 1, 0]) {
      const at = new Date(Date.parse(now) + 330 * 60_000 - daysAgo * 86_400_000);
      const [year, month, day] = at.toISOString().slice(0, 10).split('-');
      const recon = await world.razorpay.get(
        `/settlements/recon/combined?year=${year}&month=${month}&day=${day}&count=1000`,
      );
      found.push(...(recon.body.items as unknown as Record<string, unknown>[]));
    }
    return found.filter((row) => row.entity_id === paymentId || row.payment_id === paymentId);
  };
  const act = async (what: string, body: object) =>
    (await world.control.post('/act', { what, ...body })).body as unknown as Record<string, string>;

  it('take a lost payment out of a settlement, and put a won one back', async () => {
    const ends = { lost: ['debit'], won: ['debit', 'credit'] } as const;
    for (const [verdict, sides] of Object.entries(ends)) {
      const { id } = await anOrder();
      const { paymentId } = await pay(id, 'success@razorpay');
      const { disputeId } = await act('dispute_payment', { paymentId, deductAtOnce: verdict === 'won' });
      expect((await world.razorpay.get(`/disputes/${disputeId}`)).body).toMatchObject({
        entity: 'dispute',
        payment_id: paymentId,
        status: 'open',
        phase: 'chargeback',
        amount: 50_000,
        amount_deducted: verdict === 'won' ? 50_000 : 0,
      });
      await act('dispute_verdict', { disputeId, verdict });
      expect((await world.razorpay.get(`/disputes/${disputeId}`)).body).toMatchObject({ status: verdict });
      const rows = (await settled(paymentId)).filter((row) => row.dispute_id === disputeId);
      expect(rows).toMatchObject(
        sides.map((side) => ({ type: 'adjustment', amount: 50_000, [side]: 50_000 })),
      );
    }
  });

  it('a payment its bank sends back is failed, and taken out of a settlement without a dispute', async () => {
    const { id } = await anOrder();
    const { paymentId } = await pay(id, 'success@razorpay');
    await act('return_payment', { paymentId });
    expect(await payment(paymentId)).toMatchObject({ status: 'failed' });
    const rows = await settled(paymentId);
    expect(rows).toMatchObject([
      { type: 'payment', credit: 50_000 },
      { type: 'adjustment', debit: 50_000 },
    ]);
  });

  it('what never was captured goes back to the payer outside every settlement', async () => {
    const { id } = await anOrder();
    const { paymentId } = await pay(id, 'late@razorpay');
    await advance('P5D');
    expect(await payment(paymentId)).toMatchObject({ status: 'refunded' });
    expect(await settled(paymentId)).toEqual([]);
  });
});

describe('checkout in a browser', () => {
  it('serves its script and a page without inline script, to any browser', async () => {
    const { id } = await anOrder();
    const script = await world.open.get('/razorpay/v1/checkout.js');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.text).toContain('window.Razorpay');
    const page = await world.open.get(
      `/razorpay/v1/checkout/page?key=rzp_test_sandbox&order_id=${id}&name=Mohlat`,
    );
    expect(page.text).toContain('Pay ₹500.00</button');
    expect(page.text).toContain('value="success@razorpay"');
    expect(page.text).not.toMatch(/<script(?![^>]*src=)/);
    const unknown = await world.open.get(
      '/razorpay/v1/checkout/page?key=rzp_test_sandbox&order_id=order_none',
    );
    expect(unknown.status).toBe(400);
  });

  it('hands back id, order and signature, or the error, or nothing yet', async () => {
    const { id } = await anOrder();
    const click = (instrument: string) =>
      world.open.post('/razorpay/v1/checkout/pay', { key: 'rzp_test_sandbox', order_id: id, instrument });
    const failed = await click('failure@razorpay');
    expect(failed.body.error).toMatchObject({ reason: 'payment_failed', metadata: { order_id: id } });
    expect((await click('pending@razorpay')).body).toEqual({ waiting: true });
    const { answer } = (await click('success@razorpay')).body;
    const paymentId = String(answer?.razorpay_payment_id);
    expect(answer).toEqual({
      razorpay_payment_id: paymentId,
      razorpay_order_id: id,
      razorpay_signature: hmac(`${id}|${paymentId}`, 'sandbox-razorpay-secret'),
    });
  });
});
