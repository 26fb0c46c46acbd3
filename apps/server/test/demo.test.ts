import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../../scripts/demo/fill.ts';
import { listMissing, SIGHTS } from '../../../scripts/demo/sights.ts';
import type { Colleague } from '../../../scripts/demo/staff.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/app.ts';
import { cloneDatabase } from './database.ts';
import { isDeclared } from './declared.ts';
import { brokenInvariants } from './harness.ts';

const PEOPLE = 12;
const MONTHS = 3;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sandbox: Sandbox;
let dataDir: string;
let sql: pg.Pool;
let colleagues: readonly Colleague[];
const seen: number[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dbPath: ':memory:' });
  dataDir = mkdtempSync(join(tmpdir(), 'mohlat-demo-'));
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  colleagues = await fillDemo(
    { databaseUrl: database.url, dataDir, sandboxUrl: sandbox.url, sandboxSmtpPort: sandbox.smtpPort },
    { people: PEOPLE, months: MONTHS, seed: 4, onProgress: (share) => void seen.push(share) },
  );
});
afterAll(async () => {
  await sql.end();
  await sandbox.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const one = async <T extends pg.QueryResultRow>(text: string) => (await sql.query<T>(text)).rows[0]!;

test('some months of a demo end with clean books, and nothing is left to do', async () => {
  expect(await brokenInvariants(database.url)).toEqual([]);
  expect(
    await one(
      `select (select sum(amount_paise) from postings)::integer as sum, (select count(*) from parked_loans)::integer as parked,
         (select count(*) from graphile_worker.jobs where run_at <= now())::integer as jobs,
         (select count(*) from auth.sessions)::integer as sessions`,
    ),
  ).toEqual({ sum: 0, parked: 0, jobs: 0, sessions: 0 });
  expect(seen.at(-1)).toBe(1);
});

test('a demo shows lives: bills paid and repaid, rewards earned, days closed up to yesterday', async () => {
  const lives = await one<Record<string, number>>(
    `select (select count(*) from auth.users)::integer as accounts,
       (select count(*) from loans)::integer as loans,
       (select count(*) from loans where status = 'closed')::integer as closed,
       (select count(*) from repayments where status = 'succeeded')::integer as repayments,
       (select count(*) from rewards)::integer as rewards,
       (select count(*) from loan_days where is_open and loan_closed_through(closed_through_on, next_on) < (now() at time zone 'Asia/Kolkata')::date - 2)::integer as behind`,
  );
  expect(lives).toMatchObject({ accounts: PEOPLE + colleagues.length, behind: 0 });
  const rewards = isDeclared('GET /rewards') ? ['rewards'] : [];
  for (const kind of ['loans', 'closed', 'repayments', ...rewards])
    expect(lives[kind], kind).toBeGreaterThan(2);
});

test('a demo has something of each kind that its size promises', async () => {
  const promised = SIGHTS.filter(({ isAlways }) => isAlways);
  expect(promised.length).toBeGreaterThan(10);
  expect(await listMissing(sql, promised)).toEqual([]);
  // A sight without a row is a mistake of the list, whatever the size.
  await listMissing(sql, SIGHTS);
});

test('the person to sign in as may pay a bill on the day of looking', async () => {
  const credit = await one(
    `select c.state, c.report_on >= (now() at time zone 'Asia/Kolkata')::date - 2 as is_fresh,
       c.limit_paise - c.used_paise >= 300000 as has_room
     from credit_accounts c join auth.users u on u.id = c.user_id where u.email = 'aarav@demo.example.in'`,
  );
  expect(credit).toEqual({ state: 'active', is_fresh: true, has_room: true });
});

test('everybody of the team is called by their name where staff are named', async () => {
  const { rows } = await sql.query<{ email: string; name: string | null }>(
    `select u.email, p.full_name as name from auth.users u left join profiles p on p.user_id = u.id
     where (u.app_metadata ->> 'is_admin')::boolean order by u.email`,
  );
  const named = colleagues.map(({ email, name }) => ({ email, name }));
  expect(rows).toEqual(named.toSorted((a, b) => a.email.localeCompare(b.email)));
});

test('every one of the team has a role, and each role has a member', () => {
  expect(new Set(colleagues.flatMap(({ roles }) => roles))).toEqual(
    new Set(['support', 'risk', 'finance', 'admin']),
  );
});
