import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payBill, truthOf } from './bills.ts';
import { aSandbox } from './world.ts';
import type { Tree, World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await aSandbox({ acknowledgeMs: 50 });
});
afterAll(() => world.close());

type ClockAnswer = { now: string; offsetMs: number; version: number; followers: number };
const clock = async (of = world) => (await of.control.get('/clock')).body as unknown as ClockAnswer;
const untilFollowed = async (of = world) => {
  while ((await clock(of)).followers === 0);
};
const next = async (seen: number, of = world) =>
  (await of.control.get(`/clock/next?seen=${seen}`)).body as unknown as ClockAnswer;

describe('the clock', () => {
  it('moves by a duration, to an instant, and back to real time', async () => {
    const before = await clock();
    const moved = (await world.control.post('/clock', { advance: 'P1DT10M' })).body as unknown as ClockAnswer;
    expect(moved.version).toBe(before.version + 1);
    expect(moved.offsetMs - before.offsetMs).toBe(86_400_000 + 600_000);
    const from = Date.now();
    const set = (await world.control.post('/clock', { now: '2027-03-31T18:30:00Z' }))
      .body as unknown as ClockAnswer;
    const until = Date.now();
    // Between the two looks at the machine's time the clock was set, and goes on.
    const behindMs = Date.parse(set.now) - Date.parse('2027-03-31T18:30:00Z');
    expect(behindMs).toBeGreaterThanOrEqual(0);
    expect(behindMs).toBeLessThanOrEqual(until - from);
    const real = (await world.control.post('/clock', { now: null })).body as unknown as ClockAnswer;
    expect(real.offsetMs).toBe(0);
    for (const bad of [{}, { now: 'tomorrow' }, { advance: '10 minutes' }, { advance: 'P' }])
      expect((await world.control.post('/clock', bad)).status).toBe(400);
  });

  it('answers a follower at once when it is behind, and on the next move otherwise', async () => {
    const { version } = await clock();
    expect((await next(version - 1)).version).toBe(version);
    const waiting = next(version);
    await untilFollowed();
    await world.control.post('/clock', { advance: 'PT1M' });
    expect((await waiting).version).toBe(version + 1);
  });

  it('given a follower that takes its time, when the clock is moved, then the answer waits for it', async () => {
    const patient = await aSandbox({ acknowledgeMs: 600_000 });
    const { version } = await clock(patient);
    let hasFollowed = false;
    const follower = (async () => {
      const moved = await next(version, patient);
      // Others are answered meanwhile.
      for (let turn = 0; turn < 20; turn += 1) await clock(patient);
      hasFollowed = true;
      await next(moved.version, patient).catch(() => undefined);
    })();
    await untilFollowed(patient);
    await patient.control.post('/clock', { advance: 'PT1M' });
    expect(hasFollowed).toBe(true);
    await patient.close();
    await follower;
  });

  it('given a follower that does not come back, when the clock is moved, then it is answered all the same', async () => {
    const { version } = await clock();
    const follower = next(version);
    await untilFollowed();
    const moved = (await world.control.post('/clock', { advance: 'PT1M' })).body as unknown as ClockAnswer;
    expect(moved.version).toBe(version + 1);
    await follower;
  });
});

