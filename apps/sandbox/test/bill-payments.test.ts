import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  MOBILE,
  aPaymentRefId,
  fetchBill,
  fetchBody,
  listRow,
  payBill,
  payBody,
  payResult,
  truthOf,
} from './bills.ts';
import { aReceiver, aSandbox, caller, cleanUp } from './world.ts';
import type { World } from './world.ts';

let world: World;
let receiver: Awaited<ReturnType<typeof aReceiver>>;

beforeAll(async () => {
  receiver = await aReceiver();
  world = await aSandbox({ webhookTarget: receiver.target, holdMs: 60 });
});
afterEach(() => cleanUp(world));
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const advance = (duration: string) => world.control.post('/clock', { advance: duration });
const webhooksFor = (key: string) =>
  receiver.received.filter((hook) => hook.raw.includes(key) && hook.raw.includes('"BILL_PAY"'));

describe('the front door', () => {
  it('gives a token for the right secret only', async () => {
    const wrong = await world.open.post('/setu-billpay/api/v2/auth/token', {
      clientID: 'sandbox-billpay',
      secret: 'x',
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ success: false, error: { code: 'unauthorized' } });
  });

  it('refuses calls without a token, with an unknown token, and without the partner id', async () => {
    const path = '/setu-billpay/api/v2/bbps/billers';
    expect((await world.open.get(path)).status).toBe(401);
    expect((await world.open.get(path, { authorization: 'Bearer nonsense' })).status).toBe(401);
    const noPartner = caller(world.url, { authorization: 'Bearer billpay-token-SBX00000000000000001' });
    expect((await noPartner.get(path)).status).toBe(403);
  });

  it('answers unknown paths in its own error shape', async () => {
    const answer = await world.billPay.get('/bbps/nothing-here');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ success: false, error: { code: 'not-found' } });
  });

  it('lists ten card billers in pages and finds one by name', async () => {
    const first = await world.billPay.get('/bbps/billers?categoryName=credit%20card&limit=6');
    expect(first.body.data?.billers).toHaveLength(6);
    const second = await world.billPay.get(
      `/bbps/billers?limit=6&after=${String(first.body.data?.nextPage)}`,
    );
    expect(second.body.data?.billers).toHaveLength(4);
    expect(second.body.data?.nextPage).toBeNull();
    const found = await world.billPay.get('/bbps/billers?search=kotak');
    expect(found.body.data?.billers).toMatchObject([{ id: 'SBXJ00000NATC0', status: 'ACTIVE' }]);
  });
});

describe('fetching a bill', () => {
  it('builds an ordinary bill from the card ending, due in ten days, with both options', async () => {
    const { body } = await fetchBill(world, '4242');
    expect(body.data).toMatchObject({ status: 'Success', exactness: 'Any' });
    expect(body.data?.bills).toMatchObject([
      {
        amount: 524_200,
        paymentOptions: [
          { name: 'Minimum Due', amount: 26_210 },
          { name: 'Total Due', amount: 524_200 },
        ],
      },
    ]);
  });

  it.each([
    ['0001', 'BFR004'],
    ['0002', 'ERR004'],
    ['0003', 'BFR008'],
  ])('ending %s fails with %s', async (last4, code) => {
    const { body } = await fetchBill(world, last4);
    expect(body).toMatchObject({
      success: true,
      data: { status: 'Failure', failureReason: { type: 'BBPS', code } },
    });
  });

  it('ending 0004 stays in process for ever', async () => {
    const started = await world.billPay.post('/bbps/bills/fetch/request', fetchBody('0004'));
    await advance('P1D');
    const { body } = await world.billPay.post('/bbps/bills/fetch/response', {
      refId: started.body.data?.refId,
    });
    expect(body.data?.status).toBe('Processing');
  });

  it('ending 0005 is ready after thirty seconds', async () => {
    const started = await world.billPay.post('/bbps/bills/fetch/request', fetchBody('0005'));
    const ask = () => world.billPay.post('/bbps/bills/fetch/response', { refId: started.body.data?.refId });
    expect((await ask()).body.data?.status).toBe('Processing');
    await advance('PT30S');
    expect((await ask()).body.data?.status).toBe('Success');
  });

  it('endings 0006, 0007 and 0008 spoil the request itself', async () => {
    const start = (last4: string) => world.billPay.post('/bbps/bills/fetch/request', fetchBody(last4));
    expect(await start('0006')).toMatchObject({ status: 400, body: { error: { code: 'validation-error' } } });
    expect((await start('0007')).status).toBe(500);
    const maintenance = await start('0008');
    expect(maintenance.status).toBe(200);
    expect(maintenance.text).toContain('<h1>');
  });

  it('ending 0009 sends the webhook before the answer', async () => {
    const started = await world.billPay.post('/bbps/bills/fetch/request', fetchBody('0009'));
    const answeredAt = Date.now();
    const hook = receiver.received.find((one) => one.raw.includes(String(started.body.data?.refId)));
    expect(hook?.path).toBe('/hooks/setu-billpay/sandbox-callback-token/bills/fetch/response');
    expect(hook?.at).toBeLessThanOrEqual(answeredAt);
  });

  it('endings 0010 to 0013 are overdue, in credit, moving, and in another name', async () => {
    const overdue = await fetchBill(world, '0010');
    const { now } = (await world.control.get('/clock')).body as unknown as { now: string };
    expect(String(overdue.body.data?.bills?.[0]?.dueDate) < now.slice(0, 10)).toBe(true);
    expect((await fetchBill(world, '0011')).body.data?.bills).toMatchObject([{ amount: 0 }]);
    const first = await fetchBill(world, '0012');
    const second = await fetchBill(world, '0012');
    expect(second.body.data?.bills?.[0]?.amount).not.toBe(first.body.data?.bills?.[0]?.amount);
    expect((await fetchBill(world, '0013')).body.data?.bills).toMatchObject([{ customerName: 'Devika Sen' }]);
  });

  it('refuses a closed biller and parameters that do not fit', async () => {
    const closed = await world.billPay.post('/bbps/bills/fetch/request', fetchBody('4242', 'SBXD00000NATC4'));
    expect(closed).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'validation-error' } },
    });
    expect((await world.billPay.post('/bbps/bills/fetch/request', fetchBody('42'))).status).toBe(400);
  });
});

