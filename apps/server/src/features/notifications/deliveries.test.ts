import { randomBytes } from 'node:crypto';
import type { PersonalData } from '@mohlat/contract';
import { HOUR_MS } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { until } from '#test/person.ts';
import * as deliveries from './deliveries.repo.ts';
import { type Mailroom, openMailroom } from './deliveries.testing.ts';
import { createMessenger, type Message, SEND_CONTEXT, SEND_TASK } from './messages.ts';

let room: Mailroom;
beforeAll(async () => {
  room = await openMailroom();
});
afterAll(() => room.stop());

const LINK = { link: 'http://localhost:3000/x' };

/** The mail server refuses the next mail for now. */
const busyOnce = () =>
  room.server.control('POST', '/faults', {
    provider: 'smtp',
    op: 'send',
    fault: { http: 451, commit: 'before' },
    times: 1,
  });

/** Queues a message with one try left of its round; `since`: the end of its first round. */
async function lastTry(message: Message & { readonly userId: string }, since?: Date): Promise<void> {
  const id = newId();
  await room.worker.plain(async (tx) => {
    await deliveries.begin(tx, { ...message, id }, room.clock.now());
    const sealed = room.vault.seal(JSON.stringify(message), SEND_CONTEXT).toString('base64');
    const { userId } = message;
    await tx.enqueue(SEND_TASK, { id, sealed, userId, since: since?.toISOString() }, { attemptsMax: 1 });
  });
}

/** The jobs about a person, with the hours until each begins. */
async function waiting(userId: string): Promise<readonly { readonly hours: number }[]> {
  const { rows } = await room.server.sql.query<{ hours: number }>(
    `select (extract(epoch from run_at - now()) / 3600)::float as hours from graphile_worker._private_jobs
     where payload ->> 'userId' = $1`,
    [userId],
  );
  return rows;
}

