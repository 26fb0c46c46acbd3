import { join, resolve } from 'node:path';
import { readSecret } from '../apps/server/src/platform/config/config.ts';
import { startPostgres } from './postgres.ts';
import { findData } from './postgres-place.ts';
import { say } from './run.ts';
import { readSettings } from './settings.ts';

/**
 * The configured database: the one the environment names, or the project's own, started if it is not running. Ends the command where
 * there is none: a new one, empty, would be backed up or found in order in its stead.
 */
export async function openConfiguredDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const given = await readSettings(() => readSecret(process.env, 'DATABASE_URL'));
  if (given) return { url: given, close: async () => {} };
  const dataDir = resolve(process.env.DATA_DIR || join(import.meta.dirname, '../.data'));
  if (findData(dataDir) === undefined) {
    say(`There is no database in ${dataDir}. DATA_DIR names its folder; npm start makes one.`);
    process.exit(2);
  }
  const postgres = await startPostgres({ dataDir, isDurable: true });
  return { url: postgres.url, close: async () => (postgres.wasRunning ? undefined : postgres.stop()) };
}