describe('what may be paid', () => {
  const pay = async (billerId: string, amount: number, more = {}) => {
    const { body } = await fetchBill(world, '4242', billerId);
    const request = payBody(String(body.data?.refId), amount, undefined, more);
    return (await world.billPay.post('/bbps/bills/payment/request', request)).status;
  };

  it('takes any amount where the biller says Any, and only the bill where it says Exact', async () => {
    expect(await pay('SBXA00000NATC1', 12_345)).toBe(200);
    expect(await pay('SBXB00000NATC2', 12_345)).toBe(400);
    expect(await pay('SBXB00000NATC2', 524_200)).toBe(200);
  });

  it('keeps to range and multiple', async () => {
    expect(await pay('SBXC00000NATC3', 50_050)).toBe(400);
    expect(await pay('SBXC00000NATC3', 50_000)).toBe(200);
    expect(await pay('SBXC00000NATC3', 2_000_000)).toBe(400);
  });

  it('asks for the fee of a biller that has one', async () => {
    expect(await pay('SBXE00000NATC5', 50_000)).toBe(400);
    expect(await pay('SBXE00000NATC5', 50_000, { custConvFee: 590 })).toBe(200);
  });

  it('takes one option with its exact name and amount', async () => {
    const option = (name: string, amount: number) => ({ selectedPaymentOptions: [{ name, amount }] });
    expect(await pay('SBXA00000NATC1', 26_210, option('Minimum Due', 26_210))).toBe(200);
    expect(await pay('SBXA00000NATC1', 26_210, option('minimum due', 26_210))).toBe(400);
    expect(await pay('SBXA00000NATC1', 30_000, option('Minimum Due', 26_210))).toBe(400);
    // The sum of an option goes under its name; any other sum, and the base amount, under none.
    expect(await pay('SBXA00000NATC1', 26_210)).toBe(400);
    expect(await pay('SBXA00000NATC1', 30_000)).toBe(200);
  });

  it.each([
    ['a short key', { paymentRefId: 'abc' }],
    ['a time without offset', { timestamp: '2026-11-20T10:00:00' }],
    ['a mode that INT does not have', { mode: 'Account Transfer' }],
    ['account details that are not the mode’s', { accountInfo: 'someone@bank' }],
    ['a fraction of a paisa', { amount: 100.5 }],
  ])('refuses %s', async (_what, more) => {
    expect(await pay('SBXA00000NATC1', 50_000, more)).toBe(400);
  });
});

