import { randomUUID } from 'node:crypto';
import { ERRORS, type Problem, STAFF_ROLES, type StaffRole } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginAsStaff } from '#test/acting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

/** A call as the server's own description has it. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly roles: readonly StaffRole[] | undefined;
  readonly isSteppedUp: boolean;
  readonly hasBody: boolean;
}
interface Described {
  readonly 'x-roles'?: readonly StaffRole[];
  readonly 'x-step-up'?: true;
  readonly requestBody?: object;
}

const AT_ONCE = 8;
const API = '/api/v1';

let server: TestServer;
let person: Person;
let operations: readonly Operation[];
let others: readonly Operation[];
beforeAll(async () => {
  server = await startTestServer({ env: { STAFF_STEP_UP: 'on' } });
  person = await somebody(server).signUp();
  const response = await fetch(`${server.url}${API}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Described>> };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path: path.slice(API.length),
      roles: described['x-roles'],
      isSteppedUp: described['x-step-up'] === true,
      hasBody: described.requestBody !== undefined,
    })),
  );
  operations = all.filter(({ path }) => path.startsWith('/admin/'));
  others = all.filter(({ path }) => !path.startsWith('/admin/'));
});
afterAll(() => server.stop());

/** Nothing is there under these ids, and an empty body is no body: a caller who is let in is told so, and changes nothing. */
async function knock({ method, path }: Operation, token: string | undefined): Promise<string> {
  const response = await fetch(`${server.url}${API}${path.replaceAll(/\{\w+\}/g, () => randomUUID())}`, {
    method,
    headers: {
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  if (response.ok) return 'in';
  const { code } = (await response.json()) as Problem;
  const { status } = ERRORS[code as keyof typeof ERRORS];
  expect(response.status).toBe(status);
  return status === 401 || status === 403 ? code : 'in';
}

/** Makes every call as this person and keeps each answer under the call's name. */
async function knockEverywhere(token: string | undefined): Promise<Record<string, string>> {
  const heard: Record<string, string> = {};
  for (let from = 0; from < operations.length; from += AT_ONCE) {
    await Promise.all(
      operations.slice(from, from + AT_ONCE).map(async (one) => {
        heard[nameOf(one)] = await knock(one, token);
      }),
    );
  }
  return heard;
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const expected = (say: (one: Operation) => string) =>
  Object.fromEntries(operations.map((one) => [nameOf(one), say(one)]));

describe('LEND-24: every endpoint of the staff', () => {
  test('names its roles, none twice, and no other endpoint does', () => {
    expect(operations.length).toBeGreaterThan(20);
    for (const one of operations) {
      expect(one.roles, nameOf(one)).toBeDefined();
      expect(STAFF_ROLES, nameOf(one)).toEqual(expect.arrayContaining([...one.roles!]));
      expect(new Set(one.roles).size, nameOf(one)).toBe(one.roles!.length);
      expect(one.roles!.length, nameOf(one)).toBeGreaterThan(0);
    }
    expect(others.filter(({ roles, isSteppedUp }) => roles !== undefined || isSteppedUp)).toEqual([]);
  });

  test('lets an administrator see everything, and lets them move neither money nor limits by that', () => {
    const reads = operations.filter(({ method }) => method === 'GET');
    expect(reads.filter(({ roles }) => !roles!.includes('admin')).map(nameOf)).toEqual([]);
    // Settings are theirs too; who may decide about which proposal is asked once its kind is known.
    const shared = ['/admin/settings', '/admin/approvals/{id}', '/admin/users/{id}/reveal'];
    const moving = operations.filter(
      ({ isSteppedUp, method, path }) =>
        isSteppedUp && method !== 'GET' && !shared.some((one) => path.startsWith(one)),
    );
    expect(moving.length).toBeGreaterThan(5);
    expect(moving.filter(({ roles }) => roles!.includes('admin')).map(nameOf)).toEqual([]);
  });

  test('SPEC-6.admin-only: refuses a caller without a session, every user, and staff without a second factor', async () => {
    expect(await knockEverywhere(undefined)).toEqual(expected(() => 'unauthorized'));
    expect(await knockEverywhere(person.token)).toEqual(expected(() => 'admin_required'));
    await promote(server, person, { aal: 'aal1' });
    expect(await knockEverywhere(person.token)).toEqual(expected(() => 'mfa_required'));
    await promote(server, person, { roles: [] });
    expect(await knockEverywhere(person.token)).toEqual(expected(() => 'role_required'));
  });

  test.each(STAFF_ROLES)('lets %s in where it names that role, and nowhere else', async (role) => {
    await promote(server, person, { roles: [role] });
    expect(await knockEverywhere(person.token)).toEqual(
      expected(({ roles }) => (roles!.includes(role) ? 'in' : 'role_required')),
    );
  });

  test.each(STAFF_ROLES)('asks %s for the second factor again before money or limits move', async (role) => {
    await promote(server, person, { roles: [role], factor: 'old' });
    expect(await knockEverywhere(person.token)).toEqual(
      expected(({ roles, isSteppedUp }) => {
        if (!roles!.includes(role)) return 'role_required';
        return isSteppedUp ? 'step_up_required' : 'in';
      }),
    );
  });
});

describe('whatever a member of staff sends', () => {
  const WRONG = ['not-an-id', '%00', '..%2F..%2Fme', `${randomUUID()}'--`, 'x'.repeat(300)];
  const QUERIES = [
    'limit=0',
    'limit=101',
    'cursor=eyJ4',
    `cursor=${'9'.repeat(200)}`,
    'surprise=1',
    'from=2026-02-30',
  ];
  const BODIES = ['[]', 'null', '7', '"x"', '{', '{"reason":"a\\u0000b"}', '{"reason":7,"limitPaise":1e400}'];

  const send = async ({ method, path }: Operation, body?: string) => {
    const response = await fetch(`${server.url}${API}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    return response.status;
  };

  test('is refused by name, and never our mistake', async () => {
    await promote(server, person);
    const answers: { name: string; status: number; isChange: boolean }[] = [];
    for (const one of operations) {
      const isRead = one.method === 'GET';
      const filled = (value: string) => ({ ...one, path: one.path.replaceAll(/\{\w+\}/g, value) });
      const there = filled(randomUUID());
      const sent = [
        ...(one.path.includes('{')
          ? WRONG.map((value) => [filled(value), isRead ? undefined : '{}'] as const)
          : []),
        ...(isRead
          ? QUERIES.map((query) => [{ ...there, path: `${there.path}?${query}` }, undefined] as const)
          : BODIES.map((body) => [there, body] as const)),
      ];
      for (const [what, body] of sent) {
        const name = `${nameOf(what)} ${body ?? ''}`;
        answers.push({ name, status: await send(what, body), isChange: one.hasBody });
      }
    }
    expect(answers.length).toBeGreaterThan(200);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ isChange, status }) => isChange && status < 400)).toEqual([]);
  });
});

describe('LEND-24: in SQL, below the door', () => {
  /** A transaction of staff's own role, acting as a member who holds these roles. */
  async function asStaff(roles: readonly StaffRole[], sql: string, values: unknown[] = []) {
    const client = await server.sql.connect();
    try {
      await beginAsStaff(client, randomUUID(), roles);
      await client.query('set local role mohlat_staff');
      return await client.query(sql, values);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test.each(STAFF_ROLES)('%s reads the audit log and decides reviews, or finds neither', async (role) => {
    await promote(server, person);
    const { id } = await person.ok<{ id: string }>('GET', '/me');
    await server.sql.query(
      `insert into profiles (user_id, created_at, updated_at) values ($1, now(), now()) on conflict do nothing`,
      [id],
    );
    await server.sql.query(
      `insert into reviews (user_id, id, kind, subject_id, created_at)
       select $1, gen_random_uuid(), 'video', gen_random_uuid(), now() where not exists (select 1 from reviews)`,
      [id],
    );
    await server.sql.query(
      `select audit_system(now(), 'system', 'test.row', 'test', null, null, '{}', null)`,
    );
    const log = await asStaff([role], 'select 1 from audit_log');
    expect(log.rowCount! > 0).toBe(role === 'risk' || role === 'admin');
    const verdict = await asStaff(
      [role],
      `update reviews set status = 'approved', decided_by = app_staff_id(), decided_at = now()`,
    );
    expect(verdict.rowCount).toBe(role === 'risk' ? 1 : 0);
    await expect(asStaff([role], 'select email from auth.users')).rejects.toThrow(/permission denied/);
    await expect(asStaff([role], 'update audit_log set reason = null')).rejects.toThrow(/permission denied/);
  });

  test('the role of staff sees names, the queue and accounts only while one of the staff acts', async () => {
    const client = await server.sql.connect();
    const alone = async (sql: string, values: unknown[] = []) => {
      await client.query('begin; set local role mohlat_staff');
      return client.query(sql, values).finally(() => client.query('rollback'));
    };
    for (const seen of [
      'full_name from profiles',
      '1 from reviews',
      '1 from staff_accounts',
      '1 from staff_sessions',
    ])
      expect((await alone(`select ${seen}`)).rowCount, seen).toBe(0);
    for (const denied of [
      'select pan_sealed from profiles',
      'select 1 from stored_files',
      'select 1 from kyc_records',
      'select 1 from payments',
      'select hash from audit_log',
      'select 1 from auth.users',
      "insert into reviews (user_id, id, kind, subject_id, created_at) select user_id, id, 'video', id, now() from reviews",
      'update profiles set full_name = null',
      'delete from reviews',
    ])
      await expect(alone(denied), denied).rejects.toThrow(/permission denied/);
    const forged = "select audit_staff(now(), 'x', 'x', null, null, null, null, null, null)";
    await expect(alone(forged)).rejects.toThrow(/nobody of the staff/);
    const entered = "select auth.enter_staff($1, $2, now(), '{admin}', null) as state";
    const { rows } = await alone(entered, [randomUUID(), randomUUID()]);
    expect(rows).toEqual([{ state: 'ended' }]);
    client.release();
    expect((await asStaff(['support'], 'select 1 from staff_accounts')).rowCount).toBeGreaterThan(0);
  });
});
