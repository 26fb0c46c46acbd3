import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import type { BillPayState } from '../index.ts';
import { billBench, ctx } from './contract.testing.ts';
import type { Paid } from './contract.testing.ts';

let world: SandboxWorld;
const { anAttempt, enquire, executions, find, paid, port, sentTo, today } = billBench(() => world);

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

describe('paying a bill', () => {
  it('pays, and reports the network’s own time and transaction', async () => {
    const from = world.now().getTime();
    const payment = await paid('1001');
    const until = world.now().getTime();
    const state = await enquire(payment);
    expect(state).toMatchObject({
      state: 'success',
      amount: payment.attempt.amount,
      paymentKey: payment.attempt.paymentKey,
      providerTxnId: expect.any(String),
    });
    // It tells the second, and not the part of it.
    expect(state.paidAt?.getTime()).toBeGreaterThan(from - 1_000);
    expect(state.paidAt?.getTime()).toBeLessThanOrEqual(until);
    expect(await executions(payment.attempt.paymentKey)).toMatchObject([
      { amountPaise: payment.attempt.amount },
    ]);
  });

  it('pays a chosen option, and a fee beside the amount', async () => {
    const minimum = await anAttempt('4321');
    const option = { name: 'Minimum Due', amount: 26_605 };
    const attempt = { ...minimum.attempt, amount: option.amount, option };
    const { payRef } = await port().submit(attempt, ctx);
    expect(await port().getPayment(payRef, attempt)).toMatchObject({ state: 'success', amount: 26_605 });
    const withFee = await anAttempt('4321', 'SBXE00000NATC5', { convFee: 590 });
    await expect(port().submit(withFee.attempt, ctx)).resolves.toHaveProperty('payRef');
  });

  it.each([
    ['1002', 'biller_closed'],
    ['1003', 'float_short'],
  ])('reads %s as a failure: %s', async (last4, reason) => {
    expect(await enquire(await paid(last4))).toMatchObject({ state: 'failure', failure: { reason } });
  });

  it.each([
    ['1004', 'success'],
    ['1005', 'failure'],
    ['1006', 'processing'],
  ])('follows %s from processing to %s', async (last4, end) => {
    const payment = await paid(last4);
    const first = await enquire(payment);
    expect(first.state).toBe('processing');
    expect(first.paidAt).toBeUndefined();
    await world.advance('PT11M');
    expect((await enquire(payment)).state).toBe(end);
  });

  it.each(['1007', '1009'])('leaves %s unknown, sends it once, and finds it by its key', async (last4) => {
    const { attempt, mobile } = await anAttempt(last4);
    const before = sentTo('submit');
    expect(await failureOf(port().submit(attempt, ctx))).toMatchObject({
      outcome: 'unknown',
      retry: 'enquire_first',
    });
    expect(sentTo('submit') - before).toBe(1);
    expect(await find({ attempt, mobile })).toMatchObject({ state: 'success' });
    expect(await executions(attempt.paymentKey)).toHaveLength(1);
  });

  it('resends a payment that never arrived under the same key, byte for byte', async () => {
    const { attempt, mobile } = await anAttempt('1008');
    expect(await failureOf(port().submit(attempt, ctx))).toMatchObject({ name: 'ProviderTimeout' });
    expect(await find({ attempt, mobile })).toBeNull();
    const { payRef } = await port().submit(attempt, ctx);
    expect(await enquire({ payRef, attempt })).toMatchObject({ state: 'success' });
    expect(await executions(attempt.paymentKey)).toHaveLength(1);
  });

  it('believes the enquiry and not the webhook when they contradict', async () => {
    const payment = await paid('1010');
    const [webhook] = await world.waitForWebhooks((w) => w.rawBody.includes(payment.payRef));
    expect(webhook && port().parseWebhook(webhook)).toMatchObject({
      trust: 'hint',
      subjectRef: payment.payRef,
    });
    expect((await enquire(payment)).state).toBe('success');
  });

  it('reports a payment taken back a day later as adjusted', async () => {
    const payment = await paid('1011');
    expect((await enquire(payment)).state).toBe('success');
    await world.advance('PT24H1M');
    expect((await enquire(payment)).state).toBe('adjusted');
  });

  it('follows the refund of a failed payment in the list', async () => {
    const payment = await paid('1012');
    const day = today();
    const row = (): Promise<BillPayState | null> =>
      port().findByKey({ ...payment.attempt, mobile: payment.mobile, day });
    expect(await row()).toMatchObject({ state: 'failure', refundStatus: 'required' });
    await world.advance('PT24H1M');
    expect(await row()).toMatchObject({ refundStatus: 'requested' });
    await world.advance('P2D');
    expect(await row()).toMatchObject({ refundStatus: 'processed' });
  });

  it('shows a failure that turns into a success', async () => {
    const payment = await paid('1013');
    expect((await enquire(payment)).state).toBe('failure');
    await world.advance('PT24H1M');
    expect((await enquire(payment)).state).toBe('success');
  });

  it('takes a 409 for a duplicate, with the existing reference when it is given', async () => {
    const nameless = await anAttempt('1014');
    const error = await failureOf(port().submit(nameless.attempt, ctx));
    expect(error).toMatchObject({ name: 'ProviderDuplicate', outcome: 'unknown', retry: 'enquire_first' });
    expect(error['existingRef']).toBeUndefined();
    expect(await find(nameless)).toMatchObject({ state: 'success' });

    const payment = await paid('1001');
    expect(await failureOf(port().submit(payment.attempt, ctx))).toMatchObject({
      name: 'ProviderDuplicate',
      existingRef: payment.payRef,
    });
    expect(await executions(payment.attempt.paymentKey)).toHaveLength(1);
  });

  it('will not adopt another customer’s payment', async () => {
    const payment = await paid('1001');
    const stranger = { ...payment.attempt, paymentKey: 'key-of-somebody-else' };
    expect(await failureOf(port().getPayment(payment.payRef, stranger))).toMatchObject({
      name: 'ProviderContractDrift',
      field: 'data.paymentDetails.paymentRefId',
    });
  });

  it('parks a payment executed for another amount', async () => {
    const payment = await paid('1015');
    const drift = { name: 'ProviderContractDrift', outcome: 'unknown', retry: 'never' };
    expect(await failureOf(enquire(payment))).toMatchObject(drift);
    expect(await failureOf(find(payment))).toMatchObject(drift);
  });

  it('gives the three copies of a webhook one event id', async () => {
    const payment = await paid('1016');
    const copies = await world.waitForWebhooks((w) => w.rawBody.includes(payment.payRef), 3);
    expect(new Set(copies.map((copy) => port().parseWebhook(copy).eventId)).size).toBe(1);
  });

  it('learns of a payment without any webhook', async () => {
    expect((await enquire(await paid('1017'))).state).toBe('success');
  });

  it('finds a payment that shows up in the list only after five minutes', async () => {
    const { attempt, mobile } = await anAttempt('1018');
    expect(await failureOf(port().submit(attempt, ctx))).toMatchObject({ outcome: 'unknown' });
    const day = today();
    const row = () => port().findByKey({ ...attempt, mobile, day });
    expect(await row()).toBeNull();
    await world.advance('PT6M');
    expect(await row()).toMatchObject({ state: 'success' });
  });

  it('lists a whole day across pages, each payment once', async () => {
    const payments: Paid[] = [];
    for (let wave = 0; wave < 7; wave += 1) {
      payments.push(...(await Promise.all(Array.from({ length: 15 }, () => paid('1001')))));
    }
    const keys: string[] = [];
    for await (const row of port().listPayments(today())) keys.push(row.paymentKey);
    expect(keys).toEqual(expect.arrayContaining(payments.map((payment) => payment.attempt.paymentKey)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('refuses amounts and keys that cannot be sent, before sending', async () => {
    const { attempt } = await anAttempt('1001');
    const before = sentTo('submit');
    expect(await failureOf(port().submit({ ...attempt, amount: 10.5 }, ctx))).toMatchObject({
      reason: 'amount_not_allowed',
    });
    expect(await failureOf(port().submit({ ...attempt, paymentKey: 'short' }, ctx))).toMatchObject({
      outcome: 'rejected',
    });
    expect(sentTo('submit')).toBe(before);
  });

  it('says when the biller does not take the amount', async () => {
    const { attempt } = await anAttempt('4321', 'SBXB00000NATC2');
    expect(await failureOf(port().submit({ ...attempt, amount: attempt.amount - 100 }, ctx))).toMatchObject({
      reason: 'amount_not_allowed',
    });
  });
});

describe('complaints', () => {
  it('raises one after the cooling period and follows it', async () => {
    const payment = await paid('1001');
    const { providerTxnId = '' } = await enquire(payment);
    await world.advance('P1DT1H');
    const { complaintRef } = await port().raiseComplaint(
      {
        providerTxnId,
        kind: 'Transaction Successful, account not updated',
        text: 'The bank does not show it.',
      },
      ctx,
    );
    expect((await port().getComplaint(complaintRef)).complaintRef).toBe(complaintRef);
  });
});
