import type {
  AnswerOf,
  ClosurePreview,
  listSupportMessages,
  PersonalData,
  SupportThread,
  TicketDetail,
} from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close } from '#test/erasing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { advance, somebody } from '#test/steps.ts';

type Queue = AnswerOf<typeof listSupportMessages>;
interface Mail {
  readonly subject: string | null;
  readonly text: string;
  readonly links: readonly string[];
}

let server: TestServer;
let asha: Person;
let agent: Person;
let colleague: Person;
beforeAll(async () => {
  server = await startTestServer();
  [asha, agent, colleague] = await Promise.all([
    new Person(server).signUp(),
    new Person(server).signUp(),
    new Person(server).signUp(),
  ]);
  await promote(server, agent);
  await promote(server, colleague);
});
afterAll(() => server.stop());

let asked = 0;
const aMessage = (change: object = {}) => ({
  name: 'Asha Rao',
  email: asha.email,
  subject: 'My repayment',
  message: 'It is shown twice.',
  ...change,
});
/** Each from another address: five an hour may name one. */
const ask = (person = asha, change: object = {}) => {
  asked += 1;
  const email = `asker${asked}@example.in`;
  return person.ok<{ id: string; ticket: string }>(
    'POST',
    '/support/requests',
    aMessage({ email, ...change }),
  );
};
const open = (id: string, person = agent) => person.ok<TicketDetail>('GET', `/admin/support/messages/${id}`);
const reply = (id: string, body: object, person = agent) =>
  person.call<TicketDetail & { code?: string }>('POST', `/admin/support/messages/${id}/replies`, body);
const mailAbout = (to: string, ticket: string) =>
  until(async () => {
    const mails = await server.control<Mail[]>('GET', `/outbox/email?to=${encodeURIComponent(to)}`);
    return mails.find((mail) => mail.subject === `Our answer: ticket ${ticket}`);
  });

describe('a request from an account', () => {
  test('is answered by mail and in the app, and the conversation is read where it was begun', async () => {
    const { id, ticket } = await ask(asha, { email: asha.email });
    const seen = await open(id);
    expect(seen).toMatchObject({
      ticket,
      name: 'Asha Rao',
      email: asha.email,
      status: 'open',
      assignee: null,
    });
    expect(seen.lines).toMatchObject([{ from: 'sender', text: 'It is shown twice.', by: null }]);
    const answered = await reply(id, { message: 'It was sent once.', version: seen.version });
    expect([answered.status, answered.body.status]).toEqual([201, 'answered']);
    expect(answered.body.assignee?.id).toBe((await agent.ok<{ id: string }>('GET', '/me')).id);

    const mail = await mailAbout(asha.email, ticket);
    expect(mail.text).toContain('It was sent once.');
    const { items } = await asha.ok<{ items: { title: string; link: string | null }[] }>(
      'GET',
      '/notifications',
    );
    const link = `/dashboard/help?request=${id}`;
    expect(items).toContainEqual(expect.objectContaining({ title: 'Our support team has answered', link }));
    expect(mail.links.some((one) => one.endsWith(link))).toBe(true);

    const [listed] = (await asha.ok<{ items: { hasNews: boolean }[] }>('GET', '/support/requests')).items;
    expect(listed).toMatchObject({ id, ticket, status: 'answered', hasNews: true });
    const thread = await asha.ok<SupportThread>('GET', `/support/requests/${id}`);
    expect(thread.lines.map(({ from, text }) => [from, text])).toEqual([
      ['sender', 'It is shown twice.'],
      ['support', 'It was sent once.'],
    ]);
    expect(await asha.ok('GET', `/support/requests/${id}`)).toMatchObject({ hasNews: false });
  });

  test('is taken by the version that the list names, and no longer by that once it was changed', async () => {
    const { id, ticket } = await ask();
    const path = `/admin/support/messages?ticket=${ticket}`;
    const { items } = await agent.ok<{ items: { id: string; version: number }[] }>('GET', path);
    const [{ version } = { version: -1 }] = items;
    const take = () => agent.call('PATCH', `/admin/support/messages/${id}`, { version, assignee: 'me' });
    expect((await take()).status).toBe(200);
    expect(((await take()).body as { code: string }).code).toBe('ticket_changed');
  });

  test('is open again when its person writes again, also after it was closed', async () => {
    const { id, ticket } = await ask();
    const { version } = await open(id);
    await reply(id, { message: 'Settled.', version, closes: true });
    expect(await asha.ok('GET', `/support/requests/${id}`)).toMatchObject({ status: 'closed' });
    const thread = await asha.ok<SupportThread>('POST', `/support/requests/${id}/replies`, {
      message: 'Not yet.',
    });
    expect(thread).toMatchObject({ status: 'open', hasNews: false });
    expect(thread.lines.at(-1)).toMatchObject({ from: 'sender', text: 'Not yet.' });
    const forwarded = await until(async () => {
      const mails = await server.control<Mail[]>('GET', '/outbox/email?to=support@mohlat.example');
      return mails.find((mail) => mail.subject === `[${ticket}] Re: My repayment`);
    });
    expect(forwarded.text).toContain('Not yet.');
  });

  test('is not for another account to read or to answer', async () => {
    const { id } = await ask();
    const ravi = await new Person(server).signUp();
    expect((await ravi.call('GET', `/support/requests/${id}`)).status).toBe(404);
    expect((await ravi.call('POST', `/support/requests/${id}/replies`, { message: 'Me too' })).status).toBe(
      404,
    );
    expect(await ravi.ok('GET', '/support/requests')).toMatchObject({ items: [] });
  });

  test('is not answered by the person who asked, staff or not', async () => {
    const { id } = await ask(agent);
    const { version } = await open(id);
    expect((await reply(id, { message: 'Granted.', version })).body.code).toBe('own_account');
    expect((await reply(id, { message: 'Looked at.', version }, colleague)).status).toBe(201);
  });
});

