import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { removeLeftovers } from './scratch-dir.ts';

const root = mkdtempSync(join(tmpdir(), 'mohlat-leftovers-'));

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('what a killed run left is removed; what belongs to a living process or to others stays', () => {
  const { pid: ended } = spawnSync('true');
  const [left, ours, others] = [`mohlat-test-${ended}-aB3xYz`, `mohlat-test-${process.pid}-aB3xYz`, 'others'];
  for (const name of [left, ours, others]) mkdirSync(join(root, name, 'postgres'), { recursive: true });

  removeLeftovers(root);

  expect([left, ours, others].filter((name) => existsSync(join(root, name)))).toEqual([ours, others]);
});
