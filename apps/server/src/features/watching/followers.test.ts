import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createPool } from '#platform/db/pool.ts';
import { isUnavailable } from '#platform/db/unavailable.ts';
import { createLog } from '#platform/log/log.ts';
import { patientPool } from '#test/database.ts';
import { type OwnPostgres, ownPostgres } from '#test/outage/product.ts';
import { until } from '#test/waiting.ts';
import { FIGURES } from '#features/all.ts';
import { followerGauges } from './followers.ts';

// Places of followers belong to a whole server, and so does the setting for whom it waits: it has one of its own.
let postgres: OwnPostgres;
let owner: pg.Client;
let api: Database;
let worker: Database;
beforeAll(async () => {
  postgres = await ownPostgres({ max_slot_wal_keep_size: '16MB' });
  owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  // As ops/deploy/primary.sh does, before the schema is laid.
  await owner.query('create role replicator login replication');
  await migrate(postgres.url, resolve(import.meta.dirname, '../../../../../db'));
  const clock = createClock(createLog('silent'));
  api = createDatabase(patientPool(postgres.url, 'mohlat_api', 2), clock);
  worker = createDatabase(patientPool(postgres.url, 'mohlat_worker', 2), clock);
});
afterAll(async () => {
  await api.close();
  await worker.close();
  await owner.end();
  await postgres.discard();
});

/** All figures of the followers, without the beginning of their names. */
async function figures(): Promise<Record<string, number>> {
  const read = followerGauges({ api }).map(async ({ name, read: one }) => [
    name.slice('mohlat_'.length),
    await one(),
  ]);
  return Object.fromEntries(await Promise.all(read)) as Record<string, number>;
}

async function keepPlace(name: string): Promise<void> {
  await owner.query('select pg_create_physical_replication_slot($1, true)', [name]);
  onTestFinished(async () => {
    await owner.query('select pg_drop_replication_slot($1)', [name]);
  });
}

/** Sets for whom a commit waits, as long as a test runs. */
async function waitFor(names: string): Promise<void> {
  const set = async (change: string) => {
    await owner.query(`alter system ${change}`);
    await owner.query('select pg_reload_conf()');
  };
  await set(`set synchronous_standby_names = '${names}'`);
  onTestFinished(() => set('reset synchronous_standby_names'));
  await until(async () => {
    const { rows } = await owner.query<{ names: string }>(
      "select current_setting('synchronous_standby_names') as names",
    );
    return rows[0]?.names === names ? true : undefined;
  });
}

/** Follows the database in its place, as a backup does that is sent its log, and acknowledges what there is. */
async function follow(name: string): Promise<void> {
  const follower = new pg.Client({
    connectionString: postgres.url,
    application_name: name,
    replication: 'true',
  } as pg.ClientConfig);
  follower.on('error', () => {});
  await follower.connect();
  const { rows } = await owner.query<{ at: string }>('select pg_current_wal_flush_lsn() as at');
  const { connection } = follower as unknown as { connection: Connection };
  connection.once('replicationStart', () => connection.sendCopyFromChunk(acknowledged(rows[0]!.at)));
  // This language knows its words in capitals alone.
  follower.query(`START_REPLICATION SLOT ${name} PHYSICAL ${rows[0]!.at}`).catch(() => {});
  onTestFinished(async () => {
    connection.stream.destroy();
    await until(async () => ((await figures())['database_slots_taken'] === 0 ? true : undefined));
  });
}

/** The driver's own way to the server, which its types leave out. */
interface Connection {
  readonly stream: { destroy(): void };
  once(event: 'replicationStart', heard: () => void): void;
  sendCopyFromChunk(chunk: Buffer): void;
}

/** A follower's word that it wrote, flushed and applied the log up to a place. Source: PostgreSQL, streaming replication protocol. */
function acknowledged(place: string): Buffer {
  const [high = '', low = ''] = place.split('/');
  const word = Buffer.alloc(34);
  word.write('r');
  for (const offset of [1, 9, 17]) {
    word.writeUInt32BE(Number.parseInt(high, 16), offset);
    word.writeUInt32BE(Number.parseInt(low, 16), offset + 4);
  }
  return word;
}

