import { type ChildProcess, spawn } from 'node:child_process';

export interface Service {
  stop(): Promise<void>;
}

interface Options {
  readonly name: string;
  /** A TypeScript file run by the pinned Node. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly isWatched: boolean;
  isReady(): Promise<boolean>;
}

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const RESTART_AFTER_MS = 500;

/** Runs one of our programs as a process of its own, starts it again when it dies, and waits until it answers. */
export async function startService(options: Options): Promise<Service> {
  let isStopping = false;
  let hasBeenReady = false;
  let child: ChildProcess;
  const run = () => {
    const watch = options.isWatched ? ['--watch', '--watch-preserve-output'] : [];
    child = spawn(process.execPath, [...watch, options.entry], {
      env: options.env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('exit', (code) => {
      if (isStopping || !hasBeenReady) return;
      process.stderr.write(`The ${options.name} stopped (${code ?? 'killed'}); starting it again.\n`);
      setTimeout(() => {
        if (!isStopping) run();
      }, RESTART_AFTER_MS);
    });
    return child;
  };
  run();

  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await options.isReady())) {
    if (child!.exitCode !== null) throw new Error(`The ${options.name} did not start.`);
    if (Date.now() > deadline) throw new Error(`The ${options.name} did not answer within a minute.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  hasBeenReady = true;
  return {
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
