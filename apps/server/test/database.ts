import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool, type DatabaseRole } from '../src/platform/db/pool.ts';
import { endProver } from './prover.ts';
import { poll } from './waiting.ts';

const HANGING_MS = 300_000;
/** A wait for the database lasts until it answers, however slow the machine is. */
export const PATIENCE = {
  connectMs: HANGING_MS,
  lockMs: HANGING_MS,
  statementMs: HANGING_MS,
  idleMs: HANGING_MS,
};

/** A pool of the product whose connections wait as long as a slow machine needs. */
export const patientPool = (databaseUrl: string, role: DatabaseRole | undefined, max: number): pg.Pool =>
  createPool(databaseUrl, role, max, PATIENCE);

/**
 * A new database cloned from the migrated template: file by file, for the usual way writes each page to the log of a database
 * that is never recovered, which costs the processor twice as much.
 */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const base = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = base.replace(/\/postgres$/, `/${name}`);
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(`create database ${name} template mohlat_template strategy file_copy`);
  await admin.end();
  return {
    url,
    async drop() {
      await endProver(url);
      const client = new pg.Client({ connectionString: base });
      await client.connect();
      // Connections that are just closing are let go; cut instead, they would fail the run with an error that is not handled.
      await poll(async () => {
        const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
        return rowCount === 0;
      }, 200);
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}
