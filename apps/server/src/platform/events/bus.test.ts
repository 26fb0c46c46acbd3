import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { type OwnPostgres, ownPostgres } from '#test/outage/product.ts';
import { until } from '#test/waiting.ts';
import { ANNOUNCE, createEventBus, type EventBus, LIVE_EVENTS } from './bus.ts';

const USER = '6f6f64ce-3b65-4a3c-9d3b-0d3f5f2f7a10';
/** So many tries are watched; two for each failure would have grown to as many at a time. */
const TRIES = 12;
/** Pages of one process that listen. */
const LISTENERS = Array.from({ length: 200 }, (_, nth) => nth);

let postgres: OwnPostgres;
let bus: EventBus;
let lines: string[];
beforeAll(async () => {
  postgres = await ownPostgres();
  lines = [];
  bus = createEventBus(postgres.url, createLog('warn', { write: (line: string) => void lines.push(line) }));
});
afterAll(async () => {
  await bus.close();
  await postgres.discard();
});

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

async function announce(type: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(ANNOUNCE, [USER, type, USER]);
  await client.end();
}

test('while the database is away, one try follows another; afterwards a listener is told of the gap', async () => {
  const heard: string[] = [];
  bus.listen(USER, ({ type }) => heard.push(type));
  const others: string[] = [];
  const leave = LISTENERS.map(() =>
    bus.listen(USER, ({ type }) => void (type === 'missed' && others.push(type))),
  );
  await until(async () => {
    await announce('kyc');
    return heard.includes('kyc') ? true : undefined;
  });
  const before = timers();
  await postgres.stop();
  await until(async () => (lines.length > TRIES ? true : undefined));
  expect(timers() - before).toBeLessThan(TRIES / 2);
  expect(bus.lately(USER, 1)).toEqual([]);
  await postgres.start();
  await until(async () => (others.length > 0 ? true : undefined));
  // Each in its own moment: all at once would prove as many sessions, and have as many pages ask.
  expect(others.length).toBeLessThan(LISTENERS.length);
  await until(async () =>
    others.length === LISTENERS.length && heard.includes('missed') ? true : undefined,
  );
  for (const end of leave) end();
  expect(bus.lately(USER, 60_000)).toEqual(LIVE_EVENTS);
  await until(async () => {
    await announce('payment');
    return heard.includes('payment') ? true : undefined;
  });
});
