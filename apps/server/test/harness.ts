import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/app.ts';
import { comingNoon } from '../../sandbox/test/noon.ts';
import { type RunningServer, startServer } from '../src/app.ts';
import type { TrialClock } from '../src/platform/clock/clock.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/log/log.ts';
import type { ProvidersConfig } from '../src/providers/index.ts';
import { cloneDatabase, PATIENCE } from './database.ts';
import { FOLLOWED_WITHIN_MS, movableMachine, remoteControl, type RemoteControl } from './control.ts';
import { watchRefusals } from './refusals.ts';
import { silenceLimit, UNHURRIED, UNHURRIED_SETTINGS } from './silence.ts';
import { poll, shortPause, watch, type World } from './waiting.ts';

/**
 * Cost of a password's hash where a test is not about that: next to nothing. `auth.passwords.load.test.ts` and the journeys have
 * the real one.
 */
export const CHEAP_HASHES = { memoryKib: 8, passes: 1 };

export { brokenInvariants } from './prover.ts';

export interface TestServer extends RemoteControl {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  /** Where this server keeps files. */
  readonly dataDir: string;
  /** As the database's owner, who sees every row. */
  readonly sql: pg.Pool;
  /** Every log line so far, as written. */
  logText(): string;
  stop(): Promise<void>;
}

/** A server in the process of the test. */
export interface LocalServer extends TestServer {
  /** The time sessions, proofs, codes and links go by; moving the sandbox's clock leaves it alone. */
  readonly machine: ReturnType<typeof movableMachine>;
}

/** A repeated call follows at once, and a circuit that opened is tried again after a twentieth of the product's time. */
const PROVIDERS: Partial<ProvidersConfig> = {
  backoff: { baseMs: 1, capMs: 5 },
  breaker: { failures: 8, halfOpenAfterMs: 500 },
  timeouts: UNHURRIED,
};

/** `until` asks for sweeps. By themselves they come seldom: of what a started product costs the processor they were a third. */
const SWEEPING = { everyMs: 15_000, isAtOnce: false };

/** Says in the log that a move of the clock left jobs where they were: a test waits for these for ever. */
const UNMOVED = 'shifting jobs failed';

/** Each slot of the queue keeps a connection, with plans of its own, and asks for jobs every second. */
const FEW_SLOTS = { WORKER_CONCURRENCY: '4' };

export interface TestServerOptions {
  readonly env?: Record<string, string>;
  readonly logLevel?: string;
  readonly heartbeatMs?: number;
  /** When its life begins: days that pass before anything happens cost as much as others. The coming noon if left out. */
  readonly startsAt?: string;
  /** Other settings of the providers than the sandbox's. */
  readonly providers?: Partial<ProvidersConfig>;
}

/**
 * The whole product in this process, on its own database and its own outside world. It is noon there: a test says itself when
 * a day passes.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<LocalServer> {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-server-'));
  const silence = silenceLimit();
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dbPath: ':memory:',
    acknowledgeMs: FOLLOWED_WITHIN_MS,
    onSilence: silence.onSilence,
  });
  const followers: TrialClock[] = [];
  const remote = remoteControl(sandbox.url, followers);
  await remote.control('POST', '/clock', { now: options.startsAt ?? comingNoon() });
  const config = await readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: options.logLevel ?? 'debug',
    PORT: '0',
    ...UNHURRIED_SETTINGS,
    ...FEW_SLOTS,
    ...options.env,
  });
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line: string) => void lines.push(line) });
  const { heartbeatMs } = options;
  const refusals = watchRefusals(inject('refusalsFile'));
  const machine = movableMachine();
  const overrides = {
    machineClock: machine,
    providers: { ...PROVIDERS, ...options.providers },
    timeLimit: silence.timeLimit,
    pause: shortPause,
    sweeping: SWEEPING,
    patience: PATIENCE,
    hashCost: CHEAP_HASHES,
    // A silence lasts until the test ends it, however slow the machine is.
    outsideSeconds: 300,
    onRefusal: refusals.note,
    ...(heartbeatMs ? { heartbeatMs } : {}),
  };
  const server = await startServer(config, log, overrides);
  followers.push(server.clock);
  const url = await server.http!.listen({ port: 0, host: '127.0.0.1' });
  await remote.control('POST', '/webhooks/policy', { target: `${url}/api/v1/webhooks` });
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  // Dropping the database may cut a connection that is just being closed.
  sql.on('error', () => {});
  sql.on('connect', (client) => void client.on('error', () => {}));
  const unwatch = watch(worldOf(server, sandbox, sql, lines));
  return {
    url,
    sandboxUrl: sandbox.url,
    databaseUrl: database.url,
    dataDir,
    sql,
    machine,
    logText: () => lines.join(''),
    ...remote,
    async stop() {
      // Looked at before the end: what is closed moves no jobs.
      const hasLeftJobs = lines.some((line) => line.includes(UNMOVED));
      unwatch();
      followers.length = 0;
      await sql.end();
      await server.close();
      await sandbox.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      refusals.assertDeclared();
      if (hasLeftJobs) throw new Error('a move of the clock left waiting jobs where they were');
    },
  };
}

const DUE = `select task_identifier as task, run_at as at, attempts, locked_by as worker from graphile_worker.jobs
  where locked_at is not null or (run_at <= now() and attempts < max_attempts)`;

/** A report ends with so many of the last warnings and errors. */
const WARNINGS_MAX = 12;

function worldOf(server: RunningServer, sandbox: Sandbox, sql: pg.Pool, lines: readonly string[]): World {
  // By name: it is asked every few milliseconds, and planning it costs more than running it.
  const isDue = async () => (await sql.query({ name: 'due', text: `${DUE} limit 1` })).rowCount !== 0;
  return {
    async drain() {
      const isAtRest = async () => sandbox.isAtRest() && !(await isDue());
      // A sweep looks for what is not begun: two dozen transactions, wasted while work is under way.
      if (!(await isAtRest())) {
        await poll(isAtRest);
        return true;
      }
      await server.sweep();
      if (await isAtRest()) return false;
      await poll(isAtRest);
      return true;
    },
    async report() {
      const { rows } = await sql.query(
        'select task_identifier, run_at, attempts, locked_by, last_error from graphile_worker.jobs',
      );
      const warnings = lines.filter((line) => /"level":[456]0/.test(line)).slice(-WARNINGS_MAX);
      return [
        `Sandbox at rest: ${sandbox.isAtRest()}. Jobs in the queue: ${JSON.stringify(rows)}`,
        ...warnings.map((line) => line.trimEnd()),
      ].join('\n');
    },
  };
}
