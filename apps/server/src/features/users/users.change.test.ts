import type { Credit, Problem, UserDetail } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
let support: Person;
let risk: Person;
beforeAll(async () => {
  server = await startTestServer();
  support = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
  risk = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
});
afterAll(() => server.stop());

const reason = 'Phone was stolen';
const change = (by: Person, id: string, body: object) =>
  by.call<{ approvalId: string | null } & Problem>('PATCH', `/admin/users/${id}`, { reason, ...body });

describe('LEND-24: one field of an account changed by staff', () => {
  test('given a state, the account is blocked at once, and opened again by a second person alone', async () => {
    const asha = await somebody(server).signUp();
    const id = await idOf(asha);
    expect(await change(support, id, { state: 'blocked' })).toMatchObject({
      status: 200,
      body: { approvalId: null },
    });
    expect((await asha.call('GET', '/me')).status).toBe(401);
    expect((await change(support, id, { state: 'blocked' })).body.code).toBe('account_is_blocked');
    expect((await change(support, id, { state: 'active' })).body.approvalId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await support.ok<UserDetail>('GET', `/admin/users/${id}`)).state).toBe('blocked');
  });

  test('given a limit, risk proposes it and support may not', async () => {
    const asha = await somebody(server).ready();
    const id = await idOf(asha);
    const { limitPaise } = await asha.ok<Credit>('GET', '/credit');
    const lower = { limitPaise: limitPaise - 500_000 };
    expect((await change(support, id, lower)).body.code).toBe('role_required');
    expect((await change(risk, id, lower)).body.approvalId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await change(risk, id, lower)).body.code).toBe('approval_open');
    expect((await asha.ok<Credit>('GET', '/credit')).limitPaise).toBe(limitPaise);
  });

  test('given an account that the change does not fit, staff are told why', async () => {
    const asha = await somebody(server).ready();
    const id = await idOf(asha);
    const { limitPaise } = await asha.ok<Credit>('GET', '/credit');
    expect((await change(support, id, { state: 'active' })).body.code).toBe('account_not_blocked');
    expect((await change(risk, id, { limitPaise: limitPaise + 1 })).body.code).toBe('limit_not_allowed');
    await server.sql.query(
      `update credit_assessments set inputs = jsonb_set(inputs, '{bureau,pulledOn}', to_jsonb(ist_date($2)::date - 31)) where user_id = $1`,
      [id, new Date(server.now())],
    );
    const more = limitPaise + 100_000;
    expect((await change(risk, id, { limitPaise: more })).body.code).toBe('report_too_old');
    const without = await idOf(await (await (await somebody(server).signUp()).onboard()).passKyc());
    expect((await change(risk, without, { limitPaise })).body.code).toBe('credit_not_active');
    await server.sql.query('update auth.users set deleted_at = now() where id = $1', [without]);
    expect((await change(support, without, { state: 'blocked' })).body.code).toBe('account_is_closed');
  });

  test.each([
    {},
    { state: 'closed' },
    { state: 'active', isFraud: true },
    { state: 'blocked', limitPaise: 5_000_000 },
  ])('given %j, it is refused and nothing happens', async (body) => {
    const id = await idOf(await somebody(server).signUp());
    expect((await change(support, id, body)).body.code).toBe('validation_failed');
    expect((await support.ok<UserDetail>('GET', `/admin/users/${id}`)).state).toBe('active');
  });
});

test('given its id in capitals, when staff ask for an account, then it is the same', async () => {
  const id = await idOf(await somebody(server).signUp());
  expect((await support.ok<UserDetail>('GET', `/admin/users/${id.toUpperCase()}`)).id).toBe(id);
});

test.each([
  [{ limitPaise: -1 }, ['limitPaise']],
  [{ limitPaise: 5_000_000, reason: '' }, ['reason']],
  [{ state: 'away', reason: '' }, ['reason', 'state']],
  [{}, ['state']],
  [{ state: 'blocked', limitPaise: 1 }, ['limitPaise']],
  [{ state: 'blocked', isFraud: 'yes' }, ['isFraud']],
])('given %j, when an account is changed, then the refusal names %j', async (body, paths) => {
  const refused = await change(risk, await idOf(support), body);
  expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
  expect(refused.body.errors?.map((one) => one.path).toSorted()).toEqual(paths);
});
