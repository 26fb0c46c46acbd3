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

test('a count in memory begins anew after its window, and takes in no more callers than it can hold', () => {
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