describe('the desk', () => {
  test('of two who answer at once one wins, and the other is told to read again', async () => {
    const { id } = await ask();
    const { version } = await open(id);
    const replies = await Promise.all([
      reply(id, { message: 'One.', version }),
      reply(id, { message: 'Two.', version }, colleague),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('ticket_changed');
    expect((await open(id)).lines).toHaveLength(2);
  });

  test('takes a ticket, gives it back and closes it, and finds it by each of these', async () => {
    const { id } = await ask();
    const change = (body: object) => agent.ok<TicketDetail>('PATCH', `/admin/support/messages/${id}`, body);
    const ids = async (query: string) =>
      (await agent.ok<Queue>('GET', `/admin/support/messages?limit=100&${query}`)).items.map(
        (item) => item.id,
      );
    const before = await open(id);
    const taken = await change({ version: before.version, assignee: 'me' });
    // A waiting person is not put back to the end of the queue.
    expect(taken.updatedAt).toBe(before.updatedAt);
    expect(await ids('assignee=me')).toContain(id);
    expect(await ids('assignee=nobody')).not.toContain(id);
    const back = await change({ version: taken.version, assignee: 'nobody' });
    expect(await ids('assignee=nobody')).toContain(id);
    await change({ version: back.version, status: 'closed' });
    expect(await ids('status=closed')).toContain(id);
    expect(await ids('status=open')).not.toContain(id);
  });

  test('finds a ticket as a person reads it out, and the tickets of one account', async () => {
    const { id, ticket } = await ask();
    const spoken = ticket.toLowerCase().replaceAll('-', ' ');
    const byTicket = await agent.ok<Queue>(
      'GET',
      `/admin/support/messages?ticket=${encodeURIComponent(spoken)}`,
    );
    expect(byTicket.items.map((item) => item.id)).toEqual([id]);
    const { rows } = await server.sql.query(
      `select details - 'roles' as details from audit_log where action = 'tickets.read' order by seq desc limit 1`,
    );
    // Anything may be typed there, and the log keeps for good.
    expect(rows).toEqual([{ details: { by: 'ticket', status: 'open', found: 1 } }]);
    const { id: ashaId } = await asha.ok<{ id: string }>('GET', '/me');
    const byAccount = await agent.ok<Queue>('GET', `/admin/support/messages?userId=${ashaId}`);
    expect(new Set(byAccount.items.map((item) => item.account?.id))).toEqual(new Set([ashaId]));
  });

  test('shows the newest first, or who has waited longest, a page at a time', async () => {
    await ask();
    await ask();
    const walk = async (query: string) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page: Queue = await agent.ok<Queue>('GET', `/admin/support/messages?limit=2${query}${after}`);
        seen.push(...page.items.map((item) => item.updatedAt));
        cursor = page.nextCursor;
      }
      return seen;
    };
    const oldest = await walk('&order=oldest');
    expect(oldest.length).toBeGreaterThan(2);
    expect(oldest).toEqual(oldest.toSorted());
    expect(await walk('')).toEqual(oldest.toReversed());
  });

  test('given requests of one millisecond, as the database once told them apart, then each is listed once', async () => {
    const person = await new Person(server).signUp();
    for (const micro of [100, 200, 300]) {
      const { id } = await ask(person);
      await server.sql.query(
        `update support_messages set updated_at = timestamptz '2026-01-02T03:04:05.678Z' + $2 * interval '1 microsecond' where id = $1`,
        [id, micro],
      );
    }
    const { id: userId } = await person.ok<{ id: string }>('GET', '/me');
    const walk = async (reader: Person, path: string) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const after: string = cursor === null ? '' : `&cursor=${cursor}`;
        const page: { items: { id: string }[]; nextCursor: string | null } = await reader.ok(
          'GET',
          `${path}limit=1${after}`,
        );
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null && seen.length < 5);
      return seen;
    };
    const desk = `/admin/support/messages?userId=${userId}&`;
    const oldest = await walk(agent, `${desk}order=oldest&`);
    expect(new Set(oldest).size).toBe(3);
    expect(oldest).toHaveLength(3);
    expect(await walk(agent, desk)).toEqual(oldest.toReversed());
    expect(await walk(person, '/support/requests?')).toEqual(oldest.toReversed());
  });

  test('keeps the place of an open ticket in the queue when its author writes again', async () => {
    const { id } = await ask();
    const before = await open(id);
    await advance(server, 'PT1H');
    await asha.ok('POST', `/support/requests/${id}/replies`, { message: 'It is still there.' });
    const after = await open(id);
    expect([after.status, after.lines.length, after.version]).toEqual(['open', 2, before.version + 1]);
    expect(after.updatedAt).toBe(before.updatedAt);
  });

  test('writes down every look and every change', async () => {
    const { id } = await ask();
    const { version } = await open(id);
    await reply(id, { message: 'Yes.', version });
    const { rows } = await server.sql.query<{ action: string }>(
      'select action from audit_log where object_id = $1 order by seq',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['ticket.read', 'ticket.answered']);
  });
});

