import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

const SPIN = join(import.meta.dirname, 'spin.process.ts');

/** Keeps so many processes busy until it is stopped, or until this process ends in any way. */
export function startLoad(count: number): { stop(): void } {
  const children = Array.from({ length: count }, (): ChildProcess =>
    fork(SPIN, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  return {
    stop() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
