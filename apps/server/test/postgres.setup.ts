import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../scripts/postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';

const TEMPLATE = 'mohlat_template';

/** One PostgreSQL for the run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-test-'));
  const postgres = await startPostgres({ dataDir, isDurable: false, settings: { max_connections: '400' } });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrate(
    postgres.url.replace(/\/postgres$/, `/${TEMPLATE}`),
    resolve(import.meta.dirname, '../../../db'),
  );
  project.provide('postgresUrl', postgres.url);
  process.env.TEST_POSTGRES_URL = postgres.url;
  return () => postgres.discard();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
