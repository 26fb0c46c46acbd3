import { randomBytes } from 'node:crypto';
import type { AnswerOf, listDeliveries, PersonalData, Preferences } from '@mohlat/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/crypto/ids.ts';
import { openVault } from '#platform/crypto/key-ring.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { close } from '#test/erasing.ts';
import { Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import * as deliveries from './deliveries.repo.ts';
import { createMessenger, type Message, SEND_CONTEXT, SEND_TASK } from './messages.ts';
import type { Notice } from './notice.ts';
import { createNotifier } from './notify.ts';
import { patientPool } from '#test/database.ts';

type Delivery = AnswerOf<typeof listDeliveries>['items'][number];
interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly unsubscribe: string | null;
}

const KEY = randomBytes(32);
let server: TestServer;
let pool: pg.Pool;
let worker: Database;
let vault: Vault;
let agent: Person;
const clock = createClock(createLog('silent'));

beforeAll(async () => {
  server = await startTestServer({ env: { MASTER_KEY: `k1:${KEY.toString('base64')}` } });
  vault = await openVault(server.databaseUrl, [{ id: 'k1', bytes: KEY }]);
  pool = patientPool(server.databaseUrl, 'mohlat_worker', 4);
  worker = createDatabase(pool, clock);
  agent = await promote(server, await new Person(server).signUp());
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const REMINDER: Notice = {
  kind: 'service',
  type: 'info',
  icon: 'info',
  title: '₹5,000 is due on 5 December',
  description: 'For your HDFC Bank card ending 4242.',
  template: 'reminder.due_soon',
  vars: {
    amount: '₹5,000',
    date: '5 December',
    bank: 'HDFC Bank',
    last4: '4242',
    instalment: '1 of 3',
    link: 'http://localhost:3000/dashboard/payments/one',
  },
};

async function someone(): Promise<{ person: Person; userId: string }> {
  const person = await new Person(server).signUp();
  return { person, userId: (await person.ok<{ id: string }>('GET', '/me')).id };
}
const tell = (userId: string, change: Partial<Notice> = {}) =>
  worker.forUser(userId, (tx) =>
    createNotifier(vault, createMessenger(vault, clock)).notify(
      tx,
      userId,
      { ...REMINDER, ...change },
      clock.now(),
    ),
  );
const post = (message: Message) => worker.plain((tx) => createMessenger(vault, clock).enqueue(tx, message));
const mailTo = (person: Person, subject: string) =>
  until(async () => {
    const mails = await server.control<Mail[]>('GET', `/outbox/email?to=${encodeURIComponent(person.email)}`);
    return mails.find((mail) => mail.subject === subject);
  });
/** Waits until a message has this status, as staff see it. */
const deliveryOf = (userId: string, template: string, status: Delivery['status']) =>
  until(async () => {
    const { items } = await agent.ok<{ items: Delivery[] }>('GET', `/admin/users/${userId}/deliveries`);
    return items.find((item) => item.template === template && item.status === status);
  });

describe('a mail that can be refused', () => {
  test('is stopped by one press, without a login, and by nothing less', async () => {
    const { person, userId } = await someone();
    await tell(userId);
    const mail = await mailTo(person, '₹5,000 is due on 5 December');
    const link = mail.unsubscribe?.replace('http://localhost:3000', server.url) ?? '';
    expect(mail.text).toContain(mail.unsubscribe);
    const channels = async () => (await person.ok<Preferences>('GET', '/me/preferences')).channels;

    // A scanner that opens every link of a mail changes nothing.
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<button');
    expect(await channels()).toEqual({ email: true, sms: true, inApp: true });

    const pressed = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(pressed.status).toBe(200);
    expect(await channels()).toEqual({ email: false, sms: true, inApp: true });
    expect(await tell(userId)).toEqual(['app']);
  });

  test('is stopped by the link of an old mail of a closed account, and no row of the person comes of it', async () => {
    const { person, userId } = await someone();
    await tell(userId);
    const mail = await mailTo(person, '₹5,000 is due on 5 December');
    await close(person);
    const link = mail.unsubscribe!.replace('http://localhost:3000', server.url);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    const { rowCount } = await server.sql.query('select 1 from preferences where user_id = $1', [userId]);
    expect(rowCount).toBe(0);
  });

  test('has a page in both languages, and says so when the link is not ours', async () => {
    const { person, userId } = await someone();
    await tell(userId);
    const mail = await mailTo(person, '₹5,000 is due on 5 December');
    const link = mail.unsubscribe!.replace('http://localhost:3000', server.url);
    expect(await (await fetch(`${link}?lang=hi`)).text()).toContain('lang="hi"');
    const forged = await fetch(`${link.slice(0, -2)}xx`, { method: 'POST' });
    expect(forged.status).toBe(404);
    expect((await fetch(`${server.url}/unsubscribe/${userId}`)).status).toBe(404);
  });

  test('is in the language of whoever reads it, as is the line in the app', async () => {
    const { person, userId } = await someone();
    await person.ok('PUT', '/me/preferences', { language: 'hi' });
    await tell(userId);
    const title = '5 December तक ₹5,000 चुकाने हैं';
    expect((await mailTo(person, title)).text).toContain('ऐसी मेल बंद करें');
    const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    expect(items.map((one) => one.title)).toContain(title);
  });
});

test('a mail that must come says why, and has no way to stop it', async () => {
  const { person, userId } = await someone();
  await tell(userId, { kind: 'must' });
  const mail = await mailTo(person, '₹5,000 is due on 5 December');
  expect(mail.unsubscribe).toBeNull();
  expect(mail.text).toContain('cannot be switched off');
});

describe('what became of a message', () => {
  test('stands where staff look, and in the person’s own copy, without address or text', async () => {
    const { person, userId } = await someone();
    await tell(userId);
    expect(await deliveryOf(userId, 'reminder.due_soon', 'sent')).toMatchObject({
      channel: 'email',
      tries: 1,
      reason: null,
    });
    const copy = await person.ok<PersonalData>('GET', '/me/export');
    const section = copy.sections.find(({ name }) => name === 'deliveries');
    expect(section?.items.map(({ template, status }) => [template, status])).toEqual(
      expect.arrayContaining([
        ['auth.confirm', 'sent'],
        ['reminder.due_soon', 'sent'],
      ]),
    );
    expect(JSON.stringify(section)).not.toContain(person.email);
    const { rows } = await server.sql.query('select 1 from audit_log where action = $1 and subject_id = $2', [
      'deliveries.read',
      userId,
    ]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('nobody knows those of an account that never was, and nothing is written down', async () => {
    const unknown = newId();
    const answer = await agent.call<{ code: string }>('GET', `/admin/users/${unknown}/deliveries`);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    const { rowCount } = await server.sql.query('select 1 from audit_log where subject_id = $1', [unknown]);
    expect(rowCount).toBe(0);
  });

  test('an address that is refused ends it; it is not tried again', async () => {
    const { userId } = await someone();
    const to = `bounce+${randomBytes(4).toString('hex')}@example.in`;
    await post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
    expect(await deliveryOf(userId, 'mandate.active', 'failed')).toMatchObject({
      tries: 1,
      reason: 'address_refused',
    });
  });

  test('a server that is busy is asked again', async () => {
    const { userId } = await someone();
    const fault = { provider: 'smtp', op: 'send', fault: { http: 451, commit: 'before' }, times: 1 };
    await server.control('POST', '/faults', fault);
    await post({
      channel: 'email',
      to: 'patient@example.in',
      template: 'mandate.stopped',
      vars: {},
      userId,
    });
    expect((await deliveryOf(userId, 'mandate.stopped', 'sent')).tries).toBe(2);
  });

  test('a message that is given up leaves the queue, with its address and its text', async () => {
    const { userId } = await someone();
    const fault = { provider: 'smtp', op: 'send', fault: { http: 451, commit: 'before' }, times: 1 };
    await server.control('POST', '/faults', fault);
    const message = {
      channel: 'email',
      to: 'away@example.in',
      template: 'mandate.stopped',
      vars: {},
      userId,
    } as const;
    const id = newId();
    await worker.plain(async (tx) => {
      await deliveries.begin(tx, { ...message, id }, clock.now());
      const sealed = vault.seal(JSON.stringify(message), SEND_CONTEXT).toString('base64');
      await tx.enqueue(SEND_TASK, { id, sealed, userId }, { attemptsMax: 1 });
    });
    const waiting = () =>
      server.sql.query(`select 1 from graphile_worker._private_jobs where payload ->> 'userId' = $1`, [
        userId,
      ]);
    expect(await deliveryOf(userId, 'mandate.stopped', 'failed')).toMatchObject({ reason: 'given_up' });
    await until(async () => ((await waiting()).rowCount === 0 ? true : undefined));
  });

  test('the operator’s report of an SMS settles it', async () => {
    const { userId } = await someone();
    await post({ channel: 'sms', to: '919812345675', template: 'mandate.active', vars: {}, userId });
    expect((await deliveryOf(userId, 'mandate.active', 'delivered')).providerRef).not.toBeNull();
  });

  test('the operator’s report of an SMS is read as a form too, and as nothing else of the product', async () => {
    const [id, providerRef] = [newId(), `form-${randomBytes(6).toString('hex')}`];
    const { userId } = await someone();
    await worker.forUser(userId, async (tx) => {
      await deliveries.begin(tx, { userId, id, channel: 'sms', template: 'mandate.active' }, clock.now());
      await deliveries.conclude(tx, userId, id, { status: 'sent', providerRef }, clock.now());
    });
    const report = [{ requestId: providerRef, report: [{ status: '1', number: '919812345672' }] }];
    const hand = (path: string) =>
      fetch(`${server.url}/api/v1/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ data: JSON.stringify(report) }),
      });
    expect((await hand('webhooks/msg91/sandbox-callback-token')).status).toBe(200);
    expect((await deliveryOf(userId, 'mandate.active', 'delivered')).providerRef).toBe(providerRef);
    expect((await hand('kyc/pan')).status).toBe(400);
  });

  test('an SMS whose outcome could not be written down is not sent again', async () => {
    const { userId } = await someone();
    // The database loses what was sent, as it does when it goes away in that moment.
    await server.sql.query(
      `create function lose_sent() returns trigger language plpgsql as $$ begin raise 'gone'; end $$;
       create trigger lose_sent before update on deliveries for each row
         when (new.user_id = '${userId}' and new.status = 'sent') execute function lose_sent()`,
    );
    const to = '919812345674';
    await post({ channel: 'sms', to, template: 'mandate.active', vars: {}, userId });
    expect(await deliveryOf(userId, 'mandate.active', 'unknown')).toMatchObject({
      tries: 1,
      reason: 'no_answer',
    });
    await server.sql.query('drop function lose_sent cascade');
    expect(await server.control<object[]>('GET', `/outbox/sms?to=${to}`)).toHaveLength(1);
  });

  test('an SMS that surely was not sent is sent by the next try', async () => {
    const { userId } = await someone();
    const fault = { provider: 'msg91', op: 'flow', fault: { unauthorized: true }, times: 1 };
    await server.control('POST', '/faults', fault);
    const to = '919812345673';
    await post({ channel: 'sms', to, template: 'mandate.active', vars: {}, userId });
    expect((await deliveryOf(userId, 'mandate.active', 'delivered')).tries).toBe(2);
    expect(await server.control<object[]>('GET', `/outbox/sms?to=${to}`)).toHaveLength(1);
  });

  test('a mail that the server takes and sends back is not called sent', async () => {
    const { userId } = await someone();
    const to = `comesback+${randomBytes(4).toString('hex')}@example.in`;
    await post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
    expect(await deliveryOf(userId, 'mandate.active', 'bounced')).toMatchObject({
      tries: 1,
      reason: 'bounced_5.1.1',
    });
  });

  test('no notice goes to an address from which mails come back, until there is another', async () => {
    const { person, userId } = await someone();
    const to = `comesback+${randomBytes(4).toString('hex')}@example.in`;
    await server.sql.query('update auth.users set email = $2 where id = $1', [userId, to]);
    await tell(userId);
    await deliveryOf(userId, 'reminder.due_soon', 'bounced');
    const { email } = person;
    const lines = async () => (await person.ok<{ items: object[] }>('GET', '/notifications')).items.length;
    const before = await lines();
    expect(await tell(userId, { template: 'mandate.stopped' })).toContain('email');
    expect(await deliveryOf(userId, 'mandate.stopped', 'dropped')).toMatchObject({
      reason: 'address_bounced',
      tries: 0,
    });
    expect(await lines()).toBe(before + 1);
    // A mail that they ask for themselves is tried, and another address has no past.
    await post({
      channel: 'email',
      to: to.toUpperCase(),
      template: 'auth.recovery',
      vars: { link: 'http://localhost:3000/x', code: '123456' },
      userId,
    });
    expect((await deliveryOf(userId, 'auth.recovery', 'bounced')).tries).toBe(1);
    // And so is what tells of a change of the account: a report that came back may be forged.
    await post({
      channel: 'email',
      to,
      template: 'auth.password_changed',
      vars: { link: 'http://localhost:3000/x' },
      userId,
    });
    expect((await deliveryOf(userId, 'auth.password_changed', 'bounced')).tries).toBe(1);
    await server.sql.query('update auth.users set email = $2 where id = $1', [userId, email]);
    await tell(userId, { template: 'mandate.active' });
    expect((await deliveryOf(userId, 'mandate.active', 'sent')).tries).toBe(1);
  });

  test('a full mailbox is written to again', async () => {
    const { userId } = await someone();
    const to = `fills+${randomBytes(4).toString('hex')}@example.in`;
    await post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
    const { providerRef } = await deliveryOf(userId, 'mandate.active', 'sent');
    await worker.plain((tx) =>
      deliveries.report(tx, providerRef!, { status: 'bounced', reason: 'bounced_5.2.2' }, clock.now()),
    );
    await post({ channel: 'email', to, template: 'mandate.stopped', vars: {}, userId });
    expect((await deliveryOf(userId, 'mandate.stopped', 'sent')).tries).toBe(1);
  });

  test('a mail that came back is taken in as it is, and told as not read in a type that nobody reads', async () => {
    const { userId } = await someone();
    await post({ channel: 'email', to: 'full@example.in', template: 'mandate.active', vars: {}, userId });
    const { providerRef } = await deliveryOf(userId, 'mandate.active', 'sent');
    const report = ['Action: failed', 'Status: 5.2.2', '', `Message-ID: ${providerRef}`, ''].join('\r\n');
    const hand = (type: string) =>
      fetch(`${server.url}/api/v1/webhooks/smtp/sandbox-callback-token`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: report,
      });
    expect((await hand('text/plain')).status).toBe(400);
    expect((await hand('message/rfc822')).status).toBe(200);
    expect(await deliveryOf(userId, 'mandate.active', 'bounced')).toMatchObject({ reason: 'bounced_5.2.2' });
  });

  test('a report that is quicker than we are is not lost, whichever of the two comes first', async () => {
    const { userId } = await someone();
    const settle = async (isEarly: boolean) => {
      const [id, providerRef] = [newId(), `early-${randomBytes(6).toString('hex')}`];
      await worker.plain((tx) =>
        deliveries.begin(tx, { userId, id, channel: 'sms', template: 'mandate.active' }, clock.now()),
      );
      const steps = [
        () =>
          worker.forUser(userId, (tx) =>
            deliveries.conclude(tx, userId, id, { status: 'sent', providerRef }, clock.now()),
          ),
        () =>
          worker.plain((tx) =>
            deliveries.report(tx, providerRef, { status: 'failed', reason: 'operator_blocked' }, clock.now()),
          ),
      ];
      for (const step of isEarly ? steps.toReversed() : steps) await step();
      const { rows } = await server.sql.query('select status, reason from deliveries where id = $1', [id]);
      expect(rows).toEqual([{ status: 'failed', reason: 'operator_blocked' }]);
    };
    await settle(true);
    await settle(false);
    // At the same moment: many times, so that either may be first.
    const answers = await Promise.all(Array.from({ length: 10 }, () => race()));
    expect(new Set(answers)).toEqual(new Set(['delivered']));

    async function race(): Promise<string> {
      const [id, providerRef] = [newId(), `race-${randomBytes(6).toString('hex')}`];
      await worker.plain((tx) =>
        deliveries.begin(tx, { userId, id, channel: 'sms', template: 'mandate.active' }, clock.now()),
      );
      await Promise.all([
        worker.plain((tx) =>
          deliveries.report(tx, providerRef, { status: 'delivered', reason: null }, clock.now()),
        ),
        worker.forUser(userId, (tx) =>
          deliveries.conclude(tx, userId, id, { status: 'sent', providerRef }, clock.now()),
        ),
      ]);
      const { rows } = await server.sql.query<{ status: string }>(
        'select status from deliveries where id = $1',
        [id],
      );
      return rows[0]!.status;
    }
  });

  test('a code leaves with the host whose page may read it', async () => {
    const { userId } = await someone();
    const vars = { code: '048213', minutes: '5' };
    await post({ channel: 'sms', to: '919812345676', template: 'auth.otp', vars, userId });
    await deliveryOf(userId, 'auth.otp', 'delivered');
    const [sms] = await server.control<{ text: string }[]>('GET', '/outbox/sms?to=919812345676');
    expect(sms?.text.split('\n').at(-1)).toBe('@localhost #048213');
  });

  test('a message whose time is over is dropped, and says so', async () => {
    const { userId } = await someone();
    const gone = new Date(clock.now().getTime() - 1000).toISOString();
    await post({
      channel: 'email',
      to: 'late@example.in',
      template: 'mandate.active',
      vars: {},
      userId,
      until: gone,
    });
    expect((await deliveryOf(userId, 'mandate.active', 'dropped')).tries).toBe(0);
  });
});
