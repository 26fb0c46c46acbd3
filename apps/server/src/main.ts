import { join } from 'node:path';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';
import { startServer } from './app.ts';

const DB_ROOT = join(import.meta.dirname, '../../../db');

/** Process entry: environment, migrations, start, clean stop. */
async function main(): Promise<void> {
  const config = await readConfig(process.env);
  const log = createLog(config.logLevel);
  await migrate(config.databaseUrl, DB_ROOT);
  const server = await startServer(config, log);
  await server.http?.listen({
    port: config.port,
    host: config.env.HOST ?? (config.sandboxUrl ? 'localhost' : '0.0.0.0'),
  });
  log.info(
    {
      role: config.role,
      port: server.http ? config.port : undefined,
      // Their names, the one that seals first: who changes a key sees here which processes know it.
      masterKeys: config.masterKeys.map((key) => key.id),
    },
    'ready',
  );
  process.send?.('ready');

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  process.on('disconnect', () => void stop());
}

main().catch((error: unknown) => {
  const text =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`Mohlat could not start: ${text}\n`);
  process.exit(1);
});
