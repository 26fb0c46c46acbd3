import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { AnswerOf, getBooks, Problem } from '@mohlat/contract';
import { businessDate, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { createDatabase } from '#platform/db/database.ts';
import { LongFiles } from '#platform/http/long-files.ts';
import { createLog } from '#platform/log/log.ts';
import { patientPool } from '#test/database.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { balances, drained, somebody } from '#test/steps.ts';
import { createBooksDeskService } from './books-desk.service.ts';

type Books = AnswerOf<typeof getBooks>;

let server: TestServer;
let finance: Person;
let support: Person;

beforeAll(async () => {
  server = await startTestServer();
  [finance, support] = [await somebody(server).signUp(), await somebody(server).signUp()];
  const payer = await somebody(server).ready();
  const { id } = await payer.pay((await payer.addCard()).id, 300_000);
  await payer.untilBill(id, 'paid');
  await drained();
  await promote(server, finance, { roles: ['finance'] });
  await promote(server, support, { roles: ['support'] });
});
afterAll(() => server.stop());

const books = (query = '') => finance.ok<Books>('GET', `/admin/books${query}`);

test('LEND-15: the trial balance is that of the postings, and adds up to nothing', async () => {
  const seen = await books();
  expect(seen.isBalanced).toBe(true);
  const closing = seen.accounts.filter((one) => one.closingPaise !== 0);
  expect(Object.fromEntries(closing.map((one) => [one.account, one.closingPaise]))).toEqual(
    await balances(server),
  );
  for (const one of seen.accounts)
    expect(one.openingPaise + one.debitPaise - one.creditPaise).toBe(one.closingPaise);
  const before = await books('?throughOn=2020-01-31');
  expect(before.accounts.every((one) => one.closingPaise === 0 && one.debitPaise === 0)).toBe(true);
});

test('LEND-17: when staff ask, every invariant is proven and the result is written down', async () => {
  expect((await books()).proof).toBeNull();
  await finance.ok('POST', '/admin/books/proof');
  const proof = await until(async () => (await books()).proof ?? undefined);
  expect(proof.isWhole).toBe(true);
  expect(proof.invariants.map((one) => one.id)).toEqual(expect.arrayContaining(['I01', 'I60', 'I90']));
  await server.sql.query(
    "update account_balances set balance_paise = balance_paise + 1 where account = 'A200'",
  );
  await finance.ok('POST', '/admin/books/proof');
  const broken = await until(async () => {
    const seen = (await books()).proof;
    return seen && !seen.isWhole ? seen : undefined;
  });
  expect(broken.invariants.filter((one) => one.breaches > 0).map((one) => one.id)).toContain('I03');
  await server.sql.query(
    "update account_balances set balance_paise = balance_paise - 1 where account = 'A200'",
  );
});

test('the ledger goes along as a file whose sides are equal, and who took it is written down', async () => {
  const reply = await finance.call<string>('GET', '/admin/books/ledger?from=2020-01-01&to=2020-12-31');
  expect(reply.body.trimEnd().split('\r\n')).toHaveLength(1);
  const year = istDate(server.now()).slice(0, 4);
  const file = await finance.call<string>('GET', `/admin/books/ledger?from=${year}-01-01&to=${year}-12-31`);
  expect(file.headers.get('content-disposition')).toContain(`mohlat-ledger-${year}-01-01`);
  const rows = file.body.trimEnd().split('\r\n').slice(1);
  const side = (place: number) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row.split(',').at(place) || 0) * 100), 0);
  expect(side(-1)).toBe(side(-2));
  expect(side(-1)).toBeGreaterThan(0);
  const { rows: audited } = await server.sql.query("select 1 from audit_log where action = 'books.exported'");
  expect(audited).toHaveLength(2);
  const wrong = await finance.call<Problem>('GET', '/admin/books/ledger?from=2026-02-02&to=2026-02-01');
  expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed']);
});

test('LEND-F5: given the GST register of a period, when finance takes it along, then it is written down who did', async () => {
  const year = istDate(server.now()).slice(0, 4);
  const reply = await finance.call<string>(
    'GET',
    `/admin/books/tax-documents?from=${year}-01-01&to=${year}-12-31&language=hi`,
  );
  expect(reply.headers.get('content-disposition')).toContain(`mohlat-gst-${year}-01-01`);
  expect(reply.body).toContain('आपूर्ति का स्थान');
  const { rows } = await server.sql.query<{ details: unknown }>(
    "select details - 'roles' as details from audit_log where action = 'books.tax_exported'",
  );
  expect(rows.map(({ details }) => details)).toEqual([{ from: `${year}-01-01`, to: `${year}-12-31` }]);
  const long = await finance.call<Problem>('GET', '/admin/books/tax-documents?from=2025-01-01&to=2026-02-02');
  expect([long.status, long.body.code]).toEqual([422, 'validation_failed']);
});

test('is for finance alone', async () => {
  for (const path of [
    '/admin/books',
    '/admin/books/ledger?from=2026-02-01&to=2026-02-01',
    '/admin/books/tax-documents?from=2026-02-01&to=2026-02-01',
  ])
    expect((await support.call<Problem>('GET', path)).body.code).toBe('role_required');
});

test('given a file of the ledger that is read slowly, when its reader is blocked, then it breaks off', async () => {
  const { sub, session_id: sessionId } = JSON.parse(
    Buffer.from(finance.token.split('.')[1]!, 'base64url').toString(),
  ) as { readonly sub: string; readonly session_id: string };
  const pool = patientPool(server.databaseUrl, 'mohlat_staff', 2);
  const clock = createClock(createLog('silent'));
  const service = createBooksDeskService({
    worker: createDatabase(pool, clock),
    clock,
    config: { roleUrls: { mohlat_worker: server.databaseUrl } } as Config,
    log: createLog('silent'),
    longFiles: new LongFiles(),
  });
  // Three parts: the stream takes one of them unread.
  const owner = await server.sql.connect();
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `with j as (
       insert into journals (user_id, source_kind, source_id, effective_on, posting_on, posted_at)
       select $1, 'reward', new_id(), '2026-02-01', '2026-02-01', '2026-02-01' from generate_series(1, 7500) returning user_id, id
     )
     insert into postings (user_id, journal_id, line, account, amount_paise)
     select user_id, id, line, account, paise from j cross join (values (1, 'E500', 100), (2, 'L340', -100)) as l (line, account, paise)`,
    [sub],
  );
  await owner.query('set session_replication_role = default');
  owner.release();
  const actor = { userId: sub, sessionId, door: { roles: ['finance'], isSteppedUp: false } } as const;
  const day = businessDate('2026-02-01');
  const period = { from: day, to: day };
  const trace = { ip: '127.0.0.1', requestId: randomUUID() };
  const whole = await text(await service.export(actor, period, trace));
  expect(whole.trimEnd().split('\r\n')).toHaveLength(15_001);
  const broken = await service.export(actor, period, trace);
  await server.sql.query("update auth.users set banned_until = now() + interval '1 year' where id = $1", [
    sub,
  ]);
  await expect(text(broken)).rejects.toThrow('Premature close');
  await pool.end();
});
