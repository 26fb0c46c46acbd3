import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, PATIENCE, patientPool } from '#test/database.ts';
import { openRelay } from '#test/outage/relay.ts';
import { createDatabase, type Database } from './database.ts';
import { createPool } from './pool.ts';

const clock = createClock(createLog('silent'));
const BUSY = { name: 'DatabaseUnavailable', code: 'busy', details: { retryAfterSeconds: 3 } };

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = createDatabase(patientPool(database.url, 'mohlat_api', 2), clock);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const fail = (code: string) =>
  `do $$ begin raise exception 'as it would be said' using errcode = '${code}'; end $$`;

describe('a caller is told to come back', () => {
  test.each([
    ['53000', 'short of resources'],
    ['53100', 'whose disk is full'],
    ['53200', 'out of memory'],
    ['53300', 'out of connections'],
    ['57P01', 'that is being stopped'],
    ['57P02', 'that crashed'],
    ['57P03', 'that is starting'],
    ['25006', 'that only reads'],
    ['25P03', 'that gave up a transaction of a process that hung'],
    ['25P04', 'that gave up a transaction that took too long'],
    ['08006', 'that lost a connection of its own'],
  ])('by a database (%s) %s', async (code) => {
    await expect(db.plain((tx) => tx.call(fail(code)))).rejects.toMatchObject(BUSY);
    await expect(db.once(fail(code), [])).rejects.toMatchObject(BUSY);
  });

  test('by a database that has no connection to give', async () => {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const role = `crowded_${process.pid}`;
    await owner.query(`create role ${role} login password 'crowded' connection limit 0`);
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'crowded'];
    const crowded = createDatabase(createPool(url.href, undefined, 1), clock);
    await expect(crowded.once('select 1', [])).rejects.toMatchObject(BUSY);
    await crowded.close();
    await owner.query(`drop role ${role}`);
    await owner.end();
  });

  test('by a database that cannot be reached', async () => {
    const nowhere = createDatabase(createPool('postgresql://127.0.0.1:1/none', undefined, 1), clock);
    await expect(nowhere.once('select 1', [])).rejects.toMatchObject(BUSY);
    await nowhere.close();
  });

  test('by a database that falls silent, within a statement or before a connection', async () => {
    const relay = await openRelay(database.url);
    const pool = createPool(relay.url, 'mohlat_api', 1, { ...PATIENCE, statementMs: 100, silenceMs: 200 });
    const through = createDatabase(pool, clock);
    (await pool.connect()).release();
    relay.fallSilent();
    await expect(through.plain((tx) => tx.call('select 1'))).rejects.toMatchObject(BUSY);
    // From here on: a slow machine may take longer to open the first.
    pool.options.connectionTimeoutMillis = 300;
    await expect(through.plain((tx) => tx.call('select 1'))).rejects.toMatchObject(BUSY);
    await through.close();
    relay.close();
  });
});

test('a connection on which only reading is possible is not used again', async () => {
  const one = createDatabase(patientPool(database.url, undefined, 1), clock);
  const write = () => one.plain((tx) => tx.call('create temporary table written ()'));
  await one.plain((tx) => tx.call('set default_transaction_read_only = on'));
  await expect(write()).rejects.toMatchObject(BUSY);
  await write();
  await one.close();
});

test('given a full disk, when a single statement is refused, its connection is used again', async () => {
  const one = createDatabase(patientPool(database.url, undefined, 1), clock);
  const connection = () => one.once<{ pid: number }>('select pg_backend_pid() as pid', []);
  const before = await connection();
  await expect(one.once(fail('53100'), [])).rejects.toMatchObject(BUSY);
  expect(await connection()).toEqual(before);
  // The next statement would meet the same former leader.
  await expect(one.once(fail('25006'), [])).rejects.toMatchObject(BUSY);
  expect(await connection()).not.toEqual(before);
  await one.close();
});

test('a fault of ours is no busy database', async () => {
  for (const code of ['23505', '42601', '22P02', '57014'])
    await expect(db.plain((tx) => tx.call(fail(code)))).rejects.not.toMatchObject({
      name: 'DatabaseUnavailable',
    });
});
