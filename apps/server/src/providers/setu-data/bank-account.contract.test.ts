import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import { WebhookRejected } from '../index.ts';
import type { CallContext } from '../index.ts';

const ctx: CallContext = { requestId: 'contract', actor: 'job' };
let world: SandboxWorld;

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

const port = () => world.providers.bankAccount;
const start = (accountNumber: string, ifsc = 'ABCD0123456') =>
  port().start({ key: randomUUID(), ifsc, accountNumber }, ctx);
const check = async (accountNumber: string, ifsc?: string) =>
  port().get((await start(accountNumber, ifsc)).ref);
const rupeesTo = async (accountNumber: string): Promise<number> => {
  const truth = (await world.control('GET', '/truth')) as { pennyDrops: { accountNumber: string }[] };
  return truth.pennyDrops.filter((drop) => drop.accountNumber === accountNumber).length;
};

describe('asking a bank whose account it is', () => {
  it.each([
    ['1234567890', 'ABCD0123456', { state: 'valid', nameAtBank: 'ASHA RAO', code: 'BAV00' }],
    ['1234567890', 'ABCD0123457', { state: 'bad_details', code: 'BAVM1' }],
    ['1234567890', 'ABCD0123458', { state: 'technical', why: 'limit', code: 'BAV78' }],
    ['1234567890', 'ABCD0123459', { state: 'technical', code: 'BAV2000' }],
    ['1234567890', 'ABCD0123450', { state: 'pending' }],
    ['1234567890', 'ABCD0123467', { state: 'bad_details', code: 'BAV52' }],
    // The documented pair has no zero in its middle: this is not the place to be strict.
    ['0987654321', 'DCBA6543210', { state: 'bad_details', code: 'BAV52' }],
    ['9990000002', 'HDFC0000001', { state: 'valid', nameAtBank: 'VIKRAM CHANDRASEKHAR', code: 'BAV00' }],
    ['9990000003', 'HDFC0000001', { state: 'unusable', why: 'closed', code: 'BAVM5' }],
    ['9990000004', 'HDFC0000001', { state: 'unusable', why: 'frozen', code: 'BAVM3' }],
    ['9990000005', 'HDFC0000001', { state: 'unusable', why: 'nre', code: 'BAVM4' }],
    ['9990000007', 'HDFC0000001', { state: 'technical', code: 'BAV91' }],
    ['9990000009', 'HDFC0000001', { state: 'valid', nameAtBank: 'ASHA RAO', code: 'BAVM0' }],
  ] as const)('answers %s at %s', async (accountNumber, ifsc, answer) => {
    expect(await check(accountNumber, ifsc)).toEqual(answer);
  });

  it('waits for an answer that takes two hours', async () => {
    const { ref } = await start('9990000006', 'HDFC0000001');
    expect(await port().get(ref)).toEqual({ state: 'pending' });
    await world.advance('PT2H');
    expect(await port().get(ref)).toMatchObject({ state: 'valid' });
  });

  it('sends its rupee once when the answer is lost, and calls the outcome unknown', async () => {
    expect(await failureOf(start('9990000008'))).toMatchObject({
      name: 'ProviderTimeout',
      outcome: 'unknown',
    });
    expect(await rupeesTo('9990000008')).toBe(1);
  });

  it('sends once more what surely never left', async () => {
    await world.fault({ provider: 'setu_data', op: 'bav_start', fault: { rate_limit: { retryAfter: 0 } } });
    expect((await start('5550000001')).ref).toMatch(/./);
    expect(await rupeesTo('5550000001')).toBe(1);
  });

  it.each([
    ['an answer that is an error', { http: 502, commit: 'after' }],
    ['half an answer', { malformed: 'truncated', commit: 'after' }],
  ])('does not send again after %s', async (_, fault) => {
    const accountNumber = `55500${String(Math.floor(performance.now()) % 100_000).padStart(5, '0')}`;
    await world.fault({ provider: 'setu_data', op: 'bav_start', fault });
    expect(await failureOf(start(accountNumber))).toMatchObject({ outcome: 'unknown' });
    expect(await rupeesTo(accountNumber)).toBe(1);
  });

  it('does not take an unknown word, or the answer about another check, for an answer', async () => {
    const { ref } = await start('1234567890', 'ABCD0123450');
    for (const fault of [{ drift: 'new_enum' }, { mismatch: 'ref' }]) {
      await world.fault({ provider: 'setu_data', op: 'bav_result', fault });
      expect(await failureOf(port().get(ref))).toMatchObject({ name: 'ProviderContractDrift' });
    }
    expect(await failureOf(port().get('bav-nobody'))).toMatchObject({ outcome: 'rejected' });
  });

  it('writes no account number into a record', () => {
    // References are random and durations have many digits.
    const told = world.calls.map((call) => ({ ...call, requestId: '', trace: '', durationMs: 0 }));
    expect(JSON.stringify(told)).not.toMatch(/\d{10}/);
  });
});

describe('a call-back about a bank account', () => {
  it('names the check, and says nothing that is believed', async () => {
    const { ref } = await start('5550000010');
    const [webhook] = await world.waitForWebhooks((w) => w.rawBody.toString().includes(ref));
    expect(port().parseWebhook(webhook!)).toEqual({
      provider: 'setu_data',
      eventId: `BAV_WEBHOOK_NOTIFICATION:${ref}:success`,
      type: 'BAV_WEBHOOK_NOTIFICATION',
      subjectRef: ref,
      payload: { ref },
      trust: 'hint',
    });
  });

  const forged = (path: string, body: string) => () =>
    port().parseWebhook({
      path,
      headers: {},
      rawBody: Buffer.from(body),
      receivedAt: new Date(0),
    });
  const good = JSON.stringify({ event: 'BAV_WEBHOOK_NOTIFICATION', data: { bav: { id: 'x' } } });

  it.each([
    ['an unknown route', '/setu-data/sandbox-callback-token/other', good, 'unknown_route'],
    ['a wrong token', '/setu-data/guessed/bav', good, 'token_wrong'],
    ['a body that is no JSON', '/setu-data/sandbox-callback-token/bav', '{', 'body_malformed'],
    [
      'a body of another shape',
      '/setu-data/sandbox-callback-token/bav',
      '{"data":{"bav":{"id":1}}}',
      'body_malformed',
    ],
  ])('is refused with %s', (_, path, body, reason) => {
    expect(forged(path, body)).toThrow(WebhookRejected);
    try {
      forged(path, body)();
    } catch (error) {
      expect(error).toMatchObject({ reason });
    }
  });

  it('of a kind we do not know names nothing', () => {
    const event = forged('/setu-data/sandbox-callback-token/bav', '{"event":"NEWS"}')();
    expect(event).toMatchObject({ type: 'NEWS', subjectRef: '' });
  });
});
