import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../scripts/postgres.ts';
import { scratchDir } from '../../../scripts/scratch-dir.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { assertEveryCodeProduced } from './refusals.ts';

const TEMPLATE = 'mohlat_template';
/**
 * A hundred servers with connections of their own each meet the same statements over a few rows: planning them five times
 * over on each connection cost a third of what the database did.
 */
const SETTINGS = { max_connections: '400', max_wal_size: '256MB', plan_cache_mode: 'force_generic_plan' };

/**
 * One PostgreSQL for the run, with a migrated template that each test file clones. After a run of every file it compares the
 * refusals that the tests produced with those the contract declares.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = scratchDir('test');
  const postgres = await startPostgres({ dataDir, isDurable: false, settings: SETTINGS });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  await migrate(
    postgres.url.replace(/\/postgres$/, `/${TEMPLATE}`),
    resolve(import.meta.dirname, '../../../db'),
  );
  project.provide('postgresUrl', postgres.url);
  const notes = mkdtempSync(join(tmpdir(), 'mohlat-refusals-'));
  const refusalsFile = join(notes, 'refusals.txt');
  project.provide('refusalsFile', refusalsFile);
  return async () => {
    await postgres.discard();
    try {
      if (await isWholeRun(project)) assertEveryCodeProduced(refusalsFile);
    } finally {
      rmSync(notes, { recursive: true, force: true });
    }
  };
}

/** A file or a test that was picked out produces its own refusals only; a failed test hides some. */
async function isWholeRun(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const ran = project.vitest.state.getFiles().filter((file) => file.projectName === project.name);
  const isPicked = project.vitest.config.testNamePattern !== undefined;
  return !isPicked && ran.length === testFiles.length && ran.every((file) => file.result?.state === 'pass');
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    refusalsFile: string;
  }
}
