import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type LocalPostgres, startPostgres } from '../../../../scripts/postgres.ts';
import { scratchDir } from '../../../../scripts/scratch-dir.ts';
import { startSandbox } from '../../../sandbox/src/app.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { remoteControl } from '../control.ts';
import { createVictim, type Victim } from '../crash/processes.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import type { TestServer } from '../harness.ts';

/** The product as a process of its own, over a database of its own that a test may take away. */
export interface OwnProduct {
  readonly server: TestServer;
  readonly process: Victim;
  readonly postgres: OwnPostgres;
  close(): Promise<void>;
}

export async function startOwnProduct(
  env: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnProduct> {
  const postgres = await ownPostgres(settings);
  await migrate(postgres.url, resolve(import.meta.dirname, '../../../../db'));
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-outage-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    holdMs: 1500,
    webhookTarget: `${url}/api/v1/webhooks`,
  });
  const victim = createVictim('product', {
    PATH: process.env.PATH,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: 'http://localhost:3000',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    ...env,
  });
  await victim.start();
  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  // Connections go with the database.
  sql.on('error', () => {});
  sql.on('connect', (client) => void client.on('error', () => {}));
  return {
    postgres,
    process: victim,
    server: {
      url,
      sandboxUrl: sandbox.url,
      databaseUrl: postgres.url,
      dataDir,
      sql,
      logText: () => victim.errors(),
      ...remoteControl(sandbox.url),
      stop: () => Promise.resolve(),
    },
    async close() {
      await victim.kill();
      await sql.end();
      await sandbox.close();
      await postgres.discard();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database of a test's own, that may be taken away: the one of the run is shared by all test files. */
export interface OwnPostgres {
  readonly url: string;
  readonly port: number;
  /** A fast shutdown: every session is ended with 57P01, and its port is closed afterwards. */
  stop(): Promise<void>;
  /** At the same address, with everything that was committed. */
  start(): Promise<void>;
  discard(): Promise<void>;
}

export async function ownPostgres(settings: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const dataDir = scratchDir('outage');
  const options = { dataDir, isDurable: false, settings: { shared_buffers: '64MB', ...settings } };
  let running: LocalPostgres = await startPostgres(options);
  const { url } = running;
  const port = Number(new URL(url).port);
  return {
    url,
    port,
    stop: () => running.stop(),
    start: async () => {
      running = await startPostgres({ ...options, port });
    },
    discard: () => running.discard(),
  };
}
