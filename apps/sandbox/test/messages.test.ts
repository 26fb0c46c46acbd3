import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../src/core/clock.ts';
import { createOutbox, findCode, findLinks, textOfHtml } from '../src/core/outbox.ts';
import { openStore } from '../src/core/store.ts';
import { aReceiver, aSandbox } from './world.ts';
import type { World } from './world.ts';

let world: World;
let receiver: Awaited<ReturnType<typeof aReceiver>>;

beforeAll(async () => {
  receiver = await aReceiver();
  world = await aSandbox({ webhookTarget: receiver.target, holdMs: 60 });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

type Message = {
  channel: string;
  to: string;
  subject: string | null;
  text: string;
  otp: string | null;
  links: string[];
};
const outbox = async (to: string, path = '/outbox') =>
  (await world.control.get(`${path}?to=${to}`)).body as unknown as Message[];

/** A mail client in twenty lines: sends one message and returns the last reply, null when the line was cut. */
function mail(to: string, message: string): Promise<string | null> {
  const lines = ['EHLO test', 'MAIL FROM:<hello@mohlat.test>', `RCPT TO:<${to}>`, 'DATA', `${message}\r\n.`];
  return new Promise((resolve) => {
    const socket = connect(world.smtpPort, '127.0.0.1');
    let step = 0;
    let last: string | null = null;
    let isOver = false;
    socket.on('data', (chunk: Buffer) => {
      const reply = chunk.toString().trim().split('\r\n').at(-1) ?? '';
      if (isOver || /^\d{3}-/.test(reply)) return;
      last = reply;
      const line = lines[step];
      if (/^[45]/.test(reply) || line === undefined) {
        isOver = true;
        return void socket.end('QUIT\r\n');
      }
      last = null;
      step += 1;
      socket.write(`${line}\r\n`);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(last));
  });
}

const HTML_MAIL = [
  'Subject: =?utf-8?Q?Your_code_=E2=80=93_Mohlat?=',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Your code is <b>482913</b>.</p><a href="http://127.0.0.1:3000/verify?token=a&amp;type=email">Open</a>',
].join('\r\n');

describe('the outbox', () => {
  it('answers every message, however many, or the newest so many', () => {
    const store = openStore(':memory:');
    const messages = createOutbox(store, { now: Date.now } as Clock);
    for (let nth = 0; nth < 1_001; nth += 1)
      messages.add({ channel: 'sms', to: '+919812345670', subject: null, text: String(nth) });
    expect(messages.list()).toHaveLength(1_001);
    expect(messages.list({ limit: 2 }).map(({ text }) => text)).toEqual(['1000', '999']);
    store.close();
  });
});

describe('mail', () => {
  it('lands in the outbox with text, code and links', async () => {
    expect(await mail('Asha@Example.com', HTML_MAIL)).toMatch(/^250/);
    const [message] = await outbox('asha@example.com');
    expect(message).toMatchObject({
      channel: 'email',
      subject: 'Your code – Mohlat',
      otp: '482913',
      links: ['http://127.0.0.1:3000/verify?token=a&type=email'],
    });
    expect(message?.text).toContain('Your code is 482913.');
    expect(await outbox('asha@example.com', '/outbox/sms')).toEqual([]);
  });

  it('bounce is refused for good, tempfail for now, drop is kept without a reply', async () => {
    expect(await mail('bounce@example.com', 'Subject: x\r\n\r\nx')).toMatch(/^550/);
    expect(await mail('tempfail@example.com', 'Subject: x\r\n\r\nx')).toMatch(/^451/);
    expect(await mail('spam@example.com', 'Subject: x\r\n\r\nx')).toMatch(/^554/);
    expect(await mail('drop@example.com', 'Subject: x\r\n\r\nx')).toBeNull();
    expect(await outbox('bounce@example.com')).toEqual([]);
    expect(await outbox('drop@example.com')).toHaveLength(1);
  });

  it('obeys fault rules', async () => {
    await world.control.post('/faults', {
      provider: 'smtp',
      op: 'send',
      fault: { http: 500, commit: 'before' },
    });
    expect(await mail('faulty@example.com', 'Subject: x\r\n\r\nx')).toMatch(/^451/);
    expect(await outbox('faulty@example.com')).toEqual([]);
    await world.control.post('/faults', {
      provider: 'smtp',
      op: 'send',
      fault: { timeout: true, commit: 'after' },
    });
    expect(await mail('faulty@example.com', 'Subject: x\r\n\r\nx')).toBeNull();
    expect(await outbox('faulty@example.com')).toHaveLength(1);
  });
});

describe('SMS', () => {
  const send = (mobiles: string, more: object = { TEXT: '482913 is your Mohlat code.' }) =>
    world.open.post(
      '/msg91/api/v5/flow',
      { template_id: 'otp', recipients: [{ mobiles, ...more }] },
      { authkey: 'sandbox-msg91' },
    );

  it('lands in the outbox under its number, however it is written, and is reported delivered', async () => {
    const { body } = await send('919812345678');
    expect(body.type).toBe('success');
    for (const to of ['%2B919812345678', '+919812345678', '919812345678', '9812345678'])
      expect(await outbox(to)).toMatchObject([{ channel: 'sms', to: '+919812345678', otp: '482913' }]);
    await receiver.until((all) => all.some((hook) => hook.raw.includes(String(body.message))));
    const report = receiver.received.find((hook) => hook.raw.includes(String(body.message)));
    expect(report?.path).toBe('/hooks/msg91/sandbox-callback-token');
    expect(report?.body).toMatchObject({
      requestId: body.message,
      report: [{ status: '1', number: '919812345678' }],
    });
  });

  it('fills in a registered template when the text is not given', async () => {
    await world.control.post('/templates', {
      template_id: 'otp',
      text: '##CODE## is your code, valid ##MIN## minutes.',
    });
    await send('919812345679', { CODE: '1234', MIN: '5' });
    expect(await outbox('9812345679')).toMatchObject([
      { text: '1234 is your code, valid 5 minutes.', otp: '1234' },
    ]);
  });

  it('asks for the key, a template and real numbers', async () => {
    expect((await world.open.post('/msg91/api/v5/flow', {})).status).toBe(401);
    expect((await send('12345')).body).toMatchObject({ type: 'error' });
  });

  it('endings 0001 to 0004 are rejected, undelivered, unanswered and too many', async () => {
    expect(await send('919876500001')).toMatchObject({ status: 200, body: { type: 'error' } });
    const lost = await send('919876500002');
    expect(lost.body.type).toBe('success');
    await receiver.until((all) => all.some((hook) => hook.raw.includes(String(lost.body.message))));
    const report = receiver.received.find((hook) => hook.raw.includes(String(lost.body.message)));
    expect(report?.body).toMatchObject({ report: [{ status: '2' }] });
    expect(await outbox('9876500002')).toEqual([]);
    await expect(send('919876500003')).rejects.toThrow();
    expect(await outbox('9876500003')).toHaveLength(1);
    expect((await send('919876500004')).status).toBe(429);
  });
});

describe('reading a message', () => {
  it.each([
    ['Your OTP is 4321.', '4321'],
    ['12345678 is your code', '12345678'],
    ['₹50,000 was paid; code 9911', '9911'],
    ['Due on 2026-11-20, call 9876543210', null],
    ['See http://x.test/2026/4444', null],
    ['HDFC Bank has ₹500 for the card ending 4021.', null],
    ['₹500 to HDFC Bank •• 4021', null],
    ['Your account XXXX1234, card ****5678 and •••• 9012', null],
    ['For the card ending 4021 enter 828905', '828905'],
    ['4829136044 is your Mohlat code. It is valid for 60 minutes.', '4829136044'],
    ['4829136044 आपका Mohlat कोड है।', '4829136044'],
    ['Or enter this code: 4829136044', '4829136044'],
    ['या यह कोड डालें: 4829136044', '4829136044'],
    ['HDFC Bank has your bill; reference 4829136044', null],
  ])('the code of "%s" is %s', (text, code) => {
    expect(findCode(text)).toBe(code);
  });

  it('finds each link once, without the full stop behind it', () => {
    expect(
      findLinks('Go to https://a.test/x?y=1. Or https://a.test/x?y=1!', '<a href="mailto:a@b.c">m</a>'),
    ).toEqual(['https://a.test/x?y=1']);
  });

  it('reads HTML as a person would', () => {
    expect(textOfHtml('<style>p{}</style><p>A &amp; B</p><p>C&nbsp;&#8377;5</p>')).toBe('A & B\nC ₹5');
  });
});
