import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OUTSIDE_MS } from '../waiting.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** The program, from the root of a clone. */
const ENTRY = 'apps/server/src/main.ts';
/** Node keeps what it compiled here, by content: starting again costs half the processor's time. */
export const COMPILED = join(ROOT, 'node_modules/.cache/compile');

/** The release and environment of one life of a process. */
export interface Life {
  /** Another clone of the product, with its own packages. */
  readonly root?: string | undefined;
  /** Beside what all its lives have. */
  readonly env?: NodeJS.ProcessEnv;
}

/** One process of the product that can be killed and started again. */
export interface Victim {
  readonly name: string;
  start(life?: Life): Promise<void>;
  /** SIGKILL: no handler runs, no connection is closed by us. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM, as an operator stops it. Resolves with its exit code once it is gone; null when a signal ended it. */
  stop(): Promise<number | null>;
  /** The number of its present life's process. */
  pid(): number | undefined;
  /** Whether the process of its present life goes on. */
  isRunning(): boolean;
  /** The exit code of its present life; null while it runs and where a signal ended it. */
  exitCode(): number | null;
  signal(name: NodeJS.Signals): void;
  /** Its error output, over all its lives. */
  errors(): string;
}

/** The level of a line of the log after which a process ends. */
const FATAL = '"level":60';

/** `onEnd` hears how a life ended that was not ended here, with the line of the log that says why. */
export function createVictim(
  name: string,
  env: NodeJS.ProcessEnv,
  onEnd: (how: string) => void = () => {},
): Victim {
  let child: ChildProcess | undefined;
  let isAsked = false;
  let errors = '';
  return {
    name,
    errors: () => errors,
    exitCode: () => child?.exitCode ?? null,
    signal: (which) => void child?.kill(which),
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    async start({ root = ROOT, env: more = {} } = {}) {
      // The channel tells when it is ready, and ends it when the test's own process goes away.
      const fresh = spawn(process.execPath, [join(root, ENTRY)], {
        env: { ...env, LOG_LEVEL: 'error', ...more, NODE_COMPILE_CACHE: COMPILED },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      let fatal = '';
      if (fresh.stdout)
        createInterface(fresh.stdout).on('line', (line) => {
          if (line.includes(FATAL)) fatal = `: ${line}`;
        });
      child = fresh;
      isAsked = false;
      fresh.once('close', (code, signal) => {
        if (child === fresh && !isAsked) onEnd(`${signal ?? code}${fatal}`);
      });
      fresh.stderr?.on('data', (chunk: Buffer) => {
        errors += chunk.toString();
      });
      await new Promise<void>((resolve, reject) => {
        const patience = setTimeout(() => reject(new Error(`${name} was not ready in time`)), OUTSIDE_MS);
        fresh.once('message', () => resolve());
        fresh.once('exit', (code) => reject(new Error(`${name} ended (${code}) while starting: ${errors}`)));
        fresh.once('message', () => clearTimeout(patience));
        fresh.once('exit', () => clearTimeout(patience));
      });
    },
    pid: () => child?.pid,
    async stop() {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null)
        return running?.exitCode ?? null;
      isAsked = true;
      const gone = new Promise<number | null>((resolve) => running.once('exit', (code) => resolve(code)));
      running.kill('SIGTERM');
      return gone;
    },
    async kill() {
      isAsked = true;
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await gone;
    },
  };
}
