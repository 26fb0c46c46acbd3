import {
  type AnswerOf,
  AUDIT_EXPORT_MAX,
  type listAudit,
  type listUserTimeline,
  type Problem,
} from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { idOf } from '#test/racing.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('LEND-24: a file of the log has twenty thousand rows at most; a shorter period has its file', async () => {
  const risk = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
  await server.sql.query(
    `select audit_system($1, 'system', 'account.changed', 'account', null, null, '{}', null)
     from generate_series(0, $2)`,
    ['2020-01-01T00:00:00Z', AUDIT_EXPORT_MAX],
  );
  const refused = await risk.call<Problem>('GET', '/admin/audit/export');
  expect([refused.status, refused.body.code]).toEqual([422, 'export_too_large']);
  const file = await risk.call<string>('GET', `/admin/audit/export?from=${istDate(server.now())}`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
});

test('LEND-24: given an act of staff, when their roles change, then the log goes on to tell those of the act', async () => {
  const person = await somebody(server).signUp();
  const member = await promote(server, person, { roles: ['support', 'finance'] });
  const id = await idOf(await somebody(server).signUp());
  await member.ok('POST', `/admin/users/${id}/block`, { reason: 'Seen at the desk' });
  await promote(server, person, { roles: ['support'] });
  const admin = await promote(server, await somebody(server).signUp(), { roles: ['admin'] });
  const { items } = await admin.ok<AnswerOf<typeof listAudit>>('GET', `/admin/audit?subjectId=${id}`);
  const of = items.find(({ action }) => action === 'user.blocked');
  expect([of?.actorRoles.toSorted(), Object.keys(of?.details ?? {})]).toEqual([
    ['finance', 'support'],
    expect.not.arrayContaining(['roles']),
  ]);
  const { body: file } = await admin.call<string>('GET', `/admin/audit/export?subjectId=${id}`);
  const [heads = '', ...rows] = file.trim().split(/\r?\n/);
  const column = heads.split(',').indexOf('"actor_roles"');
  expect(rows.find((row) => row.includes('user.blocked'))?.split(',')[column]).toMatch(
    /^"(finance support|support finance)"$/,
  );
});

/** A payment whose owner stands in the log alone. */
async function namedInTheLog(owner: Person): Promise<string> {
  const id = '0192ab34-0000-7000-8000-0000000000aa';
  await server.sql.query(
    `select audit_system($1, 'system', 'account.changed', 'payment', $2, $3, '{}', null)`,
    [new Date(server.now()), id, await idOf(owner)],
  );
  return id;
}

/** A thing of which the log has nothing. */
async function unnamedInTheLog(id: string): Promise<string> {
  const { rowCount } = await server.sql.query('select 1 from audit_log where object_id = $1', [id]);
  expect(rowCount).toBe(0);
  return id;
}
const payment = async (owner: Person) =>
  unnamedInTheLog((await owner.pay((await owner.addCard()).id, 100_000)).id);
const bankAccount = async (owner: Person) => unnamedInTheLog((await owner.linkAccount()).id);
async function autopay(owner: Person): Promise<string> {
  const { id: paymentId } = await owner.pay((await owner.addCard()).id, 100_000);
  await owner.untilBill(paymentId, 'paid');
  const { rows } = await server.sql.query<{ id: string }>(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, created_at)
     select user_id, new_id(), id, 'upi', 'cancelled', 100000, '2030-01-01', now() from loans where user_id = $1 returning id`,
    [await idOf(owner)],
  );
  return unnamedInTheLog(rows[0]?.id ?? '');
}
async function differenceOf(ownerId: string | null): Promise<string> {
  const { rows } = await server.sql.query<{ id: string }>(
    `select break_open($1, 'ledger_gap', 'billpay', 'finance', 'by hand', null, null, null, 1, 0, '{}', now()) as id`,
    [ownerId],
  );
  return unnamedInTheLog(rows[0]?.id ?? '');
}
const difference = async (owner: Person) => differenceOf(await idOf(owner));

test.each([
  ['payment that the log names', namedInTheLog],
  ['payment', payment],
  ['bank account', bankAccount],
  ['autopay', autopay],
  ['difference', difference],
])(
  "LEND-24: given a colleague's %s, when the log is searched by its id, then they are not told",
  async (_what, thingOf) => {
    const person = await somebody(server).ready();
    const thingId = await thingOf(person);
    const colleague = await promote(server, person, { roles: ['risk'] });
    const reader = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
    const admin = await promote(server, await somebody(server).signUp(), { roles: ['admin'] });
    await admin.ok('GET', `/admin/audit?objectId=${thingId}`);
    await admin.call('GET', `/admin/audit/export?objectId=${thingId}`);
    const searches = async (by: typeof colleague) => {
      const path = `/admin/audit?action=audit&actorId=${await idOf(admin)}`;
      const { items } = await by.ok<AnswerOf<typeof listAudit>>('GET', path);
      return items.filter(({ details }) => JSON.stringify(details).includes(thingId)).length;
    };
    expect([await searches(reader), await searches(colleague)]).toEqual([2, 0]);
    const life = await reader.ok<AnswerOf<typeof listUserTimeline>>(
      'GET',
      `/admin/users/${await idOf(person)}/timeline?kind=staff&limit=100`,
    );
    expect(life.items.filter(({ code }) => code.startsWith('audit.'))).toEqual([]);
    // A sheet of them counts as if they were not there: the number would tell.
    const file = `/admin/audit/export?action=audit&actorId=${await idOf(admin)}`;
    await reader.call('GET', file);
    const { items } = await reader.ok<AnswerOf<typeof listAudit>>(
      'GET',
      `/admin/audit?action=audit.exported&actorId=${await idOf(reader)}`,
    );
    expect(items[0]?.details).toMatchObject({ rows: 0 });
  },
);

test("LEND-24: given a difference of no person's, when the log is searched by its id, then the search concerns no person", async () => {
  const id = await differenceOf(null);
  const admin = await promote(server, await somebody(server).signUp(), { roles: ['admin'] });
  await admin.ok('GET', `/admin/audit?objectId=${id}`);
  const { rows } = await server.sql.query(
    'select subject_id from audit_log where actor_id = $1 and action = $2',
    [await idOf(admin), 'audit.read'],
  );
  expect(rows).toEqual([{ subject_id: null }]);
});