describe('the books', () => {
  it('survive a restart on the same file, with the clock, what is still to come, and no id twice', async () => {
    const dbPath = path.join(mkdtempSync(path.join(tmpdir(), 'sandbox-')), 'new', 'books.sqlite');
    const first = await aSandbox({ dbPath });
    const done = await payBill(first, '4242');
    const open = await payBill(first, '1004');
    const order = await first.razorpay.post('/orders', { amount: 50_000, currency: 'INR', receipt: 'kept' });
    await first.control.post('/clock', { advance: 'P3D' });
    const later = await payBill(first, '1004');
    await first.close();

    const second = await aSandbox({ dbPath });
    expect(await truthOf(second, done.paymentRefId)).toHaveLength(1);
    expect(await truthOf(second, open.paymentRefId)).toHaveLength(1);
    expect(await truthOf(second, later.paymentRefId)).toEqual([]);
    const { offsetMs } = (await second.control.get('/clock')).body as unknown as ClockAnswer;
    expect(offsetMs).toBe(3 * 86_400_000);
    await second.control.post('/clock', { advance: 'PT10M' });
    expect(await truthOf(second, later.paymentRefId)).toHaveLength(1);
    expect((await second.razorpay.get(`/orders/${String(order.body.id)}`)).body.receipt).toBe('kept');
    const fresh = await second.razorpay.post('/orders', { amount: 50_000, currency: 'INR' });
    expect(String(fresh.body.id) > String(order.body.id)).toBe(true);
    await second.close();
  });

  it('are empty after a reset, and ids still do not repeat', async () => {
    const before = await world.razorpay.post('/orders', { amount: 50_000, currency: 'INR' });
    await world.control.post('/act', { what: 'pay_order', orderId: before.body.id });
    await world.control.post('/clock', { advance: 'P1D' });
    expect((await world.control.post('/reset', {})).status).toBe(204);
    expect((await world.control.get('/truth')).body).toMatchObject({
      billPayments: [],
      collections: [],
      messages: [],
    });
    expect((await clock()).offsetMs).toBe(0);
    const after = await world.razorpay.post('/orders', { amount: 50_000, currency: 'INR' });
    expect(String(after.body.id) > String(before.body.id)).toBe(true);
  });
});

describe('acting as the bank', () => {
  it('moves a bill payment on and names what it cannot do', async () => {
    const fresh = await aSandbox();
    const { paymentRefId } = await payBill(fresh, '1006');
    const moved = await fresh.control.post('/act', { what: 'bill_payment', paymentRefId, step: 'succeed' });
    expect(moved.body.status).toBe('Success');
    expect(await truthOf(fresh, paymentRefId)).toHaveLength(1);
    expect((await fresh.control.post('/act', { what: 'dance' })).status).toBe(400);
    const nobody = await fresh.control.post('/act', { what: 'approve_consent', sessionId: 'nobody' });
    expect(nobody.status).toBe(404);
    await fresh.close();
  });
});

describe('the page for people', () => {
  it('shows rails, clock and faults, escapes what others wrote, and loads nothing from elsewhere', async () => {
    const fresh = await aSandbox();
    await payBill(fresh, '1004');
    const sms = {
      template_id: 't',
      recipients: [{ mobiles: '919876543210', TEXT: '<b>482913</b> is your code' }],
    };
    await fresh.open.post('/msg91/api/v5/flow', sms, { authkey: 'sandbox-msg91' });
    const page = await fresh.open.get('/');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('HDFC Bank Credit Card');
    expect(page.text).toContain('Let it succeed');
    expect(page.text).toContain('&lt;b&gt;482913&lt;/b&gt;');
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
    const assets = [...page.text.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map((hit) => hit[1] ?? '');
    expect(assets).toHaveLength(3);
    for (const asset of assets) expect((await fresh.open.get(asset)).status).toBe(200);
    await fresh.close();
  });
});

describe('the branch directory', () => {
  it('knows branches, says Not Found as a JSON string, fails and hangs on request', async () => {
    const lookup = (ifsc: string) => world.open.get(`/ifsc/${ifsc}`);
    expect((await lookup('ABCD0123456')).body).toMatchObject({
      IFSC: 'ABCD0123456',
      BANKCODE: 'ABCD',
      UPI: true,
    });
    expect((await lookup('HDFC0000001')).body).toMatchObject({ BANK: 'HDFC Bank', IMPS: true });
    expect(await lookup('SBXX0000404')).toMatchObject({ status: 404, text: '"Not Found"' });
    expect((await lookup('nonsense')).status).toBe(404);
    expect((await lookup('SBXX0000500')).status).toBe(500);
    await expect(lookup('SBXX0000408')).rejects.toThrow();
    const faulted = { provider: 'ifsc', op: 'lookup', fault: { malformed: 'truncated' } };
    await world.control.post('/faults', faulted);
    expect((await lookup('HDFC0000001')).body as Tree | null).toBeNull();
  });
});
