import { createHash } from 'node:crypto';
import type { AuditEntry, Overview, Problem, UserItem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let risk: Person;
let second: Person;
let admin: Person;
let support: Person;

async function colleague(...roles: ('support' | 'risk' | 'finance' | 'admin')[]): Promise<Person> {
  return promote(server, await somebody(server).signUp(), { roles });
}

beforeAll(async () => {
  server = await startTestServer();
  risk = await colleague('risk');
  second = await colleague('risk');
  admin = await colleague('admin');
  support = await colleague('support');
});
afterAll(() => server.stop());

const idOf = async (person: Person) => (await person.ok<{ id: string }>('GET', '/me')).id;
const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];

describe('LEND-24: a colleague', () => {
  const block = (by: Person, id: string) =>
    by.call<{ state: string; approvalId: string | null }>('POST', `/admin/users/${id}/block`, {
      reason: 'The laptop was stolen',
    });
  const decide = (by: Person, id: string | null) =>
    by.call('POST', `/admin/approvals/${id}`, { decision: 'approve' });

  test('is not shut out by one of the staff alone: risk proposes, and another decides', async () => {
    const ids = await Promise.all([second, admin, support].map(idOf));
    // A malicious member of staff gets no further than proposals.
    for (const id of ids) {
      const { status, body } = await block(risk, id);
      expect([status, body]).toEqual([200, { state: 'active', approvalId: expect.any(String) as string }]);
      expect(said(await decide(risk, body.approvalId))).toEqual([403, 'second_person_required']);
      expect(said(await block(risk, id))).toEqual([409, 'approval_open']);
    }
    for (const person of [second, admin, support]) expect((await person.call('GET', '/me')).status).toBe(200);
    expect(said(await block(support, await idOf(admin)))).toEqual([403, 'role_required']);
  });

  test('reads nothing of an open proposal against themselves, and everything else of it', async () => {
    const adminId = await idOf(admin);
    const { rows } = await server.sql.query<{ id: string }>(
      "select id from approvals where kind = 'colleague_block' and subject_id = $1 and status = 'open'",
      [adminId],
    );
    const { id } = rows[0]!;
    const seenBy = async (reader: Person) => {
      const { items } = await reader.ok<{ items: { id: string }[] }>('GET', '/admin/approvals?limit=100');
      const { todo } = await reader.ok<Overview>('GET', '/admin/overview');
      const user = await reader.ok<{ openApprovals: object[] }>('GET', `/admin/users/${adminId}`);
      const lives = await reader.ok<{ items: object[] }>('GET', `/admin/users/${adminId}/timeline?limit=100`);
      const log = await reader.ok<{ items: object[] }>('GET', `/admin/audit?objectId=${id}`);
      return {
        inList: items.some((one) => one.id === id),
        isCounted: todo.find(({ kind }) => kind === 'approvals')!.count === items.length,
        one: (await reader.call('GET', `/admin/approvals/${id}`)).status,
        ofPerson: user.openApprovals.length,
        inTimeline: lives.items.filter((one) => JSON.stringify(one).includes('colleague_block')).length,
        inLog: log.items.length > 0,
      };
    };
    const nothing = { inList: false, one: 404, ofPerson: 0, inTimeline: 0, inLog: false };
    expect(await seenBy(admin)).toEqual({ ...nothing, isCounted: true });
    const everything = { inList: true, one: 200, ofPerson: 1, inTimeline: 1, inLog: true };
    expect(await seenBy(second)).toEqual({ ...everything, isCounted: true });
    // They see what is proposed about others.
    const { items } = await admin.ok<{ items: object[] }>('GET', '/admin/approvals?kind=colleague_block');
    expect(items).toHaveLength(2);
  });

  test('cannot count that a row of the log is kept from them: neither rows, pages, lives nor the sheet are numbered', async () => {
    const adminId = await idOf(admin);
    const pagesOf = async (reader: Person) => {
      const items: AuditEntry[] = [];
      const cursors: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`;
        const page: { items: AuditEntry[]; nextCursor: string | null } = await reader.ok(
          'GET',
          `/admin/audit?limit=3&to=2199-12-31${query}`,
        );
        items.push(...page.items);
        cursor = page.nextCursor;
        if (cursor !== null) cursors.push(cursor);
      } while (cursor !== null);
      return { items, cursors };
    };
    const riskId = await idOf(risk);
    await support.ok('POST', `/admin/users/${riskId}/reveal`, { field: 'email', reason: 'To write to them' });
    const all = await pagesOf(second);
    const theirs = await pagesOf(admin);
    const against = await server.sql.query<{ id: string }>(
      "select id from approvals where kind = 'colleague_block' and status = 'open' and subject_id = $1",
      [adminId],
    );
    // Also who looked for it in the log, and who had it before them in the list.
    const isAgainst = (one: AuditEntry) => against.rows.some(({ id }) => JSON.stringify(one).includes(id));
    const actions = new Set(all.items.filter(isAgainst).map(({ action }) => action));
    expect(actions.isSupersetOf(new Set(['audit.read', 'approvals.read']))).toBe(true);
    expect(all.items.some(isAgainst)).toBe(true);
    expect(theirs.items.some(isAgainst)).toBe(false);
    // A row that both may read has the same name for both, page by page, and none comes twice.
    const names = (items: readonly AuditEntry[]) => items.map(({ id }) => id);
    const known = new Set(names(all.items));
    expect(known.size).toBe(all.items.length);
    const isOf = (id: string) => (one: AuditEntry) => one.subject?.id === id;
    expect(theirs.items.some(isOf(adminId))).toBe(false);
    const isOfSecond = isOf(await idOf(second));
    expect(names(theirs.items.filter((one) => known.has(one.id) && !isOfSecond(one)))).toEqual(
      names(all.items.filter((one) => !isAgainst(one) && !isOf(adminId)(one))),
    );
    const { items: lives } = await admin.ok<{ items: { id: string }[] }>(
      'GET',
      `/admin/users/${riskId}/timeline?limit=100&kind=staff`,
    );
    expect(lives.length).toBeGreaterThan(0);
    const sheet = (await admin.call<string>('GET', '/admin/audit/export')).body;
    const named = [
      ...theirs.items.flatMap((one) => Object.values(one)),
      ...theirs.cursors,
      ...lives.map(({ id }) => id),
    ];
    const { rows } = await server.sql.query<{ seq: string }>('select seq::text as seq from audit_log');
    const chain = rows.map(({ seq }) => seq);
    const derived = chain.map((seq) => createHash('md5').update(`audit${seq}`).digest('hex'));
    for (const value of named.map((one) => JSON.stringify(one).replaceAll(/[-"]/g, '')))
      expect([value, chain.includes(value) || derived.includes(value)]).toEqual([value, false]);
    for (const line of sheet.split('\r\n')) expect(line).not.toMatch(/^\uFEFF?"(seq|\d+)"/);
  });

  test('is shut out at once when a second one has decided, and not about themselves', async () => {
    const supportId = await idOf(support);
    const { items } = await admin.ok<{ items: { id: string; objectId: string }[] }>(
      'GET',
      '/admin/approvals?kind=colleague_block',
    );
    const proposalOf = (id: string) => items.find(({ objectId }) => objectId === id)!.id;
    expect(said(await decide(second, proposalOf(await idOf(second))))).toEqual([404, 'not_found']);
    expect((await decide(admin, proposalOf(supportId))).status).toBe(200);
    expect((await support.call('GET', '/me')).status).toBe(401);
    await expect(signInAgain(support)).rejects.toThrow();
    expect(said(await block(second, supportId))).toEqual([409, 'account_is_blocked']);
  });

  test('is not shut out by staff who lost risk meanwhile, although support comes through the same door', async () => {
    const both = await colleague('support', 'risk');
    const finance = await colleague('finance');
    const { body } = await block(both, await idOf(finance));
    await promote(server, both, { roles: ['support'] });
    expect(said(await decide(second, body.approvalId))).toEqual([409, 'proposer_without_role']);
    expect((await finance.call('GET', '/me')).status).toBe(200);
    await promote(server, both, { roles: ['risk'] });
    expect((await decide(second, body.approvalId)).status).toBe(200);
  });
});

describe('LEND-24: a search', () => {
  const found = async (typed: string) => {
    const path = `/admin/users?search=${encodeURIComponent(typed)}`;
    return (await risk.ok<{ items: UserItem[] }>('GET', path)).items;
  };

  test('tells nothing of an address to staff who try its letters', async () => {
    const asha = await somebody(server).signUp();
    const [local = '', domain = ''] = asha.email.split('@');
    for (const part of [
      local.slice(0, 3),
      local,
      `${local}@`,
      `${local}@${domain.slice(0, -1)}`,
      `@${domain}`,
      domain,
    ])
      expect(await found(part)).toEqual([]);
    expect(await found(asha.email)).toHaveLength(1);
  });

  test('leaves a row each time, also where it finds no account, and never what was typed', async () => {
    const by = await idOf(risk);
    const rows = async () =>
      (
        await server.sql.query<{ details: { by: string; found: number } }>(
          "select details from audit_log where actor_id = $1 and action = 'users.listed' order by seq",
          [by],
        )
      ).rows;
    const before = (await rows()).length;
    await found('nobody@example.in');
    await found('4711');
    const left = (await rows()).slice(before).map(({ details }) => details);
    expect(left).toMatchObject([
      { by: 'email', found: 0 },
      { by: 'mobile_end', found: 0 },
    ]);
    expect(JSON.stringify(left)).not.toMatch(/nobody|4711/);
  });
});

test('LEND-24: staff who read the audit log stand in it, once an hour for what they look for', async () => {
  const adminId = await idOf(admin);
  const look = (query: string) => admin.ok<{ items: AuditEntry[] }>('GET', `/admin/audit?${query}`);
  const looks = async () => {
    const { rows } = await server.sql.query<{ details: { filters: object } }>(
      "select details from audit_log where actor_id = $1 and action = 'audit.read' order by seq",
      [adminId],
    );
    return rows.map(({ details }) => details.filters);
  };
  const before = (await looks()).length;
  for (const query of ['action=user', 'action=user&limit=1', 'action=review', 'action=user'])
    await look(query);
  expect((await looks()).slice(before)).toEqual([{ action: 'user' }, { action: 'review' }]);
  await advance(server, 'PT61M');
  await signInAgain(admin);
  await promote(server, admin, { roles: ['admin'] });
  await look('action=user');
  expect(await looks()).toHaveLength(before + 3);
});
