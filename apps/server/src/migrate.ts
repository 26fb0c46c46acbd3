import { join } from 'node:path';
import { ConfigError, readStepConfig } from '#platform/config/config.ts';
import { openVault } from '#platform/crypto/key-ring.ts';
import { migrate } from '#platform/db/migrate.ts';

const DB_ROOT = join(import.meta.dirname, '../../../db');

/**
 * `npm run migrate`: lays the schema and makes the key ring with the owner's address, for processes that start without it. May be run
 * at any time, and any number of times.
 */
async function main(): Promise<void> {
  // A signal that nothing handles ends every process but the first one of a container. What is under way is rolled back.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));
  const { databaseUrl, masterKeys } = readStepConfig(process.env);
  const { isNewer } = await migrate(databaseUrl, DB_ROOT);
  await openVault(databaseUrl, masterKeys);
  process.stdout.write(
    isNewer
      ? 'The database is of a newer version: its functions are left as they are.\n'
      : 'The schema is laid, and the key ring is there. Start the processes.\n',
  );
}

main().catch((error: unknown) => {
  const text = error instanceof Error && !(error instanceof ConfigError) ? error.stack : undefined;
  process.stderr.write(`The step failed: ${text ?? String((error as Error).message)}\n`);
  process.exitCode = 1;
});
