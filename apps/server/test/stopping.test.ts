import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LAYING_LOCK } from '../src/platform/db/laid.ts';
import { COMPILED } from './crash/processes.ts';
import { type OwnProduct, startOwnProduct } from './outage/product.ts';
import { untilWaiting } from './racing.ts';
import { until } from './waiting.ts';

let product: OwnProduct;
beforeAll(async () => {
  product = await startOwnProduct({ SHUTDOWN_WAIT_SECONDS: '300' });
});
afterAll(() => product.close());

const status = async (path: string) => (await fetch(`${product.server.url}${path}`)).status;

test('a product that is told to stop is red to balancers first and answers until it is told again', async () => {
  expect(await status('/readyz')).toBe(200);
  product.process.signal('SIGTERM');
  await until(async () => ((await status('/readyz')) === 503 ? true : undefined));
  expect(await status('/healthz')).toBe(200);
  expect(await status('/auth/v1/settings')).toBe(200);
  expect((await fetch(`${product.server.url}/api/v1/pricing`)).headers.get('connection')).toBe('close');
  product.process.signal('SIGTERM');
  await until(async () => (product.process.isRunning() ? undefined : true));
  expect(product.process.exitCode()).toBe(0);
});

test.each([
  { entry: 'main.ts', code: 0 },
  // Processes wait for the step, and must not take it for done.
  { entry: 'migrate.ts', code: 1 },
])(
  'given $entry waits for another that lays the schema, when it is told to stop, then it ends by itself with $code',
  async ({ entry, code }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-stopping-'));
    const owner = new pg.Client({ connectionString: product.postgres.url });
    await owner.connect();
    onTestFinished(async () => {
      await owner.end();
      rmSync(dataDir, { recursive: true });
    });
    await owner.query('select pg_advisory_lock($1)', [LAYING_LOCK]);
    const starting = spawn(process.execPath, [join(import.meta.dirname, '../src', entry)], {
      env: { DATABASE_URL: product.postgres.url, DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILED },
      stdio: 'ignore',
    });
    const ended = once(starting, 'exit');
    await untilWaiting(owner);
    starting.kill('SIGTERM');
    // A signal that nothing handles ends a process as well, but never the first one of a container.
    expect(await ended).toEqual([code, null]);
  },
);
