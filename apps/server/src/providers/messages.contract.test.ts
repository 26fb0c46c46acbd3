import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import { isRegistered, registeredId } from './msg91/registered.ts';

const ctx = { requestId: 'contract', actor: 'user' } as const;
let world: SandboxWorld;

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

async function received(to: string): Promise<Record<string, unknown>[]> {
  const rows = await world.control('GET', `/outbox?to=${encodeURIComponent(to)}`);
  return Array.isArray(rows) ? rows : [];
}

describe('an SMS', () => {
  const text = '482913 is your Mohlat code. It is valid for 5 minutes.';
  const send = (to: string) =>
    world.providers.sms.send(
      { key: randomUUID(), to, template: 'login_code', language: 'en', text, vars: { CODE: '482913' } },
      ctx,
    );
  const sent = () => world.calls.filter((call) => call.op === 'sendSms').length;

  it('arrives with its registered text', async () => {
    const { providerRef } = await send('+919876543210');
    expect(providerRef).toBeTruthy();
    expect((await received('+919876543210'))[0]).toMatchObject({ channel: 'sms', text, otp: '482913' });
  });

  it('of a text without a registered id is refused here, and given to no network', async () => {
    const msg91 = { url: 'http://127.0.0.1:9', authKey: 'k', callbackToken: 't' };
    const live = await openSandbox({ msg91: { ...msg91, templateIds: { login_code: '65f0' } } });
    onTestFinished(() => live.close());
    const message = { key: randomUUID(), to: '+919876543210', language: 'en', text, vars: {} } as const;
    expect(
      await failureOf(live.providers.sms.send({ ...message, template: 'loan.closed' }, ctx)),
    ).toMatchObject({ name: 'ProviderRejected', outcome: 'rejected', providerCode: 'no_registered_id' });
    expect(live.calls.filter((call) => call.op === 'sendSms')).toEqual([]);
  });

  it.each([
    ['en', '65f0'],
    ['hi', '65f1'],
  ] as const)('in %s goes out as the text that is registered in it', (language, id) => {
    const ids = { login_code: '65f0', 'login_code.hi': '65f1' };
    expect(registeredId(ids, { template: 'login_code', language })).toBe(id);
    expect(registeredId({ login_code: '65f0' }, { template: 'login_code', language })).toBe('65f0');
    expect([
      isRegistered(ids, 'login_code'),
      isRegistered({ [`login_code.${language}`]: '1' }, 'login_code'),
    ]).toEqual([true, false]);
  });

  it('refused with HTTP 200 is a rejection all the same', async () => {
    expect(await failureOf(send('+919876540001'))).toMatchObject({
      name: 'ProviderRejected',
      outcome: 'rejected',
    });
  });

  it('is told as delivered or failed by an unsigned report', async () => {
    const delivered = await send('+919876543211');
    const failed = await send('+919876540002');
    for (const [{ providerRef = '' }, status] of [
      [delivered, 'delivered'],
      [failed, 'failed'],
    ] as const) {
      const [report] = await world.waitForWebhooks((w) => w.rawBody.includes(providerRef));
      expect(report && world.providers.sms.parseReport(report)).toMatchObject({
        trust: 'hint',
        payload: [{ providerRef, status }],
      });
    }
  });

  it('is not sent again when the answer is lost', async () => {
    const before = sent();
    expect(await failureOf(send('+919876540003'))).toMatchObject({
      name: 'ProviderTimeout',
      outcome: 'unknown',
    });
    expect(sent() - before).toBe(1);
    expect(await received('+919876540003')).toHaveLength(1);
  });

  it('is not done when throttled', async () => {
    const work = world.providers.sms.send(
      { key: randomUUID(), to: '+919876540004', template: 'login_code', language: 'en', text, vars: {} },
      { ...ctx, deadlineMs: 1_000 },
    );
    expect(await failureOf(work)).toMatchObject({ name: 'ProviderRateLimited', retryAfterMs: 30_000 });
  });

  it('to a number that is not Indian is refused before sending', async () => {
    const before = sent();
    expect(await failureOf(send('+14155550100'))).toMatchObject({ outcome: 'rejected' });
    expect(sent()).toBe(before);
  });

  it('report is refused with a wrong token, route or body', () => {
    const report = (path: string, body: string) => () =>
      world.providers.sms.parseReport({
        path,
        headers: {},
        rawBody: Buffer.from(body),
        receivedAt: world.now(),
      });
    const reason = (value: string) => expect.objectContaining({ name: 'WebhookRejected', reason: value });
    expect(report('/msg91/guess', '{}')).toThrow(reason('token_wrong'));
    expect(report('/elsewhere', '{}')).toThrow(reason('unknown_route'));
    expect(report('/msg91/sandbox-callback-token', '<html>')).toThrow(reason('body_malformed'));
    expect(report('/msg91/sandbox-callback-token', '{}')).toThrow(reason('body_malformed'));
  });

  it('report is read from a form field as well, every line of it', () => {
    const list = [
      { requestId: 'r1', report: [{ status: '1' }, { status: 17 }] },
      { requestId: 'r2', status: '99' },
    ];
    const event = world.providers.sms.parseReport({
      path: '/msg91/sandbox-callback-token',
      headers: {},
      rawBody: Buffer.from(`data=${encodeURIComponent(JSON.stringify(list))}`),
      receivedAt: world.now(),
    });
    expect(event.payload.map((delivery) => delivery.status)).toEqual(['delivered', 'blocked', 'unknown']);
  });
});

