import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../../test/sandbox.ts';
import type { SandboxWorld } from '../../../test/sandbox.ts';
import { createProviders } from '../index.ts';
import type {
  BillFetchState,
  BillPayState,
  CallContext,
  ProviderError,
  SubmitBillPayment,
} from '../index.ts';

const ctx: CallContext = { requestId: 'contract', actor: 'job' };
const ANY = 'SBXA00000NATC1';
let world: SandboxWorld;
let people = 0;

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

const port = () => world.providers.billPayment;
const today = () => new Date(world.now().getTime() + 330 * 60_000).toISOString().slice(0, 10);
const sentTo = (op: string) => world.calls.filter((call) => call.op === op).length;

function aMobile(): string {
  people += 1;
  return `98${String(people).padStart(8, '0')}`;
}

async function startFetch(last4: string, billerId = ANY, mobile = aMobile()) {
  const { items } = await port().listCardBillers({});
  const biller = items.find((item) => item.id === billerId);
  const params = (biller?.params ?? []).map((param) => ({
    name: param.name,
    value: param.maxLength === 4 ? last4 : mobile,
  }));
  return { ...(await port().startFetch({ billerId, mobile, params }, ctx)), mobile };
}

async function fetched(last4: string, billerId = ANY): Promise<BillFetchState> {
  return port().getFetch((await startFetch(last4, billerId)).fetchRef);
}

async function anAttempt(last4: string, billerId = ANY, over: Partial<SubmitBillPayment> = {}) {
  const { fetchRef, mobile } = await startFetch(last4, billerId);
  const fetch = await port().getFetch(fetchRef);
  const amount = fetch.state === 'ready' ? (fetch.bills[0]?.amount ?? 0) : 0;
  const attempt: SubmitBillPayment = {
    fetchRef,
    paymentKey: `key-${randomUUID().slice(0, 20)}`,
    amount,
    convFee: 0,
    remitterName: 'Asha Rao',
    paidAt: world.now(),
    ...over,
  };
  return { attempt, mobile };
}

async function paid(last4: string): Promise<{ payRef: string; attempt: SubmitBillPayment; mobile: string }> {
  const { attempt, mobile } = await anAttempt(last4);
  return { ...(await port().submit(attempt, ctx)), attempt, mobile };
}

const enquire = (p: { payRef: string; attempt: SubmitBillPayment }) => port().getPayment(p.payRef, p.attempt);
const find = (p: { attempt: SubmitBillPayment; mobile: string }) =>
  port().findByKey({
    paymentKey: p.attempt.paymentKey,
    mobile: p.mobile,
    day: today(),
    amount: p.attempt.amount,
  });

async function failureOf(work: Promise<unknown>): Promise<ProviderError & Record<string, unknown>> {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error instanceof Error) return error as ProviderError & Record<string, unknown>;
  throw new Error('expected a failure');
}

async function executions(paymentKey: string): Promise<unknown[]> {
  const rows = await world.control('GET', `/truth/bill-payments?paymentRefId=${paymentKey}`);
  return Array.isArray(rows) ? rows : [];
}

describe('billers', () => {
  it('lists the card billers with what each asks of the customer', async () => {
    const { items } = await port().listCardBillers({});
    expect(items).toHaveLength(10);
    const [first] = items;
    expect(first).toMatchObject({ id: ANY, status: 'ACTIVE', exactness: 'Any', fetchKind: 'BILL_FETCH' });
    expect(first?.params.map((param) => param.name)).toEqual([
      'Registered Mobile Number',
      'Last 4 digits of Credit Card Number',
    ]);
    expect(items.find((item) => item.id === 'SBXD00000NATC4')?.status).toBe('DEACTIVATED');
    expect(items.find((item) => item.id === 'SBXF00000NATC6')?.responseKind).toBe('list');
    expect(items.find((item) => item.id === 'SBXE00000NATC5')?.convenienceFee).toHaveLength(1);
  });

  it('searches by name', async () => {
    const { items } = await port().listCardBillers({ search: 'axis' });
    expect(items.map((item) => item.name)).toEqual(['Axis Bank Credit Card']);
  });
});

