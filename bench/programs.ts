import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const READY_WITHIN_MS = 60_000;

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

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
