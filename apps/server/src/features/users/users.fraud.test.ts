import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer();
  staff = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());

test.each([
  [{ isFraud: true }, true],
  [{}, false],
])('LEND-24: a block that says %j of fraud is kept and in the audit log as %s', async (about, isFraud) => {
  const id = await idOf(await somebody(server).signUp());
  await staff.ok('POST', `/admin/users/${id}/block`, { reason: 'Seen at the desk', ...about });
  const { rows } = await server.sql.query(
    `select b.is_fraud, a.details -> 'isFraud' as told from account_blocks b
     join audit_log a on a.subject_id = b.user_id and a.action = 'user.blocked' where b.user_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ is_fraud: isFraud, told: isFraud }]);
});

test.each([
  [{ isFraud: true }, true],
  [{}, false],
])(
  'LEND-24: a block of a colleague proposed with %j of fraud is shown to the second person and kept as %s',
  async (about, isFraud) => {
    const colleague = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
    const id = await idOf(colleague);
    const { approvalId } = await staff.ok<{ approvalId: string }>('POST', `/admin/users/${id}/block`, {
      reason: 'Seen at the desk',
      ...about,
    });
    const second = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
    const { facts } = await second.ok<{ facts: object[] }>('GET', `/admin/approvals/${approvalId}`);
    expect(facts).toContainEqual({ code: 'is_fraud', value: isFraud ? 'yes' : 'no' });
    await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
    const { rows } = await server.sql.query('select is_fraud from account_blocks where user_id = $1', [id]);
    expect(rows).toEqual([{ is_fraud: isFraud }]);
    // Emptied with the books of the account, it is still found.
    await server.sql.query("update approvals set reason = '', payload = 'null' where id = $1", [approvalId]);
    const emptied = await second.ok<object>('GET', `/admin/approvals/${approvalId}`);
    expect(emptied).toMatchObject({ reason: '', facts: [], isCurrent: false });
  },
);

test('LEND-24: support blocks at once and says nothing of fraud: that takes rewards of others back, and is for risk to judge', async () => {
  const support = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
  const id = await idOf(await somebody(server).signUp());
  const block = (about: object) =>
    support.call<{ code?: string; state?: string }>('POST', `/admin/users/${id}/block`, {
      reason: 'Seen at the desk',
      ...about,
    });
  const refused = await block({ isFraud: true });
  expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
  expect((await block({ isFraud: false })).body.state).toBe('blocked');
});

test('LEND-24: an account whose ban was lifted by the auth server itself is blocked again', async () => {
  const id = await idOf(await somebody(server).signUp());
  const block = (reason: string, about: object = {}) =>
    staff.call<{ state: string }>('POST', `/admin/users/${id}/block`, { reason, ...about });
  await block('Seen at the desk', { isFraud: true });
  await server.sql.query('update auth.users set banned_until = null where id = $1', [id]);
  const { status, body } = await block('Seen once more');
  expect([status, body.state]).toEqual([200, 'blocked']);
  const { rows } = await server.sql.query(
    `select b.reason, b.is_fraud, u.banned_until > now() as is_banned,
       (select count(*)::integer from notifications n where n.user_id = b.user_id and n.title = 'Your account was blocked') as told
     from account_blocks b join auth.users u on u.id = b.user_id where b.user_id = $1`,
    [id],
  );
  // Fraud is taken back by two alone.
  expect(rows).toEqual([{ reason: 'Seen once more', is_fraud: true, is_banned: true, told: 2 }]);
});

test('LEND-24, LEND-L3: given a ban that the auth server lifted itself, then the block is shown, and two people lift it', async () => {
  const id = await idOf(await somebody(server).signUp());
  await staff.ok('POST', `/admin/users/${id}/block`, { reason: 'Seen at the desk' });
  await server.sql.query('update auth.users set banned_until = null where id = $1', [id]);
  expect(await staff.ok('GET', `/admin/users/${id}`)).toMatchObject({
    state: 'active',
    block: { reason: 'Seen at the desk', isFraud: false },
  });
  const second = await promote(server, await somebody(server).signUp());
  const unblock = () =>
    staff.call<{ approvalId: string; code: string }>('POST', `/admin/users/${id}/unblock`, {
      reason: 'Owner called back',
    });
  const { status, body } = await unblock();
  expect(status).toBe(202);
  const path = `/admin/approvals/${body.approvalId}`;
  expect(await second.ok('GET', path)).toMatchObject({ isCurrent: true });
  await second.ok('POST', path, { decision: 'approve' });
  const { rows } = await server.sql.query(
    'select lifted_at is not null as is_lifted from account_blocks where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ is_lifted: true }]);
  expect((await unblock()).body.code).toBe('account_not_blocked');
});

test('PAY-24, LEND-24: given an account banned by the auth server’s own door, when staff block it, then it is blocked for good', async () => {
  const id = await idOf(await somebody(server).signUp());
  await server.sql.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    id,
  ]);
  const { status, body } = await staff.call<{ state: string }>('POST', `/admin/users/${id}/block`, {
    reason: 'Seen at the desk',
  });
  expect([status, body.state]).toEqual([200, 'blocked']);
  const { rows } = await server.sql.query(
    `select b.reason, u.banned_until > now() + interval '1 year' as lasts
     from account_blocks b join auth.users u on u.id = b.user_id where b.user_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ reason: 'Seen at the desk', lasts: true }]);
});