describe('fetching a bill', () => {
  it('reads amount, minimum due, dates and options', async () => {
    const fetch = await fetched('4321');
    expect(fetch).toMatchObject({ state: 'ready', exactness: 'Any' });
    if (fetch.state !== 'ready') return;
    expect(fetch.bills[0]).toMatchObject({ amount: 532_100, minimumDue: 26_605 });
    expect(fetch.bills[0]?.options.map((option) => option.name)).toEqual(['Minimum Due', 'Total Due']);
    expect(fetch.bills[0]?.dueDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it.each([
    ['0001', 'bill_not_due'],
    ['0002', 'customer_not_found'],
    ['0003', 'biller_down'],
  ])('gives %s its reason %s as a verdict, not an error', async (last4, reason) => {
    expect(await fetched(last4)).toMatchObject({ state: 'failed', failure: { reason } });
  });

  it('stays in progress until the biller answers', async () => {
    expect(await fetched('0004')).toEqual({ state: 'processing' });
    const { fetchRef } = await startFetch('0005');
    expect(await port().getFetch(fetchRef)).toEqual({ state: 'processing' });
    await world.advance('PT31S');
    expect((await port().getFetch(fetchRef)).state).toBe('ready');
  });

  it('refuses what the biller’s validation refuses', async () => {
    expect(await failureOf(startFetch('0006'))).toMatchObject({
      name: 'BillRejected',
      outcome: 'rejected',
      providerCode: 'validation-error',
    });
  });

  it('repeats a failing start twice and then gives up as not done', async () => {
    const before = sentTo('startFetch');
    expect(await failureOf(startFetch('0007'))).toMatchObject({ name: 'ProviderServerError', retry: 'safe' });
    expect(sentTo('startFetch') - before).toBe(3);
    expect(await failureOf(startFetch('0008'))).toMatchObject({ name: 'ProviderMalformed' });
  });

  it('hears of the result by a webhook that arrives before the answer', async () => {
    const { fetchRef } = await startFetch('0009');
    const [webhook] = await world.waitForWebhooks((w) => w.rawBody.includes(fetchRef));
    expect(webhook && port().parseWebhook(webhook)).toMatchObject({
      trust: 'hint',
      payload: { kind: 'fetch', ref: fetchRef },
    });
  });

  it('reads an overdue bill, a credit balance and a changing amount as they are', async () => {
    const overdue = await fetched('0010');
    expect(overdue.state === 'ready' && (overdue.bills[0]?.dueDate ?? '') < today()).toBe(true);
    expect(await fetched('0011')).toMatchObject({ bills: [{ amount: 0 }] });
    const mobile = aMobile();
    const amounts = [];
    for (let i = 0; i < 2; i += 1) {
      const fetch = await port().getFetch((await startFetch('0012', ANY, mobile)).fetchRef);
      amounts.push(fetch.state === 'ready' ? fetch.bills[0]?.amount : undefined);
    }
    expect(amounts[0]).not.toBe(amounts[1]);
  });

  it('reports the name the biller has', async () => {
    expect(await fetched('0013')).toMatchObject({ bills: [{ customerName: 'Devika Sen' }] });
  });

  it('reads the ranges and the lists of billers that have them', async () => {
    expect(await fetched('4321', 'SBXC00000NATC3')).toMatchObject({
      exactness: 'RANGE',
      bills: [{ multipleOf: 100 }],
    });
    const list = await fetched('4321', 'SBXF00000NATC6');
    expect(list.state === 'ready' && [list.selection, list.bills.length]).toEqual(['single', 2]);
  });

  it('refuses a biller that has closed', async () => {
    expect(await failureOf(startFetch('4321', 'SBXD00000NATC4'))).toMatchObject({ reason: 'biller_closed' });
  });
});

describe('paying a bill', () => {
  it('pays, and reports the network’s own time and transaction', async () => {
    const payment = await paid('1001');
    const state = await enquire(payment);
    expect(state).toMatchObject({
      state: 'success',
      amount: payment.attempt.amount,
      paymentKey: payment.attempt.paymentKey,
      providerTxnId: expect.any(String),
    });
    expect(Math.abs((state.paidAt?.getTime() ?? 0) - world.now().getTime())).toBeLessThan(5_000);
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

  it('will not adopt somebody else’s payment', async () => {
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
    const payments = await Promise.all(Array.from({ length: 105 }, () => paid('1001')));
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

describe('a provider in trouble', () => {
  const submitUnder = async (fault: Record<string, unknown>) => {
    const { attempt } = await anAttempt('1001');
    await world.fault({ provider: 'setu_billpay', op: 'pay_start', fault });
    const error = await failureOf(port().submit(attempt, ctx));
    return { error, executed: (await executions(attempt.paymentKey)).length };
  };

  it.each([
    ['an error before the work', { http: 503, commit: 'before' }, 'ProviderServerError', 0],
    ['an error after the work', { http: 502, commit: 'after' }, 'ProviderServerError', 1],
    ['silence before the work', { timeout: true, commit: 'before' }, 'ProviderTimeout', 0],
    ['silence after the work', { timeout: true, commit: 'after' }, 'ProviderTimeout', 1],
    ['a cut connection', { reset_before: true }, 'ProviderTimeout', 0],
    ['half an answer', { malformed: 'truncated', commit: 'after' }, 'ProviderMalformed', 1],
    ['a page instead of an answer', { malformed: 'html', commit: 'after' }, 'ProviderMalformed', 1],
    ['an answer without its reference', { drift: 'missing_field' }, 'ProviderContractDrift', 1],
  ])('leaves a payment unknown after %s', async (_what, fault, name, executed) => {
    const result = await submitUnder(fault);
    expect(result.error).toMatchObject({ name, outcome: 'unknown', retry: 'enquire_first' });
    expect(result.executed).toBe(executed);
  });

  it('knows a throttled payment was not done', async () => {
    const { error, executed } = await submitUnder({ rate_limit: 3 });
    expect(error).toMatchObject({ name: 'ProviderRateLimited', outcome: 'not_done', retryAfterMs: 3_000 });
    expect(executed).toBe(0);
  });

  it('fetches a new token once after a 401 and sends the payment again', async () => {
    const { attempt } = await anAttempt('1001');
    await world.fault({
      provider: 'setu_billpay',
      op: 'pay_start',
      times: 1,
      fault: { token_expired: true },
    });
    const tokens = sentTo('token');
    await expect(port().submit(attempt, ctx)).resolves.toHaveProperty('payRef');
    expect(sentTo('token') - tokens).toBe(1);
    expect(await executions(attempt.paymentKey)).toHaveLength(1);
  });

  it('calls for an operator when the new token is refused too', async () => {
    const { attempt } = await anAttempt('1001');
    await world.fault({ provider: 'setu_billpay', op: 'pay_start', times: 2, fault: { unauthorized: true } });
    const error = await failureOf(port().submit(attempt, ctx));
    expect(error).toMatchObject({ name: 'ProviderAuthError', outcome: 'not_done' });
    expect(await executions(attempt.paymentKey)).toHaveLength(0);
  });

  it.each([
    ['an unknown status', { drift: 'new_enum' }, 'data.status'],
    ['an amount as text', { drift: 'string_number' }, 'data.paymentDetails.amount'],
    ['no amount', { drift: 'null_amount' }, 'data.paymentDetails.amount'],
    ['another amount', { mismatch: 'amount' }, 'data.paymentDetails.amount'],
  ])('parks an enquiry that comes back with %s', async (_what, fault, field) => {
    const payment = await paid('1001');
    await world.fault({ provider: 'setu_billpay', op: 'pay_result', fault });
    expect(await failureOf(enquire(payment))).toMatchObject({ name: 'ProviderContractDrift', field });
  });

  it('parks an enquiry about another payment, and tolerates extra fields', async () => {
    const payment = await paid('1001');
    await world.fault({ provider: 'setu_billpay', op: 'pay_result', fault: { mismatch: 'ref' } });
    expect(await failureOf(enquire(payment))).toMatchObject({ name: 'ProviderContractDrift' });
    await world.fault({ provider: 'setu_billpay', op: 'pay_result', fault: { drift: 'extra_field' } });
    expect((await enquire(payment)).state).toBe('success');
  });

  it('keeps enquiring through failures', async () => {
    const payment = await paid('1001');
    await world.fault({ provider: 'setu_billpay', op: 'pay_result', times: 3, fault: { http: 500 } });
    expect((await enquire(payment)).state).toBe('success');
  });

  it('says nothing was sent when nobody is there', async () => {
    const nowhere = createProviders(
      { ...world.config, setuBillPay: { ...world.config.setuBillPay, url: 'http://127.0.0.1:1' } },
      { now: world.now },
    );
    const { attempt } = await anAttempt('1001');
    expect(await failureOf(nowhere.billPayment.submit(attempt, ctx))).toMatchObject({
      name: 'ProviderUnreachable',
      outcome: 'not_done',
    });
    await nowhere.close();
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
