import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { end, freePort, startProgram } from '../programs.ts';
import { cpuMsOf, familyCpuMs, parentOf } from './cpu.ts';
import { WARM_UP } from './warm-up.ts';
import { cloneModel, signTokens } from './people.ts';
import { makeModel } from './model.ts';

/** A durable database with prepared people and quotes, and the API as a process of its own. */
export interface Stage {
  readonly databaseUrl: string;
  readonly serverUrl: string;
  readonly users: number;
  /** Access tokens, one a user. */
  readonly tokens: readonly string[];
  /** What the database was set to. */
  readonly settings: object;
  /** Numbers of quotes nobody has used: the first of so many. */
  take(quotes: number): number;
  countPayments(): Promise<number>;
  /** Has the database look at its tables anew, and every connection plan anew. */
  analyze(): Promise<void>;
  /** CPU time the server's process has used so far; zero where the system does not tell. */
  serverCpuMs(): number;
  /** The same for the database with all its processes. */
  databaseCpuMs(): number;
  close(): Promise<void>;
}

interface Ask {
  readonly users: number;
  readonly rounds: number;
  readonly payments: number;
  readonly clients: number;
  readonly profileDir: string | undefined;
}

/** Opens the stage; what was started is stopped again when a part of it fails. */
export async function openStage(ask: Ask): Promise<Stage> {
  const stops: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  // Asked twice (an interrupt, then the failure it causes), both wait for the one end.
  const close = () => (closing ??= stopAll());
  try {
    return { ...(await setUp(ask, stops)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function setUp(ask: Ask, stops: (() => Promise<void> | void)[]): Promise<Omit<Stage, 'close'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-bench-'));
  const postgres = await startPostgres({ dataDir, isDurable: true });
  stops.push(() => postgres.discard());
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const [port, sandboxPort, smtpPort] = ports;
  const serverUrl = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_WEBHOOK_TARGET: `${serverUrl}/api/v1/webhooks`,
    NODE_ENV: 'production',
  };
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandbox = await startProgram('apps/sandbox/src/main.ts', [], env, `${sandboxUrl}/control/clock`);
  stops.push(() => end(sandbox));
  const whole = await startProgram(
    'apps/server/src/main.ts',
    [],
    { ...env, ROLE: 'all' },
    `${serverUrl}/readyz`,
  );
  const model = await makeModel(serverUrl, sandboxUrl).finally(() => end(whole));

  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  stops.push(() => sql.end());
  const quotes =
    3 * ask.users + 2 * ask.rounds * ask.payments + (ask.rounds + 1) * (WARM_UP + 1) * ask.clients;
  await cloneModel(sql, model.userId, { users: ask.users, quotes });
  const flags = ask.profileDir ? ['--cpu-prof', `--cpu-prof-dir=${resolve(ask.profileDir)}`] : [];
  const server = await startProgram(
    'apps/server/src/main.ts',
    flags,
    { ...env, ROLE: 'api' },
    `${serverUrl}/readyz`,
  );
  stops.push(() => end(server));
  const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  let taken = 0;
  return {
    databaseUrl: postgres.url,
    serverUrl,
    users: ask.users,
    tokens: signTokens(dataDir, model.token, ask.users),
    settings: await readSettings(sql),
    take(count) {
      taken += count;
      if (taken > quotes) throw new Error('the quotes are used up');
      return taken - count;
    },
    async analyze() {
      await sql.query('vacuum analyze');
      await sql.query('checkpoint');
    },
    serverCpuMs: () => cpuMsOf(server.pid ?? 0),
    databaseCpuMs: () => familyCpuMs(postmaster),
    async countPayments() {
      const { rows } = await sql.query<{ count: string }>('select count(*) from payments');
      return Number(rows[0]?.count);
    },
  };
}

async function readSettings(sql: pg.Pool): Promise<object> {
  const names = ['server_version', 'fsync', 'synchronous_commit', 'shared_buffers', 'wal_sync_method'];
  const { rows } = await sql.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as t(name)',
    [names],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
