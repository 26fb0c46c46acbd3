import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aPaymentRefId,
  fetchBill,
  fetchBody,
  listRow,
  payBill,
  payBody,
  payResult,
  truthOf,
} from './bills.ts';
import { aReceiver, aSandbox, cleanUp } from './world.ts';
import type { Json, Tree, World } from './world.ts';

let world: World;
let receiver: Awaited<ReturnType<typeof aReceiver>>;

beforeAll(async () => {
  receiver = await aReceiver();
  world = await aSandbox({ webhookTarget: receiver.target, holdMs: 80 });
});
afterEach(() => cleanUp(world));
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const fault = (rule: Json) => world.control.post('/faults', rule);
const onFetch = (effect: unknown, more: Json = {}) =>
  fault({ provider: 'setu_billpay', op: 'fetch_start', fault: effect, ...more });
const startFetch = (last4 = '4242') => world.billPay.post('/bbps/bills/fetch/request', fetchBody(last4));

/** Pays a freshly fetched bill under a fault that was set on the pay call. */
async function payUnder(effect: Json) {
  const { body } = await fetchBill(world, '4242');
  await fault({ provider: 'setu_billpay', op: 'pay_start', fault: effect });
  const paymentRefId = aPaymentRefId();
  const request = payBody(String(body.data?.refId), 50_000, paymentRefId);
  const answer = await world.billPay.post('/bbps/bills/payment/request', request).catch(() => null);
  return { answer, request, paymentRefId };
}

describe('rules', () => {
  it('match on the path into the request, skip, count, log their hits and run out', async () => {
    await onFetch({ http: 503 }, { match: { '$.biller.id': 'SBXB00000NATC2' }, skip: 1, times: 2 });
    const other = () => startFetch();
    const matching = () =>
      world.billPay.post('/bbps/bills/fetch/request', fetchBody('4242', 'SBXB00000NATC2'));
    expect((await other()).status).toBe(200);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await matching()).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    const rules = await world.control.get('/faults');
    expect(rules.body).toMatchObject([
      { seenCount: 3, hits: [{ op: 'fetch_start' }, { op: 'fetch_start' }] },
    ]);
  });

  it('are tried in order, removed one by one or all at once, and refused when they name nothing', async () => {
    const first = await onFetch({ http: 500 }, { times: 'always' });
    await onFetch({ http: 502 }, { times: 'always' });
    expect((await startFetch()).status).toBe(500);
    await world.control.delete(`/faults/${String(first.body.id)}`);
    expect((await startFetch()).status).toBe(502);
    await world.control.delete('/faults');
    expect((await startFetch()).status).toBe(200);
    expect((await onFetch({ nonsense: true })).status).toBe(400);
  });

  it('may be written in words', async () => {
    await onFetch('http: 502, commit: before');
    expect((await startFetch()).status).toBe(502);
    await fault({ provider: 'setu_billpay', op: 'fetch', fault: 'rate_limit: 9' });
    expect((await startFetch()).headers.get('retry-after')).toBe('9');
  });
});

