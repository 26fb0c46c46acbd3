import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { registerOperations } from './operations.ts';
import { createLook } from './readiness.ts';
import { createHttpServer } from './server.ts';

const app = fastify();
const statements = vi.fn<(text: string) => void>();
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: pg.Pool;
let nowMs = 0;
let api: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  pool = patientPool(database.url, 'mohlat_api', 1);
  pool.on('connect', countStatements);
  api = createDatabase(pool, createClock(createLog('silent')));
  await register(app, {});
});
afterAll(async () => {
  await app.close();
  await api.close();
  await database.drop();
});

async function register(
  server: FastifyInstance,
  env: Record<string, string>,
  parts: Partial<Parameters<typeof registerOperations>[1]> = {},
): Promise<void> {
  registerOperations(server, {
    api,
    nowMs: () => nowMs,
    gauges: [],
    readiness: { isStopping: false },
    endpoints: { declarations: [] } as never,
    config: await readConfig({ DATABASE_URL: database.url, SANDBOX_URL: 'http://localhost:1', ...env }),
    registerMetrics: () => {},
    ...parts,
  });
}

/** Notes each statement that a connection sends. */
function countStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((first: string | { text: string }, ...rest: unknown[]) => {
    statements(typeof first === 'string' ? first : first.text);
    return query(first, ...rest);
  }) as never;
}

const ask = async () => (await app.inject('/readyz')).statusCode;
/** Asks once the look before has run out. */
const readiness = () => {
  nowMs += 1000;
  return ask();
};

test('readiness costs the database one round trip', async () => {
  expect(await readiness()).toBe(200);
  statements.mockClear();
  expect(await readiness()).toBe(200);
  expect(statements).toHaveBeenCalledTimes(1);
});

test('given a runner of jobs that does not run, when readiness is asked for, then it is red and says so', async () => {
  const server = fastify();
  onTestFinished(() => server.close());
  let runs = true;
  await register(server, {}, { takesJobs: () => runs });
  expect((await server.inject('/readyz')).statusCode).toBe(200);
  runs = false;
  const red = await server.inject('/readyz');
  expect(red.statusCode).toBe(503);
  expect(red.json()).toEqual({ status: 'not ready', reason: 'this process takes no jobs' });
  expect((await server.inject('/healthz')).statusCode).toBe(200);
  runs = true;
  expect((await server.inject('/readyz')).statusCode).toBe(200);
});

test('given many who ask at once or within a second, then one look answers them all', async () => {
  nowMs += 1000;
  statements.mockClear();
  expect(new Set(await Promise.all(Array.from({ length: 30 }, ask)))).toEqual(new Set([200]));
  nowMs += 999;
  expect(await ask()).toBe(200);
  expect(statements).toHaveBeenCalledTimes(1);
  nowMs += 1;
  expect(await ask()).toBe(200);
  expect(statements).toHaveBeenCalledTimes(2);
});

test('given a readiness look under way, then later callers share it and hold no connection', async () => {
  const asked: PromiseWithResolvers<object[]>[] = [];
  const look = createLook(
    () => {
      asked.push(Promise.withResolvers());
      return asked.at(-1)!.promise;
    },
    () => nowMs,
  );
  const first = look();
  nowMs += 60_000;
  const second = look();
  expect(asked).toHaveLength(1);
  asked[0]!.reject(new Error('silent'));
  expect(await Promise.all([first, second])).toEqual([false, false]);
  const third = look();
  asked[1]!.resolve([]);
  expect(await third).toBe(true);
});

test('readiness is red on a connection that only reads, and gives the connection up', async () => {
  await pool.query('set default_transaction_read_only = on');
  expect(await readiness()).toBe(503);
  expect(await readiness()).toBe(200);
});

test('given the token of figures in a file, only who knows it reads them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-token-'));
  const server = fastify();
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'token'), 'a-token-of-figures\n');
  await register(server, { METRICS_TOKEN_FILE: join(folder, 'token') });
  const ask = async (headers: Record<string, string>) =>
    (await server.inject({ url: '/metrics', headers })).statusCode;
  expect(await ask({ authorization: 'Bearer a-token-of-figures' })).toBe(200);
  expect(await ask({ authorization: 'Bearer another' })).not.toBe(200);
  expect(await ask({})).not.toBe(200);
});

test('given looks of a balancer and of Prometheus, then the log has only those that were answered badly', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await createHttpServer({ log, isHttps: false, trustedProxies: [] });
  onTestFinished(() => server.close());
  const readiness = { isStopping: false };
  await register(server, {}, { readiness });
  for (const url of ['/healthz', '/readyz', '/metrics'])
    expect((await server.inject(url)).statusCode, url).toBe(200);
  expect(lines).toEqual([]);
  readiness.isStopping = true;
  await server.inject('/readyz');
  await server.inject('/api/docs');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { route: '/readyz', status: 503 },
    { route: '/api/docs', status: 200 },
  ]);
});

test('given a figure that was read once, when the database is away, then it is no number any more', async () => {
  const server = fastify();
  onTestFinished(() => server.close());
  const answers = [Promise.resolve(1), Promise.reject(new Error('away'))];
  answers[1]!.catch(() => {});
  await register(server, {}, { gauges: [{ name: 'seen', help: 'Seen', read: () => answers.shift()! }] });
  const figure = async () => /^seen (\w+)$/m.exec((await server.inject('/metrics')).body)?.[1];
  expect([await figure(), await figure()]).toEqual(['1', 'Nan']);
});
