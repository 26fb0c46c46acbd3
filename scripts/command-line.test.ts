import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each(['test', 'soak', 'mutate'])('given --help, %s says what it does, and begins nothing', (name) => {
  const script = join(import.meta.dirname, `${name}.ts`);
  const { stdout, status } = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^`npm (run )?\w+/);
  expect(stdout).not.toContain('===');
  expect(status).toBe(0);
});
