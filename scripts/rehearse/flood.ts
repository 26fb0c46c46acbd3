import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../run.ts';
import { closesWithProcess } from './leaving.ts';
import type { Rehearsal } from './rehearsal.ts';

/** Strangers send whatever the limits let through; the bound and the figures are those of `npm run bench -- hostile`. */
export const flood: Rehearsal<'seconds' | 'connections' | 'addresses'> = {
  about: 'strangers flood the server while others ask and pay: p99 at most 250 ms, and none refused',
  options: {
    seconds: { meaning: 'how long', fallback: 20 },
    connections: { meaning: 'of the strangers', fallback: 200 },
    addresses: { meaning: 'they come from', fallback: 100 },
  },
  async run(options) {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const bench = spawn(process.execPath, [join(ROOT, 'bench/run.ts'), 'hostile', ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = once(bench, 'exit');
    closesWithProcess(async () => {
      bench.kill('SIGTERM');
      await ended;
    });
    const [code] = (await ended) as [number | null];
    return code === 0;
  },
};
