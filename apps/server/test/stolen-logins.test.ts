import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../src/platform/clock/clock.ts';
import { createDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { challengeOf, promote } from './recordings.ts';
import { somebody } from './steps.ts';
import { patientPool } from './database.ts';

/** The roles of the logins that serve requests: what a hostile statement on one of their connections could use. */
const LOGINS = ['mohlat_api', 'mohlat_staff'] as const;
type Login = (typeof LOGINS)[number];

const password = randomBytes(12).toString('hex');
const nameOf = (login: Login) => `${login}_${password}`;
const DENIED = /permission denied/;

let server: TestServer;
/** A member of staff with an aal2 session that lives. */
let staff: { readonly userId: string; readonly sessionId: string };
const clients = {} as Record<Login, pg.Client>;

beforeAll(async () => {
  server = await startTestServer();
  const person = await somebody(server).ready();
  await challengeOf(person);
  await promote(server, person);
  const { rows } = await server.sql.query<{ user_id: string; id: string }>(
    'select user_id, id from auth.sessions order by created_at desc limit 1',
  );
  staff = { userId: rows[0]!.user_id, sessionId: rows[0]!.id };
  await server.sql.query(
    `insert into reviews (user_id, id, kind, subject_id, created_at)
     values ($1, gen_random_uuid(), 'video', gen_random_uuid(), now())`,
    [staff.userId],
  );
  await server.sql.query("select audit_system(now(), 'system', 'test.row', 'test', null, null, '{}', null)");
  for (const login of LOGINS) {
    // A login of our own that is all that role is: the roles themselves are shared by every database of the run.
    const username = nameOf(login);
    await server.sql.query(`create role ${username} login inherit password '${password}' in role ${login}`);
    const url = new URL(server.databaseUrl);
    Object.assign(url, { username, password });
    clients[login] = new pg.Client({ connectionString: url.href });
    await clients[login].connect();
  }
});
afterAll(async () => {
  for (const login of LOGINS) {
    await clients[login].end();
    await server.sql.query(`drop role ${nameOf(login)}`);
  }
  await server.stop();
});

/** Runs statements in one transaction of a login, and gives it up. Answers the rows of the last. */
async function hostile(login: Login, ...statements: readonly string[]): Promise<object[]> {
  const client = clients[login];
  let rows: object[] = [];
  try {
    await client.query('begin');
    for (const sql of statements) rows = (await client.query<object>(sql)).rows;
    return rows;
  } finally {
    await client.query('rollback');
  }
}

/** Every setting that a policy or a function of ours ever believed, and names that look like them. */
const claims = () => [
  `select set_config('app.staff_id', '${staff.userId}', true)`,
  "select set_config('app.staff_roles', '{support,risk,finance,admin}', true)",
  "select set_config('app.is_staff', 't', true)",
  "select set_config('app.is_admin', 't', true)",
  "select set_config('app.role', 'admin', true)",
];

/** The relations a login may read, if only a column of them. */
async function readable(login: Login): Promise<string[]> {
  const { rows } = await server.sql.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth') and c.relkind in ('r', 'v', 'm', 'p')
       and has_any_column_privilege($1, c.oid, 'select') order by 1`,
    [login],
  );
  return rows.map(({ name }) => name);
}

describe('LEND-24: a hostile statement on a login that serves requests', () => {
  test.each(LOGINS)('sees nothing more on %s by claiming to be staff', async (login) => {
    const tables = await readable(login);
    expect(tables.length).toBeGreaterThan(5);
    for (const table of tables) {
      const count = `select count(*)::int as n from ${table}`;
      const before = await hostile(login, count);
      expect([table, await hostile(login, ...claims(), count)]).toEqual([table, before]);
    }
  });

  test('reads no row of a person on the login of staff', async () => {
    for (const table of ['profiles', 'reviews', 'audit_log', 'staff_accounts', 'staff_sessions', 'approvals'])
      expect([table, await hostile('mohlat_staff', ...claims(), `select 1 from ${table}`)]).toEqual([
        table,
        [],
      ]);
  });

  test('finds row-level security on every table that the login of staff may read', async () => {
    const { rows } = await server.sql.query(
      `select c.relname from pg_class c where c.relkind in ('r', 'p') and not c.relrowsecurity
         and c.oid = any ($1::regclass[]::oid[])`,
      [`{${(await readable('mohlat_staff')).join(',')}}`],
    );
    expect(rows).toEqual([]);
  });

  test('writes neither a verdict nor a line of the audit log in the name of staff', async () => {
    const verdict = `update reviews set status = 'approved', decided_by = '${staff.userId}', decided_at = now()
                     returning id`;
    expect(await hostile('mohlat_staff', ...claims(), verdict)).toEqual([]);
    const line = "select audit_staff(now(), 'x', 'x', null, null, null, null, null, null)";
    await expect(hostile('mohlat_staff', ...claims(), line)).rejects.toThrow(/nobody of the staff/);
  });

  test.each(LOGINS)('cannot write on %s who acts as staff, nor become another login', async (login) => {
    for (const sql of [
      `insert into auth.staff_acts (xact, user_id, roles) values (pg_current_xact_id(), '${staff.userId}', '{admin}')`,
      'select 1 from auth.staff_acts',
      "update auth.staff_acts set roles = '{admin}'",
      'set role mohlat_worker',
      'set role mohlat_books',
      'set session authorization mohlat',
    ])
      await expect(hostile(login, sql), sql).rejects.toThrow(DENIED);
    const [who] = (await hostile(login, 'set role none', 'select current_user as is')) as { is: string }[];
    expect(who!.is).toBe(nameOf(login));
  });

  test('opens the door of staff with no session but one that lives', async () => {
    const enter = (sessionId: string) =>
      `select auth.enter_staff('${staff.userId}', '${sessionId}', now(), '{risk}', null) as state`;
    expect(await hostile('mohlat_staff', enter(randomUUID()))).toEqual([{ state: 'ended' }]);
    await expect(hostile('mohlat_api', enter(staff.sessionId))).rejects.toThrow(DENIED);
    // A login that knows the id of a colleague is that colleague, until the transaction ends and no longer.
    const seen = await hostile('mohlat_staff', enter(staff.sessionId), 'select 1 from reviews');
    expect(seen.length).toBeGreaterThan(0);
    expect(await hostile('mohlat_staff', 'select 1 from reviews')).toEqual([]);
  });

  test("the door's marks end with the transaction that went through it", async () => {
    const client = clients.mohlat_staff;
    await client.query('begin');
    await client.query("select auth.enter_staff($1, $2, now(), '{risk}', null)", [
      staff.userId,
      staff.sessionId,
    ]);
    expect((await client.query('select 1 from reviews')).rowCount).toBeGreaterThan(0);
    await client.query('commit');
    expect((await client.query('select 1 from reviews')).rowCount).toBe(0);
    expect((await server.sql.query('select 1 from auth.staff_acts')).rowCount).toBe(0);
  });

  test('finds no session of staff in the statements that other connections run', async () => {
    const db = createDatabase(
      patientPool(server.databaseUrl, 'mohlat_staff', 1),
      createClock(createLog('silent')),
    );
    const door = { roles: ['risk'], isSteppedUp: true } as const;
    const { rows } = await db.asStaff({ ...staff, door }, () =>
      server.sql.query<{ query: string }>(
        `select query from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction' and query like '%enter_staff%'`,
      ),
    );
    await db.close();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.query).not.toContain(staff.sessionId);
  });
});
