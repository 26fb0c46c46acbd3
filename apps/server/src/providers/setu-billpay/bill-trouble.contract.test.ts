import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import { createProviders } from '../index.ts';
import { billBench, ctx } from './contract.testing.ts';

let world: SandboxWorld;
const { anAttempt, enquire, executions, find, paid, port, sentTo } = billBench(() => world);

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

describe('a provider in trouble', () => {
  it.each([
    ['success and, newer, a failure', ['1001', 'failed→failed'], 'success'],
    ['failure and, newer, a success', ['1002', 'success→success'], 'success'],
    ['payment under way and, newer, a failure', ['1006', 'failed→failed'], 'processing'],
  ] as const)('finds under one key a %s', async (_what, [last4, flip], found) => {
    const { attempt, mobile } = await anAttempt(last4);
    await port().submit(attempt, ctx);
    await world.fault({ provider: 'setu_billpay', op: 'pay_start', fault: { idem: 'ignore_key', flip } });
    await port().submit(attempt, ctx);
    expect(await find({ attempt, mobile })).toMatchObject({ state: found });
  });

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

  it.each([
    ['silence', { timeout: true, commit: 'before' }, 'ProviderUnreachable'],
    ['a failing server', { http: 500 }, 'ProviderServerError'],
    ['an unreadable token', { malformed: 'html', commit: 'before' }, 'ProviderMalformed'],
    ['a refusal', { http: 400 }, 'ProviderAuthError'],
  ])('has sent no payment when its token request ends in %s', async (_what, fault, name) => {
    const { attempt } = await anAttempt('1001');
    const fresh = createProviders(world.config, { now: world.now, timeLimit: world.timeLimit });
    await world.fault({ provider: 'setu_billpay', op: 'token', times: 'always', fault });
    const error = await failureOf(fresh.billPayment.submit(attempt, ctx));
    await fresh.close();
    expect(error).toMatchObject({ name, outcome: 'not_done' });
    expect(await executions(attempt.paymentKey)).toHaveLength(0);
  });

  it('says nothing was sent when the provider cannot be reached', async () => {
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
