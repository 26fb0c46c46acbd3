import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startSandbox } from '../../../sandbox/src/app.ts';
import { comingNoon } from '../../../sandbox/test/noon.ts';
import { startServer } from '../../src/app.ts';
import type { TrialClock } from '../../src/platform/clock/clock.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { jobsOf, sweepsOf } from '../../src/work.ts';
import { FOLLOWED_WITHIN_MS, remoteControl } from '../control.ts';
import { cloneDatabase } from '../database.ts';
import { CHEAP_HASHES, type TestServer } from '../harness.ts';
import { openProver } from '../prover.ts';
import { silenceLimit, UNHURRIED_SETTINGS } from '../silence.ts';
import { watch } from '../waiting.ts';
import { gated } from './gates.ts';
import { Stage } from './stage.ts';

export type Product = Awaited<ReturnType<typeof openProduct>>;

/** A job that goes on failing is a defect. */
const TRIES_MAX = 8;

const TAKE = `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
  where t.id = j.task_id and j.run_at <= now() returning t.identifier as task, j.payload, j.attempts`;
const WITHOUT_MESSAGES = `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier like 'notifications.%'`;
const GIVE_BACK = 'select graphile_worker.add_job($1, $2)';
const WAITING = `select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where a.datname = current_database() and not l.granted`;

/**
 * The product without its queue and its sweeper: a job is run when the test says so. Everything its features do with the
 * database and the outside world passes the gates of `stage`, on which the handlers of one play are held.
 */
export async function openProduct() {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-interleaving-'));
  const silence = silenceLimit();
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    acknowledgeMs: FOLLOWED_WITHIN_MS,
    onSilence: silence.onSilence,
  });
  const followers: TrialClock[] = [];
  const remote = remoteControl(sandbox.url, followers);
  await remote.control('POST', '/clock', { now: comingNoon() });
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  const prover = await openProver(database.url);
  const lockWaiters = async () => (await sql.query<{ count: number }>(WAITING)).rows[0]!.count;
  const stage = new Stage(lockWaiters);
  const config = await readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'warn',
    PORT: '0',
    ROLE: 'api',
    ...UNHURRIED_SETTINGS,
  });
  const lines: string[] = [];
  const server = await startServer(
    config,
    createLog(config.logLevel, { write: (line) => void lines.push(line) }),
    {
      providers: { backoff: { baseMs: 1, capMs: 5 } },
      timeLimit: silence.timeLimit,
      pause: () => Promise.resolve(),
      hashCost: CHEAP_HASHES,
      around: (context) => gated(stage, context),
    },
  );
  followers.push(server.clock);
  const url = await server.http!.listen({ port: 0, host: '127.0.0.1' });
  const jobs = new Map(jobsOf(server.parts).map((job) => [job.task, job]));
  const sweeps = sweepsOf(server.parts);

  async function run(task: string, payload: object): Promise<void> {
    const job = jobs.get(task);
    if (!job) throw new Error(`no job ${task}`);
    await job.run(payload, { attempt: 1, isLastAttempt: false });
  }

  /** Works off what is due, once; answers whether there was anything. */
  async function workOnce(): Promise<boolean> {
    const { rows } = await sql.query<{ task: string; payload: object; attempts: number }>(TAKE);
    for (const { task, payload, attempts } of rows) {
      try {
        await run(task, payload);
      } catch (error) {
        if (attempts >= TRIES_MAX) throw error;
        await sql.query(GIVE_BACK, [task, payload]);
      }
    }
    return rows.length > 0;
  }

  /** Works until nothing is due; messages are left out. */
  async function work(): Promise<void> {
    do await sql.query(WITHOUT_MESSAGES);
    while (await workOnce());
  }

  const unwatch = watch({ drain: workOnce, report: () => Promise.resolve(lines.join('')) });
  const asServer: TestServer = {
    url,
    sandboxUrl: sandbox.url,
    databaseUrl: database.url,
    dataDir,
    sql,
    logText: () => lines.join(''),
    ...remote,
    stop: () => Promise.resolve(),
  };

  return {
    /** For people who use the product beside the plays. */
    server: asServer,
    stage,
    parts: server.parts,
    sql,
    run,
    work,
    /** One feature's look for what is due, with the jobs it asks for. */
    async sweep(name: string): Promise<void> {
      await sweeps[name]!();
    },
    /** A request as the server gets it, within the play of who makes it. */
    async request(
      token: string,
      path: string,
      body?: object,
      key?: string,
      method: 'POST' | 'DELETE' = 'POST',
    ) {
      const response = await server.http!.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) },
        ...(body ? { payload: body } : {}),
      });
      // 503 asks to come again: two were at the same rows for too long.
      if (response.statusCode >= 500 && response.statusCode !== 503)
        throw new Error(`${path}: ${response.statusCode} ${response.body}`);
      return response;
    },
    /** The invariants that do not hold, with the first row that breaks each. */
    async broken(): Promise<string[]> {
      const proofs = await prover.broken();
      return proofs.map(({ id, breaches }) => `${id} is broken: ${JSON.stringify(breaches[0])}`);
    },
    async close() {
      unwatch();
      await server.close();
      await prover.end();
      await sql.end();
      await sandbox.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
