import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { remoteControl } from '../../apps/server/test/control.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { end, opened, startProgram, type Stops } from '../programs.ts';
import { freePort } from '../../scripts/free-port.ts';
import type { World } from './borrower.ts';

/** Time-outs are cut short, or each answer that never comes would be waited for half a minute. */
const PROVIDER_TIMEOUT_MS = 1_000;
const SANDBOX_HOLD_MS = 1_200;
/** Most of a job is waiting for such an answer: many wait beside each other. */
const WORKER_CONCURRENCY = 24;
const DATABASE_POOL_MAX = 32;
/** All of the year's people come from one address. */
const RATE_LIMIT_FACTOR = 100_000;

/** A database, the outside world and the product, each a process of its own. */
export async function openWorld(): Promise<World> {
  const { close: stop, ...world } = await opened(setUp);
  return { ...world, stop };
}

async function setUp(stops: Stops): Promise<Omit<World, 'stop'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-year-'));
  // The run proves the product's acts; waiting for the disk proves none of them and takes most of the time.
  const postgres = await startPostgres({ dataDir, isDurable: false });
  stops.push(() => postgres.discard());
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_WEBHOOK_TARGET: `${url}/api/v1/webhooks`,
    SANDBOX_HOLD_MS: String(SANDBOX_HOLD_MS),
    PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
    WORKER_CONCURRENCY: String(WORKER_CONCURRENCY),
    DATABASE_POOL_MAX: String(DATABASE_POOL_MAX),
    AUTH_RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR),
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
  const sandbox = await startProgram('apps/sandbox/src/main.ts', [], env, `${sandboxUrl}/control/clock`);
  stops.push(() => end(sandbox));
  const server = await startProgram('apps/server/src/main.ts', [], { ...env, ROLE: 'all' }, `${url}/readyz`);
  stops.push(() => end(server));
  const sql = new pg.Pool({ connectionString: postgres.url, max: 4 });
  stops.push(() => sql.end());
  return {
    url,
    sandboxUrl,
    databaseUrl: postgres.url,
    dataDir,
    sql,
    logText: () => '',
    ...remoteControl(sandboxUrl),
  };
}
