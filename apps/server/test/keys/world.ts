import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startSandbox } from '../../../sandbox/src/app.ts';
import { startServer } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { cloneDatabase, type TestServer } from '../harness.ts';

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

/** A run of the command line. */
export interface Run {
  readonly done: Promise<{ readonly code: number | null; readonly output: string }>;
  /** SIGKILL. */
  kill(): void;
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
  };
  const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${sandbox.url}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const running = new Set<() => Promise<void>>();

  return {
    sql,
    databaseUrl: database.url,
    async start(keys) {
      const lines: string[] = [];
      const log = createLog('warn', { write: (line: string) => void lines.push(line) });
      const server = await startServer(await readConfig({ ...env, MASTER_KEY: keys }), log);
      const url = await server.http!.listen({ port: 0, host: '127.0.0.1' });
      await control('POST', '/webhooks/policy', { target: `${url}/api/v1/webhooks` });
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
        control,
        logText: () => lines.join(''),
        stop,
      };
    },
    keys(command, keys) {
      const child = spawn(process.execPath, [CLI, command], {
        env: { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: keys },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const chunks: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
      return {
        done: new Promise((resolve) =>
          child.once('close', (code) => resolve({ code, output: chunks.join('') })),
        ),
        kill: () => void child.kill('SIGKILL'),
      };
    },
    async close() {
      for (const stop of running) await stop();
      await sql.end();
      await sandbox.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
