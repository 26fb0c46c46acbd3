import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealer } from '#platform/crypto/vault.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { PER_ADDRESS, PER_SENDER, PER_SITE } from './support.rules.ts';

interface Mail {
  readonly subject: string | null;
  readonly text: string;
}

const KEY = randomBytes(32);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { MASTER_KEY: `k1:${KEY.toString('base64')}` } });
});
afterAll(() => server.stop());

let senders = 0;
const aMessage = (change: object = {}) => {
  senders += 1;
  return {
    name: 'Asha Rao',
    email: `asha${senders}@example.in`,
    subject: 'My repayment',
    message: 'It is shown twice.\nIs it?',
    ...change,
  };
};

/** As a visitor: without a token, and from an address of their own. */
async function write(body: object | string, from = `198.51.100.${senders % 250}`) {
  const response = await fetch(`${server.url}/api/v1/support/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as {
      ticket?: string;
      code?: string;
      errors?: { path: string; message: string }[];
    },
  };
}

const mailsTo = (address: string): Promise<Mail[]> =>
  server.control('GET', `/outbox/email?to=${encodeURIComponent(address)}`);

describe('a message to the support team', () => {
  test('gets a ticket, without an account', async () => {
    const reply = await write(aMessage());
    expect(reply.status).toBe(201);
    expect(reply.body.ticket).toMatch(/^M-\w{4}-\w{4}$/);
  });

  test('is stored sealed and opens only under its own ticket', async () => {
    const message = aMessage();
    const { ticket } = (await write(message)).body;
    const { rows } = await server.sql.query<Record<string, Buffer>>(
      'select name_sealed, email_sealed, subject_sealed, message_sealed from support_messages where ticket = $1',
      [ticket],
    );
    const vault = createSealer([{ id: 'k1', bytes: KEY }]);
    const sealed = rows[0] ?? {};
    for (const [column, text] of Object.entries(message)) {
      const bytes = sealed[`${column}_sealed`] ?? Buffer.alloc(0);
      expect(bytes.includes(text)).toBe(false);
      expect(vault.open(bytes, `support.${column}:${ticket}`)).toBe(text);
      expect(() => vault.open(bytes, `support.${column}:M-2222-2222`)).toThrow();
    }
  });

  test('cannot be read back by the role that serves the web', async () => {
    await write(aMessage());
    const client = await server.sql.connect();
    try {
      await client.query('begin; set local role mohlat_api');
      await expect(client.query('select message_sealed from support_messages')).rejects.toThrow(
        /permission denied/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('is answered by mail with the ticket, and with nothing of what was typed', async () => {
    const message = aMessage({ name: 'Buy at evil.example', subject: 'You have won' });
    const { ticket } = (await write(message)).body;
    const mail = await until(async () => (await mailsTo(message.email))[0]);
    expect(mail.subject).toContain(ticket);
    expect(mail.text).toContain(ticket);
    expect(mail.text + mail.subject).not.toMatch(/evil|won|shown twice/);
  });

  test('reaches the team with the sender’s address, on one subject line', async () => {
    const message = aMessage({ subject: 'Two\r\nBcc: lines' });
    const { ticket } = (await write(message)).body;
    const mail = await until(async () =>
      (await mailsTo('support@mohlat.example')).find((one) => one.subject?.includes(ticket ?? '-')),
    );
    expect(mail.subject).toBe(`[${ticket}] Two Bcc: lines`);
    expect(mail.text).toContain(message.email);
    expect(mail.text).toContain('It is shown twice.');
  });

  test('names each field that is missing', async () => {
    const reply = await write({ name: ' ', email: 'nobody', subject: '', message: '' });
    expect(reply.status).toBe(422);
    expect(reply.body.errors).toEqual([
      { path: 'name', message: 'Please fill in all required fields' },
      { path: 'email', message: 'Please enter a valid email address' },
      { path: 'subject', message: 'Please fill in all required fields' },
      { path: 'message', message: 'Please fill in all required fields' },
    ]);
  });
});

describe('too many messages', () => {
  test('from one address are refused for a while, whatever they name', async () => {
    const replies = [];
    for (let turn = 0; turn <= PER_ADDRESS.callsMax; turn += 1)
      replies.push(await write(aMessage(), '203.0.113.9'));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(PER_ADDRESS.callsMax);
    const last = replies.at(-1);
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(last?.retryAfter)).toBeGreaterThan(60);
    expect((await write(aMessage(), '203.0.113.10')).status).toBe(201);
  });

  test('from one IPv6 /64, which one person holds whole, are refused together', async () => {
    for (let turn = 0; turn < PER_ADDRESS.callsMax; turn += 1)
      expect((await write(aMessage(), `2001:db8:9:7::${turn + 1}`)).status).toBe(201);
    expect((await write(aMessage(), '2001:db8:9:7::ffff')).status).toBe(429);
    expect((await write(aMessage(), '2001:db8:9:8::1')).status).toBe(201);
  });

  test('are counted before they are read', async () => {
    for (let turn = 0; turn < PER_ADDRESS.callsMax; turn += 1)
      expect((await write('{', '203.0.113.44')).status).toBe(400);
    expect((await write('{', '203.0.113.44')).status).toBe(429);
  });

  test('from many /64 of one IPv6 /48 are refused together', async () => {
    const said = new Map<number, number>();
    for (let turn = 0; turn <= PER_SITE.callsMax; turn += 1) {
      const { status } = await write(aMessage(), `2001:db8:7:${turn.toString(16)}::1`);
      said.set(status, (said.get(status) ?? 0) + 1);
    }
    expect([...said]).toEqual([
      [201, PER_SITE.callsMax],
      [429, 1],
    ]);
    expect((await write(aMessage(), '2001:db8:8::1')).status).toBe(201);
  });

  test('that name one mailbox are refused, however it is written and from wherever they come', async () => {
    const { email } = aMessage();
    for (let turn = 0; turn < PER_SENDER.callsMax; turn += 1) {
      const spelled = turn % 2 === 0 ? email : email.toUpperCase();
      expect((await write(aMessage({ email: spelled }))).status).toBe(201);
    }
    expect((await write(aMessage({ email }))).status).toBe(429);
  });

  test('that name another person’s mailbox do not keep its owner from writing in their account', async () => {
    const asha = await new Person(server).signUp();
    const body = () => aMessage({ email: asha.email });
    for (let turn = 0; turn < PER_SENDER.callsMax; turn += 1) await write(body());
    expect((await write(body())).status).toBe(429);
    expect((await asha.call('POST', '/support/requests', body())).status).toBe(201);
    // An address that is not theirs gives a person no share of their own.
    const ravi = await new Person(server).signUp();
    expect((await ravi.call('POST', '/support/requests', body())).status).toBe(429);
  });

  test('are counted without keeping a person’s e-mail address', async () => {
    await write(aMessage());
    const { rows } = await server.sql.query<{ key: string }>('select key from call_counts');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
  });
});