describe('faults of an answer', () => {
  it('latency and slow_body are late but right', async () => {
    await onFetch({ latency: 120 });
    await onFetch({ slow_body: 2 });
    for (const least of [110, 150]) {
      const startedAt = Date.now();
      expect((await startFetch()).body.success).toBe(true);
      expect(Date.now() - startedAt).toBeGreaterThan(least);
    }
  });

  it('held waits for the removal of its rule, and is right then', async () => {
    const { body: rule } = await onFetch({ held: true });
    let isAnswered = false;
    const answer = startFetch().finally(() => (isAnswered = true));
    const hits = async () => {
      const { body } = await world.control.get('/faults');
      return (body as unknown as { hits: unknown[] }[])[0]!.hits.length;
    };
    while ((await hits()) === 0);
    // A call made later is answered meanwhile.
    expect((await startFetch()).body.success).toBe(true);
    expect(isAnswered).toBe(false);
    await world.control.delete(`/faults/${String(rule.id)}`);
    expect((await answer).body.success).toBe(true);
  });

  it('refuse_connect and reset_before cut the line with nothing done', async () => {
    for (const effect of [{ refuse_connect: true }, { reset_before: true }]) {
      const { answer, paymentRefId } = await payUnder(effect);
      expect(answer).toBeNull();
      expect(await truthOf(world, paymentRefId)).toEqual([]);
    }
  });

  it.each([500, 502, 503, 504])('http %i is done or not done, as it says', async (status) => {
    const before = await payUnder({ http: status, commit: 'before' });
    expect(before.answer?.status).toBe(status);
    expect(before.answer?.body).toMatchObject({ success: false });
    expect(await truthOf(world, before.paymentRefId)).toEqual([]);
    const after = await payUnder({ http: status, commit: 'after' });
    expect(after.answer?.status).toBe(status);
    expect(await truthOf(world, after.paymentRefId)).toHaveLength(1);
  });

  it('timeout is silent, before or after the money moved', async () => {
    const before = await payUnder({ timeout: true, commit: 'before' });
    expect(before.answer).toBeNull();
    expect(await truthOf(world, before.paymentRefId)).toEqual([]);
    const after = await payUnder({ timeout: true, commit: 'after' });
    expect(after.answer).toBeNull();
    expect(await truthOf(world, after.paymentRefId)).toHaveLength(1);
  });

  it('rate_limit, unauthorized and token_expired answer 429 and 401', async () => {
    await onFetch({ rate_limit: 7 });
    const limited = await startFetch();
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('7');
    for (const effect of [{ unauthorized: true }, { token_expired: true }]) {
      await onFetch(effect);
      expect(await startFetch()).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    }
  });

  it.each(['truncated', 'html', 'empty', 'wrong_content_type'])(
    'malformed %s is a 2xx of no use',
    async (kind) => {
      const { answer, paymentRefId } = await payUnder({ malformed: kind });
      expect(answer?.status).toBe(200);
      if (kind === 'wrong_content_type') expect(answer?.headers.get('content-type')).toContain('text/plain');
      else expect(answer?.body).toBeNull();
      expect(await truthOf(world, paymentRefId)).toHaveLength(1);
      const undone = await payUnder({ malformed: kind, commit: 'before' });
      expect(await truthOf(world, undone.paymentRefId)).toEqual([]);
    },
  );

  it('drift leaves the documented shape in one way', async () => {
    const { refId } = await payBill(world, '4242');
    const read = async (drift: string) => {
      await fault({ provider: 'setu_billpay', op: 'pay_result', fault: { drift } });
      return payResult(world, refId);
    };
    expect(await read('extra_field')).toMatchObject({ status: 'Success', unexpectedField: { nested: true } });
    expect((await read('missing_field'))?.status).toBeUndefined();
    expect((await read('new_enum'))?.status).toBe('SOMETHING_NEW');
    expect((await read('string_number'))?.paymentDetails?.amount).toBe('50000');
    expect((await read('null_amount'))?.paymentDetails?.amount).toBeNull();
  });

  it('mismatch contradicts the request', async () => {
    const { refId, paymentRefId } = await payBill(world, '4242');
    const under = async (mismatch: string) => {
      await fault({ provider: 'setu_billpay', op: 'pay_result', fault: { mismatch } });
      return (await payResult(world, refId))?.paymentDetails;
    };
    expect((await under('amount'))?.amount).toBe(50_100);
    expect((await under('ref'))?.paymentRefId).not.toBe(paymentRefId);
    await fault({ provider: 'razorpay', op: 'order_create', fault: { mismatch: 'currency' } });
    const order = await world.razorpay.post('/orders', { amount: 500, currency: 'INR' });
    expect(order.body.currency).toBe('USD');
  });

  it('idem makes the far side forget the key', async () => {
    const { request, paymentRefId } = await payUnder({ latency: 1 });
    await fault({ provider: 'setu_billpay', op: 'pay_start', fault: { idem: 'ignore_key' } });
    expect((await world.billPay.post('/bbps/bills/payment/request', request)).status).toBe(200);
    expect(await truthOf(world, paymentRefId)).toHaveLength(2);
  });

  it('flip contradicts a final answer later', async () => {
    const flipped = await payUnder({ flip: 'success→failed', after: 'PT2H' });
    const late = await payUnder({ flip: 'failed→success', after: 'PT2H' });
    expect(await listRow(world, late.paymentRefId)).toMatchObject({ status: 'Error' });
    await world.control.post('/clock', { advance: 'PT2H' });
    expect(await listRow(world, flipped.paymentRefId)).toMatchObject({ status: 'Error' });
    expect(await listRow(world, late.paymentRefId)).toMatchObject({ status: 'Success' });
    expect(await truthOf(world, flipped.paymentRefId)).toMatchObject([{ status: 'returned' }]);
  });

  it('outage takes a provider down for a window of virtual time', async () => {
    const { now } = (await world.control.get('/clock')).body as unknown as { now: string };
    const to = new Date(Date.parse(now) + 3_600_000).toISOString();
    await fault({ provider: 'setu-billpay', fault: { outage: { from: now, to } } });
    expect((await startFetch()).status).toBe(503);
    expect((await world.billPay.get('/bbps/billers')).status).toBe(503);
    await world.control.post('/clock', { advance: 'PT61M' });
    expect((await startFetch()).status).toBe(200);
  });
});

