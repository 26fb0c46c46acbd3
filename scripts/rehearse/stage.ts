import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type RemoteControl, remoteControl } from '../../apps/server/test/control.ts';
import { type LocalPostgres, startPostgres } from '../postgres.ts';
import { ROOT } from '../run.ts';
import { pause } from './rehearsal.ts';

/** The product as `npm start` runs it, an API and a worker, over a database that can be taken away. */
export interface Stage extends RemoteControl {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly databasePort: number;
  /** As the database's owner; gone with the database, and back with it. */
  readonly sql: pg.Pool;
  /** The programs `npm start` was given to run. */
  readonly starters: readonly ChildProcess[];
  /** Every time one of the product's processes ended, in the starter's words. */
  readonly ends: readonly string[];
  /** A fast shutdown: every session is ended, and nobody listens afterwards. */
  stopDatabase(): Promise<void>;
  /** Resolves when it answers again, at the same address. */
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

const READY_WITHIN_MS = 120_000;
const OUTPUT_KEPT = 4000;
/** Lines of the log about what nobody caught. */
const FATAL = /"level":60|where nobody listened/;
const STOPPED = /^The \w+ stopped.*$/gm;

/** Starts it on free ports and a database of its own. `say` hears of every process that ends. */
export async function openStage(say: (line: string) => void): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-rehearsal-'));
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  let postgres: LocalPostgres = await startPostgres({ dataDir, isDurable: true });
  const { url: databaseUrl } = postgres;
  const databasePort = Number(new URL(databaseUrl).port);
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  sql.on('error', () => {});
  sql.on('connect', (client) => void client.on('error', () => {}));
  const ends: string[] = [];
  const programs = new Programs(
    {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      LOG_LEVEL: 'error',
      PROVIDER_TIMEOUT_MS: '5000',
    },
    (line) => {
      ends.push(line);
      say(`  ${line}`);
    },
    say,
  );
  async function close(): Promise<void> {
    await programs.stop();
    await sql.end();
    await postgres.discard();
    rmSync(dataDir, { recursive: true, force: true });
  }

  try {
    await programs.start('api');
    await programs.start('worker');
  } catch (error) {
    await close();
    throw error;
  }
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  return {
    url: `http://localhost:${port}`,
    sandboxUrl,
    databaseUrl,
    databasePort,
    sql,
    starters: programs.starters,
    ends,
    ...remoteControl(sandboxUrl),
    stopDatabase: () => postgres.stop(),
    startDatabase: async () => {
      postgres = await startPostgres({ dataDir, isDurable: true, port: databasePort });
    },
    close,
  };
}

/** What `npm start` runs, by role. */
class Programs {
  readonly starters: ChildProcess[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #onEnd: (line: string) => void;
  readonly #say: (line: string) => void;
  #isStopping = false;

  constructor(env: NodeJS.ProcessEnv, onEnd: (line: string) => void, say: (line: string) => void) {
    this.#env = env;
    this.#onEnd = onEnd;
    this.#say = say;
  }

  async start(role: 'api' | 'worker'): Promise<void> {
    const starter = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
      env: { ...this.#env, ROLE: role },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.starters.push(starter);
    let output = '';
    const hear = (chunk: Buffer) => {
      const text = chunk.toString();
      output = (output + text).slice(-OUTPUT_KEPT);
      for (const [line] of text.matchAll(STOPPED)) this.#onEnd(line);
      for (const line of text.split('\n').filter((one) => FATAL.test(one))) this.#say(`  ${role}: ${line}`);
    };
    starter.stdout.on('data', hear);
    starter.stderr.on('data', hear);
    starter.once('exit', (code, signal) => {
      if (!this.#isStopping) this.#onEnd(`npm start of the ${role} ended (${signal ?? code}):\n${output}`);
    });
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!output.includes('Ctrl-C stops everything')) {
      if (starter.exitCode !== null || Date.now() > deadline)
        throw new Error(`the ${role} did not start:\n${output}`);
      await pause(100);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const starter of this.starters.toReversed()) {
      if (starter.exitCode !== null || starter.signalCode !== null) continue;
      const ended = new Promise((resolve) => starter.once('exit', resolve));
      starter.kill('SIGTERM');
      await ended;
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
