import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, PATIENCE, patientPool } from '#test/database.ts';
import { until } from '#test/waiting.ts';
import { createDatabase } from './database.ts';
import { createPool } from './pool.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const clock = createClock(createLog('silent'));

/** Waits until the database has ended an abandoned transaction, and with it its process. */
async function untilGivenUp(pid: number): Promise<void> {
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  try {
    await until(async () => {
      const { rowCount } = await sql.query('select 1 from pg_stat_activity where pid = $1', [pid]);
      return rowCount === 0 ? true : undefined;
    });
  } finally {
    await sql.end();
  }
}

describe('a connection of the server', () => {
  test('gives up statements that run long and abandoned transactions', async () => {
    const pool = createPool(database.url, 'mohlat_api', 1);
    const { rows } = await pool.query<Record<string, string>>(
      `select current_setting('statement_timeout') as statement, current_user as role,
              current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`,
    );
    expect(rows).toEqual([{ statement: '30s', idle: '15s', lock: '3s', role: 'mohlat_api' }]);
    await pool.end();
  });

  test('of the owner, who changes tables, is not hurried', async () => {
    const pool = createPool(database.url, undefined, 1);
    const { rows } = await pool.query(`select current_setting('statement_timeout') as statement`);
    expect(rows).toEqual([{ statement: '0' }]);
    await pool.end();
  });
});

describe('a caller is told to come back', () => {
  test('when no connection becomes free in time', async () => {
    const pool = patientPool(database.url, 'mohlat_api', 1);
    const held = await pool.connect();
    // From here on: a slow machine may take longer to open the one that is held.
    pool.options.connectionTimeoutMillis = 200;
    const db = createDatabase(pool, clock);
    await expect(db.once('select 1', [])).rejects.toMatchObject({ code: 'busy' });
    await expect(db.plain(async () => 1)).rejects.toMatchObject({ code: 'busy' });
    held.release();
    expect(await db.plain(async () => 1)).toBe(1);
    await pool.end();
  });

  test('and others go on when an abandoned transaction was given up', async () => {
    const pool = createPool(database.url, 'mohlat_api', 1, { ...PATIENCE, idleMs: 100 });
    const db = createDatabase(pool, clock);
    const hung = db.plain(async (tx) => {
      const [row] = await tx.call<{ pid: number }>('select pg_backend_pid() as pid');
      await untilGivenUp(row!.pid);
      return tx.call('select 1');
    });
    await expect(hung).rejects.toMatchObject({ code: 'busy' });
    // In one statement, between whose parts no process can be slow.
    expect(await db.once('select 1 as one', [])).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('when a statement was given up', async () => {
    const pool = createPool(database.url, 'mohlat_api', 1, { ...PATIENCE, statementMs: 100 });
    const db = createDatabase(pool, clock);
    await expect(db.once('select pg_sleep(5)', [])).rejects.toMatchObject({ code: 'busy' });
    await pool.end();
  });
});
