import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { startSandbox } from '../../../sandbox/src/app.ts';
import { startServer } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { remoteControl } from '../control.ts';
import { COMPILED } from '../crash/processes.ts';
import { cloneDatabase } from '../database.ts';
import { type TestServer } from '../harness.ts';
import { UNHURRIED_SETTINGS } from '../silence.ts';

const CLI = join(import.meta.dirname, '../../../../scripts/keys.ts');

export interface World {
  readonly sql: pg.Pool;
  readonly databaseUrl: string;
  /** Starts one more server; `keys` is its MASTER_KEY. */
  start(keys: string): Promise<TestServer>;
  /** Runs `npm run keys -- <command>`. */
  keys(command: string, keys: string): Run;
  close(): Promise<void>;
}

/** A migrated database whose owner is no superuser, as a hosted one has it. Row-level security holds for its owner. */
export async function openPlainOwner(): Promise<{ url: string; drop(): Promise<void> }> {
  const base = inject('postgresUrl');
  const name = `plain_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: base });
  await admin.connect();
  await admin.query(`create role ${name} login createrole password '${name}'`);
  // The roles are the cluster's: another database of the run has made them.
  const { rows } = await admin.query<{ role: string }>(
    `select quote_ident(rolname) as role from pg_roles where rolname like 'mohlat\\_%' and not rolcanlogin`,
  );
  await admin.query(`grant ${rows.map(({ role }) => role).join(', ')} to ${name}`);
  await admin.query(`create database ${name} owner ${name}`);
  const url = new URL(base);
  Object.assign(url, { username: name, password: name, pathname: `/${name}` });
  await migrate(url.href, join(import.meta.dirname, '../../../../db'));
  return {
    url: url.href,
    async drop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop role ${name}`);
      await admin.end();
    },
  };
}

/** A run of the command line. */
export interface Run {
  readonly done: Promise<{ readonly code: number | null; readonly output: string }>;
  /** SIGKILL. */
  kill(): void;
}

/** Runs `npm run keys -- <command>` with nothing but this environment. */
export function runKeys(command: string, env: Readonly<Record<string, string>>): Run {
  const child = spawn(process.execPath, [CLI, command], {
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      PATH: process.env.PATH,
      DATA_DIR: join(tmpdir(), 'mohlat-keys-none'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  return {
    done: new Promise((resolve) => child.once('close', (code) => resolve({ code, output: chunks.join('') }))),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** A database and an outside world that servers with different keys come and go on. */
export async function openWorld(): Promise<World> {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-keys-'));
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dbPath: ':memory:' });
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  sql.on('error', () => {});
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: 'http://localhost:3000',
    PORT: '0',
    ...UNHURRIED_SETTINGS,
  };
  const remote = remoteControl(sandbox.url);
  const running = new Set<() => Promise<void>>();

  return {
    sql,
    databaseUrl: database.url,
    async start(keys) {
      const lines: string[] = [];
      const log = createLog('warn', { write: (line: string) => void lines.push(line) });
      const server = await startServer(await readConfig({ ...env, MASTER_KEY: keys }), log);
      const url = await server.http!.listen({ port: 0, host: '127.0.0.1' });
      await remote.control('POST', '/webhooks/policy', { target: `${url}/api/v1/webhooks` });
      const stop = async () => {
        running.delete(stop);
        await server.close();
      };
      running.add(stop);
      return {
        url,
        sandboxUrl: sandbox.url,
        databaseUrl: database.url,
        dataDir,
        sql,
        ...remote,
        logText: () => lines.join(''),
        stop,
      };
    },
    keys: (command, keys) => runKeys(command, { DATABASE_URL: database.url, MASTER_KEY: keys }),
    async close() {
      for (const stop of running) await stop();
      await sql.end();
      await sandbox.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
