import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { istDate } from '@mohlat/money';
import { isListOver, readBankHolidays } from '#platform/config/bank-holidays.ts';
import { ConfigError, isOpenTrial, readConfig } from '#platform/config/config.ts';
import { assertLaid } from '#platform/db/laid.ts';
import { migrate } from '#platform/db/migrate.ts';
import { isUnavailable } from '#platform/db/unavailable.ts';
import { errorName, errorPlace } from '#platform/http/error-name.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { type RunningServer, startServer } from './app.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DB_ROOT = join(ROOT, 'db');
/** A stop that takes longer waits for something that does not come. */
const STOP_WITHIN_MS = 60_000;

/** Process entry: environment, migrations or a look at them, start, clean stop. */
async function main(): Promise<void> {
  // A signal that nothing handles ends every process but the first one of a container. Before it is ready there is nothing to finish.
  let stop: Stop = (code) => process.exit(code);
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  // The process that started us is gone: no signal comes from it any more.
  process.on('disconnect', () => stop(0, { isAtOnce: true }));
  const config = await readConfig(process.env);
  const log = createLog(config.logLevel);
  const { isNewer } = config.databaseUrl
    ? await migrate(config.databaseUrl, DB_ROOT)
    : await assertLaid(config.directUrl, DB_ROOT);
  if (isOpenTrial(config))
    log.warn(
      { host: config.host },
      'a trial that others reach: anybody can sign call-backs of its providers',
    );
  if (!config.sandboxUrl && isListOver(readBankHolidays(config.env), istDate(Date.now())))
    log.warn({}, 'BANK_HOLIDAYS names no day ahead: the next holiday of banks counts as a working day');
  if (isNewer) log.warn({}, 'the database is of a newer version: its functions are left as they are');
  const server = await startServer(config, log);
  await server.http?.listen({ port: config.port, host: config.host });
  if (config.healthPort !== undefined)
    await server.health?.listen({ port: config.healthPort, host: config.host });
  stop = stopper(server, config.shutdownWaitMs);
  log.info(
    {
      // An image has its commit in it as well; two versions work beside each other while a release goes out.
      version: readVersion(),
      role: config.role,
      port: server.http ? config.port : undefined,
      // Their names, the one that seals first: who changes a key sees here which processes know it.
      masterKeys: config.masterKeys.map((key) => key.id),
    },
    'ready',
  );
  process.send?.('ready');
  lastResort(log, () => stop(1));
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

type Stop = (code: number, how?: { readonly isAtOnce: boolean }) => void;

/**
 * Ends the process in order: readiness turns red, balancers have `waitMs` to notice, then the socket closes and what is under way
 * is finished. A second call does not wait for balancers any longer.
 */
function stopper(server: RunningServer, waitMs: number): Stop {
  let wait: PromiseWithResolvers<void> | undefined;
  return (code, { isAtOnce } = { isAtOnce: false }) => {
    if (wait) return wait.resolve();
    wait = Promise.withResolvers();
    server.refuseNew();
    if (isAtOnce || !server.http) wait.resolve();
    else setTimeout(wait.resolve, waitMs);
    setTimeout(() => process.exit(1), waitMs + STOP_WITHIN_MS).unref();
    void wait.promise.then(() => server.close()).finally(() => process.exit(code));
  };
}

/**
 * Handles uncaught errors. A lost database ends nothing. Anything else is a bug after which the state of the process is unknown: it
 * drains and exits, and is started again.
 */
function lastResort(log: Log, drain: () => void): void {
  const hear = (error: unknown) => {
    const about = { error: errorName(error), stack: errorPlace(error) };
    if (isUnavailable(error)) return log.error(about, 'the database was lost where nobody listened');
    log.fatal(about, 'an error that nobody caught: finishing what is under way, then ending');
    drain();
  };
  process.on('unhandledRejection', hear);
  process.on('uncaughtException', hear);
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
