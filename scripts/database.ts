import { join, resolve } from 'node:path';
import { readSecret } from '../apps/server/src/platform/config/config.ts';
import { startPostgres } from './postgres.ts';

/** The configured database: the one the environment names, or the project's own, started if it is not running. */
export async function openConfiguredDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const given = readSecret(process.env, 'DATABASE_URL');
  if (given) return { url: given, close: async () => {} };
  const dataDir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '../.data'));
  const postgres = await startPostgres({ dataDir, isDurable: true });
  return { url: postgres.url, close: async () => (postgres.wasRunning ? undefined : postgres.stop()) };
}
