import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MOVES = ['--top-up', '1500000', '--reference', 'UTR1'];

test.each([
  ['a trial of a movement', ['--dry-run', ...MOVES], 'A movement of the float is booked'],
  ['the movement of a day', ['--day', '2026-03-31', ...MOVES], 'A movement of the float is booked'],
  ['two movements at once', ['--rail-charge', '300', ...MOVES], 'one movement'],
  ['a movement and the end of one', ['--take-back', 'top-up', ...MOVES], 'one movement'],
])('given %s, when it is asked for, nothing is done and it says so', (_, args, said) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'reconcile.ts'), ...args],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: mkdtempSync(join(tmpdir(), 'mohlat-none-')),
        SANDBOX_PORT: '1',
      },
      encoding: 'utf8',
    },
  );
  expect(stdout).toContain(said);
  expect(status).toBe(2);
});
