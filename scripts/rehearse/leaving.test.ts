import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  'given things that are open, when its process alone gets %s, a rehearsal closes each once, the newest first',
  async (signal, code) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'leaving.process.ts')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (told.endsWith('open\n')) {
        child.kill(signal);
        // An impatient hand changes nothing.
        child.kill(signal);
      }
    });
    const [ended] = (await once(child, 'close')) as [number | null];
    expect(told.split('\n')).toEqual(['load closed', 'open', 'fleet closed', 'database closed', '']);
    expect(ended).toBe(code);
  },
);
