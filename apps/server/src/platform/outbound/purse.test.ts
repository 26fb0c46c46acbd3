import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { createPurse } from './purse.ts';

const BUDGETS = { decentro: { dayPaise: 1000, prices: { pullReport: 300 } } };

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let worker: Database;
const log = createLog('silent');
const clock = createClock(log);
beforeAll(async () => {
  database = await cloneDatabase();
  worker = createDatabase(patientPool(database.url, 'mohlat_worker', 8), clock, { log });
});
afterAll(async () => {
  await worker.close();
  await database.drop();
});

test('given a budget of three calls, when eight are asked for at once, three are made', async () => {
  const purses = [createPurse(BUDGETS, { worker, clock, log }), createPurse(BUDGETS, { worker, clock, log })];
  const asked = Array.from({ length: 8 }, (_, nth) => purses[nth % 2]!.take('decentro', 'pullReport'));
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(3);
  const rows = await worker.once('select spent_paise, refused_count from provider_spend', []);
  expect(rows).toEqual([{ spent_paise: 900, refused_count: 5 }]);
});

test('given a spent budget, when the next day begins, calls are made again', async () => {
  const tomorrow = { ...clock, today: () => '2099-01-01' as ReturnType<typeof clock.today> };
  const purse = createPurse(BUDGETS, { worker, clock: tomorrow, log });
  expect(await purse.take('decentro', 'pullReport')).toBe(true);
});

test('given a spent budget, when a call without a price is made, it is free', async () => {
  const purse = createPurse(BUDGETS, { worker, clock, log });
  expect(await purse.take('decentro', 'pullReport')).toBe(false);
  expect(await purse.take('decentro', 'other')).toBe(true);
  expect(await purse.take('setu_billpay', 'submit')).toBe(true);
});