describe('faults of a webhook', () => {
  const SECRET = 'sandbox-razorpay-webhook-secret';
  const hmac = (raw: string, secret = SECRET, encoding: 'hex' | 'base64' = 'hex') =>
    createHmac('sha256', secret).update(raw).digest(encoding);

  /** Captures a payment while a fault is on its `payment.captured` webhook; what arrives for it. */
  async function captured(effect: Json | null, atLeast = 1) {
    if (effect) await fault({ provider: 'razorpay', op: 'payment.captured', fault: effect });
    const order = await world.razorpay.post('/orders', { amount: 50_000, currency: 'INR' });
    const { body } = await world.control.post('/act', { what: 'pay_order', orderId: order.body.id });
    const id = String(body.paymentId);
    const isCapture = (raw: string) =>
      raw.includes('"status":"captured"') && raw.includes('"contains":["payment"]');
    const mine = () => receiver.received.filter((hook) => hook.raw.includes(id) && isCapture(hook.raw));
    await receiver.until(() => mine().length >= atLeast);
    await receiver.until(() =>
      receiver.received.some((hook) => hook.raw.includes(id) && hook.raw.includes('order.paid')),
    );
    return { id, hooks: mine() };
  }

  it('drop never arrives, and can be sent by hand afterwards', async () => {
    const { id, hooks } = await captured({ drop: true }, 0);
    expect(hooks).toHaveLength(0);
    const log = (await world.control.get('/webhooks')).body as unknown as Tree[];
    const dropped = log.find((hook) => hook.event === 'payment.captured' && String(hook.body).includes(id));
    expect(dropped?.status).toBe('dropped');
    const sent = await world.control.post(`/webhooks/${String(dropped?.id)}/send`, {});
    expect(sent.body.status).toBe('delivered');
  });

  it('duplicate and burst repeat one event under one id', async () => {
    for (const effect of [{ duplicate: 3 }, { burst: 3 }]) {
      const { hooks } = await captured(effect, 3);
      expect(hooks).toHaveLength(3);
      expect(new Set(hooks.map((hook) => hook.headers['x-razorpay-event-id'])).size).toBe(1);
    }
  });

  it('delay is late in real milliseconds or in virtual time', async () => {
    const startedAt = Date.now();
    const late = await captured({ delay: 250 });
    expect(late.hooks[0]?.at).toBeGreaterThanOrEqual(startedAt + 240);
    const { id } = await captured({ delay: 'PT1H' }, 0);
    const arrived = () =>
      receiver.received.some((hook) => hook.raw.includes(id) && hook.raw.includes('"payment.captured"'));
    expect(arrived()).toBe(false);
    await world.control.post('/clock', { advance: 'PT1H' });
    await receiver.until(arrived);
    expect(arrived()).toBe(true);
  });

  it('reorder turns the order round', async () => {
    await world.control.post('/webhooks/policy', { reorder: true });
    const order = await world.razorpay.post('/orders', { amount: 50_000, currency: 'INR' });
    const { body } = await world.control.post('/act', { what: 'pay_order', orderId: order.body.id });
    const mine = () => receiver.received.filter((hook) => hook.raw.includes(String(body.paymentId)));
    await receiver.until(() => mine().length >= 3);
    const log = ((await world.control.get('/webhooks')).body as unknown as Tree[]).filter((hook) =>
      String(hook.body).includes(String(body.paymentId)),
    );
    expect(log).toHaveLength(3);
    const sentAt = (hook: Tree) => Date.parse((hook.attempts as unknown as { at: string }[])[0]?.at ?? '');
    const sentFirst = log.toSorted((a, b) => sentAt(a) - sentAt(b));
    expect(sentFirst[0]?.event).toBe('order.paid');
  });

  it('before_response arrives while the caller still waits', async () => {
    await fault({ provider: 'setu_billpay', op: 'BILL_PAY', fault: { before_response: true } });
    const { paymentRefId } = await payBill(world, '4242');
    const answeredAt = Date.now();
    const hook = receiver.received.find((one) => one.raw.includes(paymentRefId));
    expect(hook?.at).toBeLessThanOrEqual(answeredAt);
  });

  it('signature can be wrong, missing, old, in base64 or of another body', async () => {
    const under = async (signature: string) => {
      const hook = (await captured({ signature })).hooks[0];
      return { signature: hook?.headers['x-razorpay-signature'], raw: hook?.raw ?? '' };
    };
    const good = (await captured(null)).hooks[0];
    expect(good?.headers['x-razorpay-signature']).toBe(hmac(good?.raw ?? ''));
    expect((await under('missing')).signature).toBeUndefined();
    const old = await under('old_secret');
    expect(old.signature).toBe(hmac(old.raw, 'sandbox-razorpay-webhook-old'));
    const encoded = await under('hex_vs_base64');
    expect(encoded.signature).toBe(hmac(encoded.raw, SECRET, 'base64'));
    for (const mistake of ['wrong', 'body_tampered']) {
      const bad = await under(mistake);
      expect(bad.signature).toMatch(/^[0-9a-f]{64}$/);
      expect(bad.signature).not.toBe(hmac(bad.raw));
    }
  });

  it('stale_timestamp, other_account, mismatch and unknown_event change what it says', async () => {
    const stale = (await captured({ stale_timestamp: true })).hooks[0];
    const { now } = (await world.control.get('/clock')).body as unknown as { now: string };
    expect(Number(stale?.body.created_at) * 1_000).toBeLessThan(Date.parse(now) - 86_400_000);
    const other = (await captured({ other_account: true })).hooks[0];
    expect(other?.body.account_id).toBe('acc_SBXOTHER000001');
    const wrong = (await captured({ mismatch: 'amount', duplicate: 1 })).hooks[0];
    expect(wrong?.body.payload?.payment?.entity?.amount).toBe(50_100);
    const unknown = (await captured({ unknown_event: true })).hooks[0];
    expect(unknown?.body.event).toBe('something.new');
  });

  it('malformed is half a body', async () => {
    await fault({
      provider: 'razorpay',
      op: 'webhook',
      match: { '$.event': 'payment.authorized' },
      fault: { malformed: true },
    });
    const before = receiver.received.length;
    await captured(null);
    await receiver.until((all) => all.slice(before).some((hook) => hook.body === null));
    expect(receiver.received.slice(before).filter((hook) => hook.body === null)).toHaveLength(1);
  });

  it('is retried when the server refuses it, and the target can be changed', async () => {
    receiver.answerWith(500);
    const { paymentRefId } = await payBill(world, '4242');
    await receiver.until((all) => all.some((hook) => hook.raw.includes(paymentRefId)));
    receiver.answerWith(200);
    await receiver.until((all) => all.filter((hook) => hook.raw.includes(paymentRefId)).length >= 2);
    expect(receiver.received.filter((hook) => hook.raw.includes(paymentRefId))).toHaveLength(2);
    const policy = await world.control.post('/webhooks/policy', { target: `${receiver.target}/elsewhere/` });
    expect(policy.body.target).toBe(`${receiver.target}/elsewhere`);
    const moved = await payBill(world, '4242');
    await receiver.until((all) => all.some((hook) => hook.raw.includes(moved.paymentRefId)));
    const hook = receiver.received.find((one) => one.raw.includes(moved.paymentRefId));
    expect(hook?.path).toBe('/hooks/elsewhere/setu-billpay/sandbox-callback-token/bills/payment/response');
    await world.control.post('/webhooks/policy', { target: receiver.target });
  });
});