test('a visitor is answered by mail alone, with the address to write back to', async () => {
  const email = 'visitor@example.in';
  const response = await fetch(`${server.url}/api/v1/support/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aMessage({ email })),
  });
  const { ticket } = (await response.json()) as { ticket: string };
  const { items } = await agent.ok<Queue>('GET', `/admin/support/messages?ticket=${ticket}`);
  const { id, version, account } = await open(items[0]!.id);
  expect(account).toBeNull();
  expect((await reply(id, { message: 'Sign up first.', version })).status).toBe(201);
  const mail = await mailAbout(email, ticket);
  expect(mail.text).toContain('Sign up first.');
  expect(mail.text).toContain('support@mohlat.example');
});

test('what was written is stored sealed', async () => {
  const { id } = await ask(asha, { message: 'unmistakable words' });
  await asha.ok('POST', `/support/requests/${id}/replies`, { message: 'more unmistakable words' });
  const { rows } = await server.sql.query<{ sealed: Buffer }>(
    'select text_sealed as sealed from support_replies where message_id = $1 union all select message_sealed from support_messages where id = $1',
    [id],
  );
  expect(rows).toHaveLength(2);
  expect(rows.filter(({ sealed }) => sealed.includes('unmistakable'))).toEqual([]);
});

test('given a request, when its person copies their data, then what was written stands in it', async () => {
  const ravi = await somebody(server).signUp();
  await ask(ravi);
  const { sections } = await ravi.ok<PersonalData>('GET', '/me/export');
  const copied = sections.find(({ name }) => name === 'support_conversations');
  expect(copied?.items[0]).toMatchObject({ message: 'It is shown twice.' });
});

test('the closure preview lists support conversations as kept', async () => {
  const ravi = await (await somebody(server).signUp()).onboard();
  await ravi.ok('POST', '/support/requests', aMessage({ email: ravi.email }));
  const preview = await ravi.ok<ClosurePreview>('GET', '/me/closure');
  const { kept, closedAt } = await close(ravi);
  expect(preview.kept.map(({ what }) => what)).toEqual(kept.map(({ what }) => what));
  const conversations = 'your conversations with our support team';
  expect(kept.find(({ what }) => what === conversations)).toEqual({
    what: conversations,
    why: 'complaints and their answers are kept for 2 years',
    until: `${Number(closedAt.slice(0, 4)) + 2}${closedAt.slice(4, 10)}`,
  });
});