test('given a database without replication slots, its figures of followers are zero', async () => {
  expect(await figures()).toEqual({
    database_slots: 0,
    database_slots_taken: 0,
    database_awaits: 0,
    log_held_bytes: 0,
    log_held_state: 0,
  });
});

test('given a follower that is not there, when commits wait for it, the figures say so', async () => {
  await keepPlace('backup');
  await owner.query('create table written (note text)');
  expect(await figures()).toMatchObject({ database_slots: 1, database_slots_taken: 0, database_awaits: 0 });
  expect((await figures())['log_held_bytes']).toBeGreaterThan(0);
  await waitFor('ANY 1 (backup)');
  expect(await figures()).toMatchObject({ database_awaits: 1 });
});

test('given a follower that is away, when a write waits for it, then it is given up in time, as of a database that is away', async () => {
  await owner.query('create table waited (note text); grant insert on waited to mohlat_api');
  // A database of tests waits for no disk, and so for no follower.
  await owner.query('alter database postgres set synchronous_commit = on');
  onTestFinished(() => void owner.query('alter database postgres reset synchronous_commit'));
  await waitFor('ANY 1 (backup)');
  // The server ends such a wait at no time-out: the connection does, a little after that of its statements.
  const pool = createPool(postgres.url, 'mohlat_api', 1, { statementMs: 200, silenceMs: 200 });
  const impatient = createDatabase(pool, createClock(createLog('silent')));
  onTestFinished(() => impatient.close());
  const written = impatient.once("insert into waited values ('once')", []);
  await expect(written).rejects.toSatisfy(isUnavailable);
});

test('given a synchronous standby, when it streams the log, the figures say that commits do not wait', async () => {
  await keepPlace('backup');
  await follow('backup');
  await waitFor('ANY 1 (backup)');
  await until(async () => ((await figures())['database_awaits'] === 0 ? true : undefined));
  expect(await figures()).toMatchObject({ database_slots: 1, database_slots_taken: 1 });
});

test('given a follower too far behind, when the log goes on without it, its place is lost', async () => {
  await keepPlace('backup');
  for (let file = 0; file < 4; file += 1)
    await owner.query("select pg_switch_wal(), pg_logical_emit_message(false, 'test', 'more')");
  await owner.query('checkpoint');
  expect((await figures())['log_held_state']).toBeGreaterThanOrEqual(2);
});

test('given an owner who may not see who follows, no figure says that all is well', async () => {
  const { rows } = await owner.query<{ name: string }>('select current_user as name');
  await owner.query('create role unseeing; grant create, usage on schema public to unseeing');
  await owner.query('alter function database_followers() owner to unseeing');
  onTestFinished(async () => {
    await owner.query(`alter function database_followers() owner to "${rows[0]!.name}"`);
  });
  expect(Object.values(await figures())).toEqual([NaN, NaN, NaN, NaN, NaN]);
});

/** The age of the newest base copy in whole hours; no figure where there is no backup. */
async function hoursOfCopy(): Promise<number[]> {
  const { read } = FIGURES.find(({ name }) => name === 'mohlat_base_copy_seconds')!;
  const samples = await worker.plain((tx) => read(tx, new Date(0)));
  return samples.map(({ value }) => Math.round(value / 3600));
}

/** As ops/deploy/backup.sh says it, whose words are in a test of its own. */
async function tellCopy(at: string): Promise<void> {
  await owner.query('set role replicator');
  await owner.query(`select base_copy_told(${at})`).finally(() => owner.query('reset role'));
}

test('given a backup, when it tells of its newest copy, then the figure has its age, and before the first that of the wait', async () => {
  expect(await hoursOfCopy()).toEqual([]);
  await tellCopy('null');
  expect(await hoursOfCopy()).toEqual([0]);
  await owner.query("update base_copies set newest_at = now() - interval '30 hours'");
  await tellCopy('null');
  expect(await hoursOfCopy()).toEqual([30]);
  await tellCopy("now() - interval '2 hours'");
  expect(await hoursOfCopy()).toEqual([2]);
  // The clock of the backup's machine is ahead.
  await tellCopy("now() + interval '9 hours'");
  expect(await hoursOfCopy()).toEqual([0]);
});
