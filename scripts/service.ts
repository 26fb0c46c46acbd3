import { type ChildProcess, spawn } from 'node:child_process';

export interface Service {
  /** Resolves once the program answers; rejects when it does not come up. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly name: string;
  /** A file run by the pinned Node. */
  readonly entry: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly isWatched: boolean;
  isReady(): Promise<boolean>;
}

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;
const RESTART_AFTER_MS = 500;

/**
 * Runs one of our programs as a process of its own and starts it again when it dies. It stands outside our process
 * group, so that Ctrl-C reaches us alone and we stop everything in order; when we are killed, its channel to us
 * closes and it ends by itself.
 */
export function startService(options: Options): Service {
  let isStopping = false;
  let isUp = false;
  let child = begin();

  function begin(): ChildProcess {
    const watch = options.isWatched ? ['--watch', '--watch-preserve-output'] : [];
    const started = spawn(process.execPath, [...watch, options.entry, ...(options.args ?? [])], {
      ...(options.cwd ? { cwd: options.cwd } : {}),
      env: options.env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.once('exit', (code) => {
      if (isStopping || !isUp) return;
      process.stderr.write(`The ${options.name} stopped (${code ?? 'killed'}); starting it again.\n`);
      setTimeout(() => {
        if (!isStopping) child = begin();
      }, RESTART_AFTER_MS);
    });
    return started;
  }

  async function untilUp(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await options.isReady())) {
      if (isStopping) return;
      if (child.exitCode !== null) throw new Error(`The ${options.name} did not start.`);
      if (Date.now() > deadline) throw new Error(`The ${options.name} did not answer within a minute.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    isUp = true;
  }

  return {
    ready: untilUp(),
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(patience);
    },
  };
}
