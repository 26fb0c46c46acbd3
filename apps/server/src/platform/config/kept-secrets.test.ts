import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Starts as `npm start` does, with room for so many blocks a file. */
function start(dataDir: string, blocks: string): string {
  const read = `const { readConfig } = await import('${new URL('./config.ts', import.meta.url).href}');
    await readConfig({ DATABASE_URL: 'postgresql://nobody@localhost/none', DATA_DIR: '${dataDir}' });`;
  const args = ['-c', `ulimit -f ${blocks} && exec "$0" --input-type=module -e "$1"`, process.execPath, read];
  return spawnSync('bash', args, { encoding: 'utf8' }).stderr;
}

test('given a full disk at the first start, then no half of a key stays, and the next start makes them', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-kept-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const keys = join(dataDir, 'keys');
  expect(start(dataDir, '0')).toContain('EFBIG');
  expect(existsSync(keys) ? readdirSync(keys) : []).toEqual([]);
  expect(start(dataDir, 'unlimited')).toBe('');
  expect(readdirSync(keys)).toContain('master.key');
  for (const name of readdirSync(keys)) expect(statSync(join(keys, name)).mode & 0o777, name).toBe(0o600);
});
