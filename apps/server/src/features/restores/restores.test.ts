import {
  type AnswerOf,
  type listRestores,
  type Problem,
  RESTORE_DAYS_SHOWN,
  RESTORES_SHOWN,
} from '@mohlat/contract';
import { addDays, DAY_MS, istDate } from '@mohlat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { noteRestore } from '../../../../../scripts/backup/note-restore.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { drained, somebody } from '#test/steps.ts';

let server: TestServer;
let finance: Person;
let support: Person;
beforeAll(async () => {
  server = await startTestServer();
  [finance, support] = [await somebody(server).signUp(), await somebody(server).signUp()];
  await promote(server, finance, { roles: ['finance'] });
  await promote(server, support, { roles: ['support'] });
});
afterEach(async () => {
  await server.sql.query('delete from restores');
});
afterAll(() => server.stop());

const list = (query = '') => finance.ok<AnswerOf<typeof listRestores>>('GET', `/admin/restores${query}`);
const today = () => istDate(server.now());
/** Put back just now, to how it stood some days before. */
const note = (days: number, copyAt?: Date) =>
  noteRestore(server.sql, {
    restoredAt: new Date(server.now()),
    throughAt: new Date(server.now() - days * DAY_MS),
    copyAt,
  });

/** A difference about a day, as the reading of a list opens it. */
const difference = (dayOn: string, paise: number) =>
  server.sql.query(
    `insert into reconciliation_breaks (user_id, kind, rail, reference, business_on, theirs_paise, detail, opened_at)
     values ('00000000-0000-0000-0000-000000000000', 'not_ours', 'billpay', gen_random_uuid()::text, $1, $2, '{}', $3)`,
    [dayOn, paise, new Date(server.now())],
  );

test('a database that was never put back has none, and the page is for finance alone', async () => {
  expect(await list()).toEqual({ items: [], nextCursor: null, olderCount: 0 });
  expect((await support.call<Problem>('GET', '/admin/restores')).body.code).toBe('role_required');
});

test('each day since the instant is listed, and one that is read again says so', async () => {
  const copyAt = new Date(server.now() - 3 * DAY_MS);
  expect(await note(2, copyAt)).toBe(true);
  const [restore] = (await list()).items;
  expect(restore?.copyAt).toBe(copyAt.toISOString());
  expect(restore?.days.map(({ dayOn }) => dayOn)).toEqual([
    today(),
    addDays(today(), -1),
    addDays(today(), -2),
  ]);
  expect(restore?.olderDaysCount).toBe(0);
  await finance.ok('POST', '/admin/reconciliation/run', { dayOn: addDays(today(), -2) });
  await until(async () => {
    const [seen] = (await list()).items;
    return seen!.days[2]!.closedReadAt! >= seen!.restoredAt || undefined;
  });
});

test('given a day read after its close but for odd rows of known payments, then it is read to its end', async () => {
  await note(1);
  // A reading that is under way would write the day once more.
  await drained();
  const { rows } = await server.sql.query<{ at: Date }>(
    `insert into rail_days (rail, day_on, next_read_at, last_read_at, unread_references) values ('billpay', $1, null, $2, '{ODD}')
     on conflict (rail, day_on) do update set next_read_at = null, last_read_at = $2, closed_read_at = null, unread_references = '{ODD}'
     returning last_read_at as at`,
    [addDays(today(), -1), new Date(server.now())],
  );
  const [restore] = (await list()).items;
  expect(restore?.days[1]?.closedReadAt).toBe(rows[0]!.at.toISOString());
});

test('given differences and receipts, those of the days since are counted, and those of days before are not', async () => {
  await note(1);
  await difference(addDays(today(), -1), 150_000);
  await difference(today(), 50_000);
  await difference(addDays(today(), -2), 999);
  const receipt = (valueOn: string, status: string) =>
    server.sql.query(
      `insert into unidentified_receipts (provider, payment_ref, amount_paise, is_credit_source, received_at, value_on, status,
         return_on, created_at)
       values ('razorpay', gen_random_uuid()::text, 70000, false, $1, $2, $3, $2, $1)`,
      [new Date(server.now()), valueOn, status],
    );
  await receipt(today(), 'held');
  await receipt(today(), 'returned');
  await receipt(addDays(today(), -5), 'held');
  const [restore] = (await list()).items;
  expect(restore?.differences).toEqual([
    { kind: 'not_ours', openCount: 2, openPaise: 200_000, clearedCount: 0 },
  ]);
  expect(restore?.receipts).toEqual({ heldCount: 1, heldPaise: 70_000, clearedCount: 1 });
});

test('given restores of one millisecond, then a page at a time tells each once', async () => {
  for (const micro of [100, 200, 300])
    await server.sql.query(
      `insert into restores (restored_at, through_at)
       select at, at from (select timestamptz '2026-01-02T03:04:05.678Z' + $1 * interval '1 microsecond' as at) instant`,
      [micro],
    );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: AnswerOf<typeof listRestores> = await list(`?limit=1${after}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null && seen.length < 5);
  expect([new Set(seen).size, seen.length]).toEqual([3, 3]);
});

test('what is not listed is counted: older restores, and days long ago', async () => {
  for (let days = 1; days <= RESTORES_SHOWN + 2; days += 1) await note(days * 10);
  const { items, olderCount } = await list(`?limit=${RESTORES_SHOWN}`);
  expect([items.length, olderCount]).toEqual([RESTORES_SHOWN, 2]);
  // The newest goes back furthest here.
  expect([items[0]?.days.length, items[0]?.olderDaysCount]).toEqual([
    RESTORE_DAYS_SHOWN,
    121 - RESTORE_DAYS_SHOWN,
  ]);
});
