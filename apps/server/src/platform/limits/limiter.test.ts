import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { createLimiter, MemoryCount } from '@mohlat/platform/limits/limiter.ts';

const log = createLog('silent');
const RULE = { schema: 'auth', table: 'rate_limits', callsMax: 3, windowSeconds: 60, sweeps: false } as const;
const CALLS = [1, 2, 3, 4, 5];

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let away: Database;
let here: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  here = createDatabase(patientPool(database.url, undefined, 2), createClock(log));
  // No server listens on this port.
  away = createDatabase(patientPool('postgresql://127.0.0.1:1/none', undefined, 2), createClock(log));
});
afterAll(async () => {
  await here.close();
  await away.close();
  await database.drop();
});

async function callTimes(db: Database, name: string): Promise<boolean[]> {
  const limiter = createLimiter({ ...RULE, name }, db, log);
  const passed: boolean[] = [];
  for (const _ of CALLS) passed.push((await limiter('198.51.100.7')) === undefined);
  return passed;
}

test('calls are counted in memory while the database is away, with the same limit', async () => {
  expect(await callTimes(here, 'here')).toEqual([true, true, true, false, false]);
  expect(await callTimes(away, 'away')).toEqual([true, true, true, false, false]);
});

test('of calls that come at once as many pass as may, and each key is counted alone', async () => {
  const statements: string[] = [];
  const db = {
    once: (...[text, values]: Parameters<Database['once']>) => {
      statements.push(text);
      return here.once(text, values);
    },
  } as Database;
  const limiter = createLimiter({ ...RULE, name: 'at once' }, db, log);
  const at = (address: string) => CALLS.map(async () => (await limiter(address)) === undefined);
  const [one, other] = await Promise.all([Promise.all(at('198.51.100.7')), Promise.all(at('198.51.100.8'))]);
  expect([one, other]).toEqual([
    [true, true, true, false, false],
    [true, true, true, false, false],
  ]);
  // The first alone, and those that came meanwhile together.
  expect(statements).toHaveLength(4);
});

test('a count waits for no flush of the disk, and what its connection commits afterwards does', async () => {
  const one = createDatabase(patientPool(database.url, undefined, 1), createClock(log));
  await one.once(`select set_config('synchronous_commit', 'on', false)`, []);
  await one.once('create table seen_commits (setting text)', []);
  // The setting as the commit of the count finds it.
  await one.once(
    `create function note_commit() returns trigger language plpgsql as
       $$ begin insert into seen_commits values (current_setting('synchronous_commit')); return null; end $$`,
    [],
  );
  await one.once(
    `create constraint trigger note_commit after insert or update on auth.rate_limits deferrable initially deferred
       for each row execute function note_commit()`,
    [],
  );
  const limiter = createLimiter({ ...RULE, name: 'flush' }, one, log);
  for (const _ of [1, 2]) expect(await limiter('198.51.100.9')).toBeUndefined();
  expect(await one.once('select setting from seen_commits', [])).toEqual([
    { setting: 'off' },
    { setting: 'off' },
  ]);
  expect(await one.once('show synchronous_commit', [])).toEqual([{ synchronous_commit: 'on' }]);
  await one.once('drop trigger note_commit on auth.rate_limits', []);
  await one.close();
});

test('a count in memory restarts after its window, and takes in no more callers than it can hold', () => {
  const count = new MemoryCount(1, 10);
  expect([count.count('asha', 0), count.count('asha', 1), count.count('asha', 10_000)]).toEqual([
    undefined,
    10,
    undefined,
  ]);
  const callers = Array.from({ length: 60_000 }, (_, n) => count.count(String(n), 11_000));
  expect(callers.filter((wait) => wait === undefined)).toHaveLength(49_999);
  expect(count.count('ravi', 21_000)).toBeUndefined();
});
