import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/app.ts';
import { type RunningServer, startServer } from '../src/app.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/log/log.ts';
import { cloneDatabase, PATIENCE } from './database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-worker-'));
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sandbox: Sandbox;
let server: RunningServer | undefined;
let url: string;

async function startWorkerWith(env: Record<string, string>): Promise<RunningServer> {
  const config = await readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    ROLE: 'worker',
    ...env,
  });
  return startServer(config, createLog('silent'), { patience: PATIENCE });
}

beforeAll(async () => {
  database = await cloneDatabase();
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dbPath: ':memory:' });
  server = await startWorkerWith({ HEALTH_PORT: '0' });
  url = await server.health!.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server?.close();
  await sandbox.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (path: string) => fetch(`${url}${path}`);

test('given a worker with HEALTH_PORT, when asked there, then it tells health and figures, and nothing else', async () => {
  expect(await (await ask('/healthz')).json()).toEqual({ status: 'alive' });
  expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready' });
  expect(await (await ask('/metrics')).text()).toContain('process_cpu_seconds_total');
  for (const path of ['/', '/api/v1/me', '/api/v1/openapi.json', '/auth/v1/health'])
    expect((await ask(path)).status).toBe(404);
});

test('given a worker without HEALTH_PORT, when it starts, then it has no address', async () => {
  const other = await startWorkerWith({});
  expect(other.health).toBeUndefined();
  await other.close();
});

test('given a worker that is about to stop, when its readiness is asked for, then it is red', async () => {
  server!.refuseNew();
  expect((await ask('/readyz')).status).toBe(503);
  expect((await ask('/healthz')).status).toBe(200);
});