test('LEND-24: given a blocked account, when risk marks it as fraud, then no second notice is sent', async () => {
  const id = await idOf(await somebody(server).signUp());
  const block = (about: object = {}) =>
    staff.call<{ state: string; approvalId: string | null; code?: string }>(
      'POST',
      `/admin/users/${id}/block`,
      {
        reason: 'Seen at the desk',
        ...about,
      },
    );
  await block();
  expect((await block()).body.code).toBe('account_is_blocked');
  const marked = await block({ isFraud: true });
  expect([marked.status, marked.body]).toEqual([200, { state: 'blocked', approvalId: null }]);
  expect((await block({ isFraud: true })).body.code).toBe('account_is_blocked');
  const { rows } = await server.sql.query(
    `select is_fraud(b.user_id) as is_fraud, b.is_fraud as is_marked,
       (select array_agg(a.details ->> 'before' order by a.seq) from audit_log a
        where a.subject_id = b.user_id and a.action = 'user.blocked') as before,
       (select count(*)::integer from notifications n where n.user_id = b.user_id and n.title = 'Your account was blocked') as told
     from account_blocks b where b.user_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ is_fraud: true, is_marked: true, before: ['active', 'blocked'], told: 1 }]);
  const { block: shown } = await staff.ok<{ block: object }>('GET', `/admin/users/${id}`);
  expect(shown).toMatchObject({ isFraud: true });
});

test('LEND-24: given a blocked colleague, when risk marks the block as fraud, then a second person decides', async () => {
  const id = await idOf(await promote(server, await somebody(server).signUp(), { roles: ['support'] }));
  const second = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
  const propose = (about: object = {}) =>
    staff.ok<{ state: string; approvalId: string }>('POST', `/admin/users/${id}/block`, {
      reason: 'Seen at the desk',
      ...about,
    });
  const approve = (approvalId: string) =>
    second.call('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
  await approve((await propose()).approvalId);
  const proposed = await propose({ isFraud: true });
  expect(proposed.state).toBe('blocked');
  expect(await second.ok('GET', `/admin/approvals/${proposed.approvalId}`)).toMatchObject({
    isCurrent: true,
  });
  expect((await approve(proposed.approvalId)).status).toBe(200);
  const { rows } = await server.sql.query(
    `select b.is_fraud, (select count(*)::integer from notifications n
       where n.user_id = b.user_id and n.title = 'Your account was blocked') as told
     from account_blocks b where b.user_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ is_fraud: true, told: 1 }]);
});

test('LEND-24, LEND-D11: given a block that was marked as fraud since its lifting was proposed, then the proposal lifts it no more', async () => {
  const id = await idOf(await somebody(server).signUp());
  const block = (about: object = {}) =>
    staff.ok('POST', `/admin/users/${id}/block`, { reason: 'Seen at the desk', ...about });
  const propose = () =>
    staff.ok<{ approvalId: string }>('POST', `/admin/users/${id}/unblock`, { reason: 'Owner called back' });
  const second = await promote(server, await somebody(server).signUp());
  await block();
  const { approvalId } = await propose();
  await block({ isFraud: true });
  const path = `/admin/approvals/${approvalId}`;
  const seen = await second.ok<{ facts: object[]; isCurrent: boolean }>('GET', path);
  expect(seen).toMatchObject({ isCurrent: false });
  expect(seen.facts).toContainEqual({ code: 'is_fraud', value: 'yes' });
  const refused = await second.call<{ code: string }>('POST', path, { decision: 'approve' });
  expect([refused.status, refused.body.code]).toEqual([409, 'approval_stale']);
  const standing = 'select is_fraud, lifted_at from account_blocks where user_id = $1';
  expect((await server.sql.query(standing, [id])).rows).toEqual([{ is_fraud: true, lifted_at: null }]);
  await second.ok('POST', path, { decision: 'reject', note: 'It is fraud' });
  const again = await propose();
  await second.ok('POST', `/admin/approvals/${again.approvalId}`, { decision: 'approve' });
  expect((await server.sql.query(`${standing} and lifted_at is null`, [id])).rows).toEqual([]);
});

test('LEND-24: given a proposal of the version before, when its block is no fraud, then it lifts it', async () => {
  const id = await idOf(await somebody(server).signUp());
  await staff.ok('POST', `/admin/users/${id}/block`, { reason: 'Seen at the desk' });
  const { approvalId } = await staff.ok<{ approvalId: string }>('POST', `/admin/users/${id}/unblock`, {
    reason: 'Owner called back',
  });
  await server.sql.query("update approvals set payload = '{}' where id = $1", [approvalId]);
  const second = await promote(server, await somebody(server).signUp());
  expect((await second.call('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' })).status).toBe(
    200,
  );
});
