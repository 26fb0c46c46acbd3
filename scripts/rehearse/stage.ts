import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remoteControl } from '../../apps/server/test/control.ts';
import { ROOT } from '../run.ts';
import { type Installation, type OwnDatabase, ownDatabase } from './installation.ts';
import { freePort } from '../free-port.ts';
import { closesWithProcess } from './leaving.ts';
import { pause } from './rehearsal.ts';

const READY_WITHIN_MS = 120_000;
const OUTPUT_KEPT = 4000;
/** Lines of the log about errors that were not caught. */
const FATAL = /"level":60|where nobody listened/;
const STOPPED = /^The \w+ stopped.*$/gm;

/**
 * Starts the product as `npm start` runs it, an API and a worker, on free ports and a database of its own, or a given one that goes
 * with it. `say` hears of every process that ends.
 */
export async function openStage(say: (line: string) => void, given?: OwnDatabase): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-rehearsal-'));
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const database = given ?? (await ownDatabase(dataDir, true));
  const ends: string[] = [];
  const programs = new Programs(
    {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      LOG_LEVEL: 'error',
      // A call that is never answered is soon cut; one that is slow on a busy machine is waited for.
      SANDBOX_HOLD_MS: '5000',
    },
    (line) => {
      ends.push(line);
      say(`  ${line}`);
    },
    say,
  );
  const close = closesWithProcess(async () => {
    await programs.stop();
    await database.discard();
    rmSync(dataDir, { recursive: true, force: true });
  });

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
    databaseUrl: database.url,
    databasePort: database.port,
    sql: database.sql,
    ends,
    pids: () => programs.starters.flatMap(({ pid }) => pid ?? []),
    ...remoteControl(sandboxUrl),
    stopDatabase: () => database.stop(),
    startDatabase: () => database.start(),
    close,
  };
}

/** The programs that `npm start` runs, by role. */
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