describe('what became of a message', () => {
  test('stands where staff look, and in the person’s own copy, without address or text', async () => {
    const { person, userId } = await room.someone();
    await room.tell(userId);
    expect(await room.deliveryOf(userId, 'reminder.due_soon', 'sent')).toMatchObject({
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
    const { rows } = await room.server.sql.query(
      'select 1 from audit_log where action = $1 and subject_id = $2',
      ['deliveries.read', userId],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('deliveries of an unknown account are answered 404, and leave no row in the audit log', async () => {
    const unknown = newId();
    const answer = await room.agent.call<{ code: string }>('GET', `/admin/users/${unknown}/deliveries`);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    const { rowCount } = await room.server.sql.query('select 1 from audit_log where subject_id = $1', [
      unknown,
    ]);
    expect(rowCount).toBe(0);
  });

  test('an address that is refused ends it; it is not tried again', async () => {
    const { userId } = await room.someone();
    const to = `bounce+${randomBytes(4).toString('hex')}@example.in`;
    await room.post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
    expect(await room.deliveryOf(userId, 'mandate.active', 'failed')).toMatchObject({
      tries: 1,
      reason: 'address_refused',
    });
  });

  test('given a relay that refuses us at the address, then the mail is tried again and later ones go', async () => {
    const { userId } = await room.someone();
    const reply = '554 5.7.1 Relay access denied';
    await room.server.control('POST', '/faults', { provider: 'smtp', op: 'rcpt', fault: { reply } });
    const to = `refused+${randomBytes(4).toString('hex')}@example.in`;
    await room.post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
    expect((await room.deliveryOf(userId, 'mandate.active', 'sent')).tries).toBe(2);
  });

  test('a server that is busy is asked again', async () => {
    const { userId } = await room.someone();
    await busyOnce();
    await room.post({
      channel: 'email',
      to: 'patient@example.in',
      template: 'mandate.stopped',
      vars: {},
      userId,
    });
    expect((await room.deliveryOf(userId, 'mandate.stopped', 'sent')).tries).toBe(2);
  });

  test('a code by SMS is tried for half a minute, any other message for half an hour at first', async () => {
    const { userId } = await room.someone();
    const runAt = new Date(room.clock.now().getTime() + 3_600_000);
    const triesOf = async (vars: Record<string, string>) => {
      const sms = { channel: 'sms', to: '919800000000', template: 'mandate.active', vars, userId } as const;
      const messenger = createMessenger(room.vault, room.clock);
      await room.worker.plain((tx) => messenger.enqueue(tx, sms, { runAt }));
      const { rows } = await room.server.sql.query<{ tries: number }>(
        `select max_attempts as tries from graphile_worker._private_jobs
         where payload ->> 'userId' = $1 order by id desc limit 1`,
        [userId],
      );
      return rows[0]?.tries;
    };
    expect(await triesOf({ code: '123456' })).toBe(4);
    expect(await triesOf({})).toBe(8);
  });

  test.each([
    { kind: 'of the sign-in', template: 'auth.password_changed', since: undefined },
    {
      kind: 'that was tried for three days',
      template: 'mandate.stopped',
      since: new Date(Date.now() - 72 * HOUR_MS),
    },
  ] as const)(
    'given a message $kind, when its last try fails, then it leaves the queue with its address and its text',
    async ({ template, since }) => {
      const { userId } = await room.someone();
      await busyOnce();
      await lastTry({ channel: 'email', to: 'away@example.in', template, vars: LINK, userId }, since);
      expect(await room.deliveryOf(userId, template, 'failed')).toMatchObject({ reason: 'given_up' });
      await until(async () => ((await waiting(userId)).length === 0 ? true : undefined));
    },
  );

  test.each([
    { channel: 'email', to: 'away@example.in', fault: { provider: 'smtp', op: 'send' } },
    { channel: 'sms', to: '919812345671', fault: { provider: 'msg91', op: 'flow' } },
  ] as const)(
    'LEND-20: given a provider that is away for half an hour ($channel), then a message waits for hours and is sent once it is back',
    async ({ channel, to, fault }) => {
      const { userId } = await room.someone();
      const what = channel === 'email' ? { http: 451, commit: 'before' } : { unauthorized: true };
      await room.server.control('POST', '/faults', { ...fault, fault: what, times: 1 });
      await lastTry({ channel, to, template: 'mandate.stopped', vars: {}, userId });
      const later = await until(async () => (await waiting(userId)).find(({ hours }) => hours > 1));
      expect(later.hours).toBeGreaterThan(1.9);
      expect(later.hours).toBeLessThan(2.2);
      expect(await room.deliveryOf(userId, 'mandate.stopped', 'queued')).toMatchObject({ reason: 'put_off' });
      await room.server.sql.query(
        `update graphile_worker._private_jobs set run_at = now() where payload ->> 'userId' = $1`,
        [userId],
      );
      const sent = await room.deliveryOf(
        userId,
        'mandate.stopped',
        channel === 'email' ? 'sent' : 'delivered',
      );
      expect(sent).toMatchObject({ reason: null, tries: 2 });
    },
  );

  test('the operator’s report of an SMS settles it', async () => {
    const { userId } = await room.someone();
    await room.post({ channel: 'sms', to: '919812345675', template: 'mandate.active', vars: {}, userId });
    expect((await room.deliveryOf(userId, 'mandate.active', 'delivered')).providerRef).not.toBeNull();
  });

  test('the operator’s report of an SMS is read as a form too, and as nothing else of the product', async () => {
    const [id, providerRef] = [newId(), `form-${randomBytes(6).toString('hex')}`];
    const { userId } = await room.someone();
    await room.worker.forUser(userId, async (tx) => {
      await deliveries.begin(
        tx,
        { userId, id, channel: 'sms', template: 'mandate.active' },
        room.clock.now(),
      );
      await deliveries.conclude(tx, userId, id, { status: 'sent', providerRef }, room.clock.now());
    });
    const report = [{ requestId: providerRef, report: [{ status: '1', number: '919812345672' }] }];
    const hand = (path: string) =>
      fetch(`${room.server.url}/api/v1/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ data: JSON.stringify(report) }),
      });
    expect((await hand('webhooks/msg91/sandbox-callback-token')).status).toBe(200);
    expect((await room.deliveryOf(userId, 'mandate.active', 'delivered')).providerRef).toBe(providerRef);
    expect((await hand('kyc/pan')).status).toBe(400);
  });

  test('an SMS whose outcome could not be written down is not sent again', async () => {
    const { userId } = await room.someone();
    // The database loses what was sent, as it does when it goes away in that moment.
    await room.server.sql.query(
      `create function lose_sent() returns trigger language plpgsql as $$ begin raise 'gone'; end $$;
       create trigger lose_sent before update on deliveries for each row
         when (new.user_id = '${userId}' and new.status = 'sent') execute function lose_sent()`,
    );
    const to = '919812345674';
    await room.post({ channel: 'sms', to, template: 'mandate.active', vars: {}, userId });
    expect(await room.deliveryOf(userId, 'mandate.active', 'unknown')).toMatchObject({
      tries: 1,
      reason: 'no_answer',
    });
    await room.server.sql.query('drop function lose_sent cascade');
    expect(await room.server.control<object[]>('GET', `/outbox/sms?to=${to}`)).toHaveLength(1);
  });

  test('an SMS that surely was not sent is sent by the next try', async () => {
    const { userId } = await room.someone();
    const fault = { provider: 'msg91', op: 'flow', fault: { unauthorized: true }, times: 1 };
    await room.server.control('POST', '/faults', fault);
    const to = '919812345673';
    await room.post({ channel: 'sms', to, template: 'mandate.active', vars: {}, userId });
    expect((await room.deliveryOf(userId, 'mandate.active', 'delivered')).tries).toBe(2);
    expect(await room.server.control<object[]>('GET', `/outbox/sms?to=${to}`)).toHaveLength(1);
  });

  test('a mail that the server takes and sends back is not called sent', async () => {
    const { userId } = await room.someone();
    const to = `comesback+${randomBytes(4).toString('hex')}@example.in`;
    await room.post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
    expect(await room.deliveryOf(userId, 'mandate.active', 'bounced')).toMatchObject({
      tries: 1,
      reason: 'bounced_5.1.1',
    });
  });

  test('no notice goes to an address from which mails come back, until there is another', async () => {
    const { person, userId } = await room.someone();
    const to = `comesback+${randomBytes(4).toString('hex')}@example.in`;
    await room.server.sql.query('update auth.users set email = $2 where id = $1', [userId, to]);
    await room.tell(userId);
    await room.deliveryOf(userId, 'reminder.due_soon', 'bounced');
    const { email } = person;
    const lines = async () => (await person.ok<{ items: object[] }>('GET', '/notifications')).items.length;
    const before = await lines();
    expect(await room.tell(userId, { template: 'mandate.stopped' })).toContain('email');
    expect(await room.deliveryOf(userId, 'mandate.stopped', 'dropped')).toMatchObject({
      reason: 'address_bounced',
      tries: 0,
    });
    expect(await lines()).toBe(before + 1);
    // A mail that they ask for themselves is tried, and another address has no past.
    await room.post({
      channel: 'email',
      to: to.toUpperCase(),
      template: 'auth.recovery',
      vars: { link: 'http://localhost:3000/x', code: '123456' },
      userId,
    });
    expect((await room.deliveryOf(userId, 'auth.recovery', 'bounced')).tries).toBe(1);
    // And so is what tells of a change of the account: a report that came back may be forged.
    await room.post({
      channel: 'email',
      to,
      template: 'auth.password_changed',
      vars: { link: 'http://localhost:3000/x' },
      userId,
    });
    expect((await room.deliveryOf(userId, 'auth.password_changed', 'bounced')).tries).toBe(1);
    await room.server.sql.query('update auth.users set email = $2 where id = $1', [userId, email]);
    await room.tell(userId, { template: 'mandate.active' });
    expect((await room.deliveryOf(userId, 'mandate.active', 'sent')).tries).toBe(1);
  });

  test.each([
    { kind: 'full mailbox', code: '5.2.2' },
    { kind: 'sender of ours that its server does not know', code: '5.1.8' },
  ])('given a bounce for a $kind, then the address is written to again', async ({ code }) => {
    const { userId } = await room.someone();
    const to = `fills+${randomBytes(4).toString('hex')}@example.in`;
    await room.post({ channel: 'email', to, template: 'mandate.active', vars: {}, userId });
    const { providerRef } = await room.deliveryOf(userId, 'mandate.active', 'sent');
    await room.worker.plain((tx) =>
      deliveries.report(tx, providerRef!, { status: 'bounced', reason: `bounced_${code}` }, room.clock.now()),
    );
    await room.post({ channel: 'email', to, template: 'mandate.stopped', vars: {}, userId });
    expect((await room.deliveryOf(userId, 'mandate.stopped', 'sent')).tries).toBe(1);
  });

  test('a returned mail is taken in as it is, and refused in a type that the server does not read', async () => {
    const { userId } = await room.someone();
    await room.post({
      channel: 'email',
      to: 'full@example.in',
      template: 'mandate.active',
      vars: {},
      userId,
    });
    const { providerRef } = await room.deliveryOf(userId, 'mandate.active', 'sent');
    const report = ['Action: failed', 'Status: 5.2.2', '', `Message-ID: ${providerRef}`, ''].join('\r\n');
    const hand = (type: string) =>
      fetch(`${room.server.url}/api/v1/webhooks/smtp/sandbox-callback-token`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: report,
      });
    expect((await hand('text/plain')).status).toBe(400);
    expect((await hand('message/rfc822')).status).toBe(200);
    expect(await room.deliveryOf(userId, 'mandate.active', 'bounced')).toMatchObject({
      reason: 'bounced_5.2.2',
    });
  });

  test('a report that is quicker than we are is not lost, whichever of the two comes first', async () => {
    const { userId } = await room.someone();
    const settle = async (isEarly: boolean) => {
      const [id, providerRef] = [newId(), `early-${randomBytes(6).toString('hex')}`];
      await room.worker.plain((tx) =>
        deliveries.begin(tx, { userId, id, channel: 'sms', template: 'mandate.active' }, room.clock.now()),
      );
      const steps = [
        () =>
          room.worker.forUser(userId, (tx) =>
            deliveries.conclude(tx, userId, id, { status: 'sent', providerRef }, room.clock.now()),
          ),
        () =>
          room.worker.plain((tx) =>
            deliveries.report(
              tx,
              providerRef,
              { status: 'failed', reason: 'operator_blocked' },
              room.clock.now(),
            ),
          ),
      ];
      for (const step of isEarly ? steps.toReversed() : steps) await step();
      const { rows } = await room.server.sql.query('select status, reason from deliveries where id = $1', [
        id,
      ]);
      expect(rows).toEqual([{ status: 'failed', reason: 'operator_blocked' }]);
    };
    await settle(true);
    await settle(false);
    // At the same moment: many times, so that either may be first.
    const answers = await Promise.all(Array.from({ length: 10 }, () => race()));
    expect(new Set(answers)).toEqual(new Set(['delivered']));

    async function race(): Promise<string> {
      const [id, providerRef] = [newId(), `race-${randomBytes(6).toString('hex')}`];
      await room.worker.plain((tx) =>
        deliveries.begin(tx, { userId, id, channel: 'sms', template: 'mandate.active' }, room.clock.now()),
      );
      await Promise.all([
        room.worker.plain((tx) =>
          deliveries.report(tx, providerRef, { status: 'delivered', reason: null }, room.clock.now()),
        ),
        room.worker.forUser(userId, (tx) =>
          deliveries.conclude(tx, userId, id, { status: 'sent', providerRef }, room.clock.now()),
        ),
      ]);
      const { rows } = await room.server.sql.query<{ status: string }>(
        'select status from deliveries where id = $1',
        [id],
      );
      return rows[0]!.status;
    }
  });

  test('a code leaves with the host whose page may read it', async () => {
    const { userId } = await room.someone();
    const vars = { code: '048213', minutes: '5' };
    await room.post({ channel: 'sms', to: '919812345676', template: 'auth.otp', vars, userId });
    await room.deliveryOf(userId, 'auth.otp', 'delivered');
    const [sms] = await room.server.control<{ text: string }[]>('GET', '/outbox/sms?to=919812345676');
    expect(sms?.text.split('\n').at(-1)).toBe('@localhost #048213');
  });

  test('a message whose time is over is dropped, and says so', async () => {
    const { userId } = await room.someone();
    const gone = new Date(room.clock.now().getTime() - 1000).toISOString();
    await room.post({
      channel: 'email',
      to: 'late@example.in',
      template: 'mandate.active',
      vars: {},
      userId,
      until: gone,
    });
    expect((await room.deliveryOf(userId, 'mandate.active', 'dropped')).tries).toBe(0);
  });
});
