import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const READY_WITHIN_MS = 60_000;

/** The functions that stop the parts of a stage, in the order in which the parts were started. */
export type Stops = (() => Promise<void> | void)[];

/** Sets a stage up; what was started is stopped again, the last first, when a part of it fails. */
export async function opened<T>(
  setUp: (stops: Stops) => Promise<T>,
): Promise<T & { readonly close: () => Promise<void> }> {
  const stops: Stops = [];
  let closing: Promise<void> | undefined;
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  // Asked twice (an interrupt, then the failure it causes), both wait for the one end.
  const close = () => (closing ??= stopAll());
  try {
    return { ...(await setUp(stops)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a program of the project as a process of its own; resolves once its address answers. */
export async function startProgram(
  entry: string,
  flags: readonly string[],
  env: NodeJS.ProcessEnv,
  readyUrl: string,
): Promise<ChildProcess> {
  // Log lines are written, as in production, and thrown away.
  const child = spawn(process.execPath, [...flags, join(ROOT, entry)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${entry} did not start`);
    if (Date.now() > deadline) throw new Error(`${entry} did not answer within a minute`);
    const isReady = await fetch(readyUrl).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}