describe('a mail', () => {
  const send = (to: string, key: string = randomUUID()) =>
    world.providers.email.send(
      {
        key,
        to,
        subject: 'Verify your email',
        text: 'Open http://127.0.0.1:3000/verify?token=abc to continue.',
        html: '<p>Open <a href="http://127.0.0.1:3000/verify?token=abc&amp;x=1">this link</a>.</p>',
      },
      ctx,
    );

  it('arrives with subject, text and links under a Message-ID of ours', async () => {
    expect(await send('asha@example.in', 'mail-1')).toEqual({ messageId: '<mail-1@mohlat.example>' });
    const [mail] = await received('Asha@example.in');
    expect(mail).toMatchObject({ channel: 'email', subject: 'Verify your email' });
    expect(mail?.['links']).toContain('http://127.0.0.1:3000/verify?token=abc&x=1');
  });

  it('to an address that does not exist is refused for good', async () => {
    expect(await failureOf(send('bounce@example.in'))).toMatchObject({
      name: 'AddressRefused',
      outcome: 'rejected',
      providerCode: '550',
    });
  });

  const refusedAt = async (op: 'hello' | 'mail' | 'rcpt', reply: string) => {
    // The connection before this one has been greeted already.
    const fresh = await openSandbox();
    onTestFinished(() => fresh.close());
    await fresh.control('POST', '/faults', { provider: 'smtp', op, fault: { reply } });
    const mail = { key: randomUUID(), to: 'asha@example.in', subject: 'Hello', text: 'Hello.' };
    return failureOf(fresh.providers.email.send(mail, ctx));
  };

  it.each([
    '550 No such mailbox',
    '550 5.1.1 User unknown',
    '550-5.1.1 The account does not exist',
    '553 5.1.3 Bad address syntax',
    '556 5.1.10 The domain takes no mail',
    '550 5.2.1 Mailbox disabled',
  ])('given "%s" at its address, then the address is refused for good', async (reply) => {
    expect(await refusedAt('rcpt', reply)).toMatchObject({ name: 'AddressRefused', outcome: 'rejected' });
  });

  it.each([
    ['rcpt', '554 5.7.1 Relay access denied'],
    ['rcpt', '554 5.7.1 Client host blocked'],
    ['rcpt', '553 5.7.1 Sender address rejected: not owned by user'],
    ['rcpt', '550 5.1.8 Sender address rejected: Domain not found'],
    ['rcpt', '550 5.1.0 Sender address rejected: User unknown'],
    ['rcpt', '530 Authentication required'],
    ['rcpt', '550 relay not permitted'],
    ['rcpt', '550 Sender verify failed'],
    ['mail', '550 5.7.1 Sender address rejected'],
    ['mail', '530 5.7.0 Must issue a STARTTLS command first'],
    ['hello', '554 5.7.1 No service for your host'],
  ] as const)('given %s refused with "%s", then nothing is said of the address', async (op, reply) => {
    expect(await refusedAt(op, reply)).toMatchObject({
      name: 'ProviderAuthError',
      outcome: 'not_done',
      retry: 'safe',
    });
  });

  it.each(['552 5.2.2 Mailbox full', '554 Transaction failed', '550 5.4.1 No such route', '554 5.1.1x odd'])(
    'given "%s" at its address, then this mail is refused and no more',
    async (reply) => {
      expect(await refusedAt('rcpt', reply)).toMatchObject({ name: 'ProviderRejected' });
    },
  );

  it('refused for what is in it says nothing of the address', async () => {
    expect(await failureOf(send('spam@example.in'))).toMatchObject({
      name: 'ProviderRejected',
      outcome: 'rejected',
      providerCode: '554',
    });
  });

  it('not taken just now was not sent and may be tried later', async () => {
    expect(await failureOf(send('tempfail@example.in'))).toMatchObject({
      name: 'ProviderServerError',
      outcome: 'not_done',
      retry: 'safe',
    });
  });

  it('is unknown when the connection breaks after the message was handed over', async () => {
    expect(await failureOf(send('drop@example.in'))).toMatchObject({
      name: 'ProviderTimeout',
      outcome: 'unknown',
    });
  });

  it('cannot carry another receiver or header in an address', async () => {
    for (const to of ['asha@example.in, eve@example.in', 'asha@example.in\r\nBcc: eve@example.in'])
      expect(await failureOf(send(to)), to).toMatchObject({ outcome: 'rejected' });
    expect(await received('eve@example.in')).toHaveLength(0);
  });
});