describe('paying a bill', () => {
  it('an ordinary ending and 1001 succeed at once, in answer, list, webhook and truth', async () => {
    for (const last4 of ['4242', '1001']) {
      const { refId, paymentRefId } = await payBill(world, last4);
      const result = await payResult(world, refId);
      expect(result).toMatchObject({ status: 'Success', paymentDetails: { amount: 50_000, paymentRefId } });
      const [truth] = await truthOf(world, paymentRefId);
      expect(truth).toMatchObject({ status: 'executed', amountPaise: 50_000 });
      const told = Date.parse(String(result?.paymentDetails?.timestamp));
      expect(Math.abs(told - Date.parse(truth?.executedAt ?? ''))).toBeLessThan(1_000);
      expect(await listRow(world, paymentRefId)).toMatchObject({ status: 'Success', amount: 50_000 });
      await receiver.until(() => webhooksFor(paymentRefId).length > 0);
      expect(webhooksFor(paymentRefId)).toHaveLength(1);
    }
  });

  it.each([
    ['1002', 'BBPS', 'BRR005'],
    ['1003', 'FUND_TRANSFER', 'ERR001'],
  ])('ending %s fails inside an answer of 200', async (last4, type, code) => {
    const { answer, refId, paymentRefId } = await payBill(world, last4);
    expect(answer?.status).toBe(200);
    expect(await payResult(world, refId)).toMatchObject({ status: 'Failure', failureReason: { type, code } });
    expect(await listRow(world, paymentRefId)).toMatchObject({ status: 'Error' });
    expect(await truthOf(world, paymentRefId)).toEqual([]);
  });

  it('endings 1004 and 1005 take ten minutes, 1006 never ends', async () => {
    const good = await payBill(world, '1004');
    const bad = await payBill(world, '1005');
    const stuck = await payBill(world, '1006');
    const waiting = await payResult(world, good.refId);
    expect(waiting).toMatchObject({
      status: 'Processing',
      paymentDetails: { timestamp: '2026-11-20T10:00:00+05:30' },
    });
    expect(await truthOf(world, good.paymentRefId)).toEqual([]);
    await advance('PT10M');
    expect((await payResult(world, good.refId))?.status).toBe('Success');
    expect((await payResult(world, bad.refId))?.status).toBe('Failure');
    expect((await payResult(world, stuck.refId))?.status).toBe('Processing');
    expect(await truthOf(world, good.paymentRefId)).toHaveLength(1);
    await receiver.until(() => webhooksFor(good.paymentRefId).length > 0);
    expect(webhooksFor(good.paymentRefId)).toHaveLength(1);
  });

  it('ending 1007 moves the money and never answers', async () => {
    const { answer, paymentRefId } = await payBill(world, '1007');
    expect(answer).toBeNull();
    expect(await truthOf(world, paymentRefId)).toHaveLength(1);
    expect(await listRow(world, paymentRefId)).toMatchObject({ status: 'Success' });
  });

  it('ending 1008 never answers, moves nothing, and takes the same body the second time', async () => {
    const { answer, body, paymentRefId } = await payBill(world, '1008');
    expect(answer).toBeNull();
    expect(await truthOf(world, paymentRefId)).toEqual([]);
    expect(await listRow(world, paymentRefId)).toBeUndefined();
    const again = await world.billPay.post('/bbps/bills/payment/request', body);
    expect(again.status).toBe(200);
    expect(await truthOf(world, paymentRefId)).toHaveLength(1);
  });

  it('ending 1009 hides a done payment behind a 500; the resend is a duplicate with its reference', async () => {
    const { answer, body, paymentRefId } = await payBill(world, '1009');
    expect(answer?.status).toBe(500);
    const again = await world.billPay.post('/bbps/bills/payment/request', body);
    expect(again.status).toBe(409);
    const row = await listRow(world, paymentRefId);
    expect(again.body.data?.duplicate).toMatchObject({ code: 'duplicate-ref-id', refId: row?.refId });
    expect(await truthOf(world, paymentRefId)).toHaveLength(1);
  });

  it('ending 1010 succeeds while its webhook says the opposite', async () => {
    const { refId, paymentRefId } = await payBill(world, '1010');
    expect((await payResult(world, refId))?.status).toBe('Success');
    await receiver.until(() => webhooksFor(paymentRefId).length > 0);
    expect(webhooksFor(paymentRefId)[0]?.body.data?.status).toBe('Failure');
  });

  it('ending 1011 is given back the next day', async () => {
    const { refId, paymentRefId } = await payBill(world, '1011');
    expect((await payResult(world, refId))?.status).toBe('Success');
    await advance('P1D');
    expect((await payResult(world, refId))?.status).toBe('Credit_Adjustment');
    expect(await truthOf(world, paymentRefId)).toMatchObject([{ status: 'returned' }]);
  });

  it('ending 1012 fails and the float comes back over three days', async () => {
    const { paymentRefId } = await payBill(world, '1012');
    const refundStatus = async () => (await listRow(world, paymentRefId))?.refundStatus;
    expect(await refundStatus()).toBe('Required');
    await advance('P1D');
    expect(await refundStatus()).toBe('Requested');
    await advance('P2D');
    expect(await refundStatus()).toBe('Processed');
  });

  it('ending 1013 fails and turns into a success a day later', async () => {
    const { refId, paymentRefId } = await payBill(world, '1013');
    expect((await payResult(world, refId))?.status).toBe('Failure');
    await advance('P1D');
    expect((await payResult(world, refId))?.status).toBe('Success');
    expect(await truthOf(world, paymentRefId)).toHaveLength(1);
  });

  it('ending 1014 says duplicate without saying of what', async () => {
    const { answer, paymentRefId } = await payBill(world, '1014');
    expect(answer?.status).toBe(409);
    expect(answer?.body.data?.duplicate).toMatchObject({ code: 'duplicate-ref-id' });
    expect(answer?.body.data?.duplicate?.refId).toBeUndefined();
    expect(await truthOf(world, paymentRefId)).toHaveLength(1);
  });

  it('ending 1015 pays a rupee less than asked, in answer and truth', async () => {
    const { refId, paymentRefId } = await payBill(world, '1015');
    expect(await payResult(world, refId)).toMatchObject({ paymentDetails: { amount: 49_900 } });
    expect(await truthOf(world, paymentRefId)).toMatchObject([{ amountPaise: 49_900 }]);
  });

  it('ending 1016 tells three times, 1017 not at all', async () => {
    const loud = await payBill(world, '1016');
    const silent = await payBill(world, '1017');
    await receiver.until(() => webhooksFor(loud.paymentRefId).length >= 3);
    expect(webhooksFor(loud.paymentRefId)).toHaveLength(3);
    expect(webhooksFor(silent.paymentRefId)).toHaveLength(0);
    expect((await payResult(world, silent.refId))?.status).toBe('Success');
  });

  it('ending 1018 is done, unanswered, and missing from the list for five minutes', async () => {
    const { answer, paymentRefId } = await payBill(world, '1018');
    expect(answer).toBeNull();
    expect(await truthOf(world, paymentRefId)).toHaveLength(1);
    expect(await listRow(world, paymentRefId)).toBeUndefined();
    await advance('PT5M');
    expect(await listRow(world, paymentRefId)).toMatchObject({ status: 'Success' });
  });

  it('pays a key once and a fetched bill once', async () => {
    const { refId, body } = await payBill(world, '4242');
    const sameKey = await world.billPay.post('/bbps/bills/payment/request', body);
    expect(sameKey).toMatchObject({ status: 409, body: { data: { duplicate: { refId } } } });
    const otherKey = await world.billPay.post('/bbps/bills/payment/request', payBody(body.refId, 50_000));
    expect(otherKey).toMatchObject({ status: 409, body: { data: { duplicate: { refId } } } });
  });

  it('serves two hundred payments at once', async () => {
    const keys = Array.from({ length: 200 }, () => aPaymentRefId());
    const paid = await Promise.all(
      keys.map(async (key, at) => {
        const { body } = await fetchBill(world, String(5_000 + at));
        return world.billPay.post(
          '/bbps/bills/payment/request',
          payBody(String(body.data?.refId), 10_000, key),
        );
      }),
    );
    expect(new Set(paid.map((answer) => answer.status))).toEqual(new Set([200]));
    const truths = await Promise.all(keys.map((key) => truthOf(world, key)));
    expect(truths.every((truth) => truth.length === 1)).toBe(true);
  });

  it('pages through the list and filters it', async () => {
    const first = await world.billPay.get(`/bbps/transactions?mobile=${MOBILE}&limit=2&status=Success`);
    expect(first.body.data?.transactions).toHaveLength(2);
    const next = String(first.body.data?.nextPage);
    const second = await world.billPay.get(
      `/bbps/transactions?mobile=${MOBILE}&limit=2&status=Success&after=${next}`,
    );
    expect(second.body.data?.transactions?.[0]?.refId).not.toBe(next);
    const { now } = (await world.control.get('/clock')).body as unknown as { now: string };
    const today = new Date(Date.parse(now) + 330 * 60_000).toISOString().slice(0, 10);
    const { refId } = await payBill(world, '4242');
    const days = await world.billPay.get(`/bbps/transactions?startDate=${today}&endDate=${today}&limit=500`);
    expect(days.body.data?.transactions?.[0]?.refId).toBe(refId);
    const none = await world.billPay.get('/bbps/transactions?startDate=2020-01-01&endDate=2020-01-02');
    expect(none.body.data?.transactions).toEqual([]);
  });
});

describe('complaints', () => {
  it('are taken after a day and resolved a day later', async () => {
    const { refId } = await payBill(world, '4242');
    const transactionId = String((await payResult(world, refId))?.transactionId);
    const ask = {
      transactionId,
      disputeType: 'Amount paid, not credited',
      description: 'The bank does not see it',
    };
    const complain = () => world.billPay.post('/bbps/bills/complaint/request', ask);
    expect((await complain()).status).toBe(400);
    await advance('P1D');
    const complaint = (await complain()).body.data?.refId;
    const status = async () =>
      (await world.billPay.post('/bbps/bills/complaint/response', { refId: complaint })).body.data?.status;
    expect(await status()).toBe('ASSIGNED');
    await advance('P1D');
    expect(await status()).toBe('RESOLVED');
  });
});
