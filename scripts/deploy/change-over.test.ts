import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEPLOY } from './services.ts';

/** The folder of a composition, with what its `.env` says. */
function openFolder(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-change-over-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '.env');
  writeFileSync(file, text);
  chmodSync(file, 0o600);
  return {
    file,
    lines: () => readFileSync(file, 'utf8').split('\n').filter(Boolean),
    changeOver(...args: readonly string[]) {
      const { status, stderr } = spawnSync('sh', [join(DEPLOY, 'change-over.sh'), ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stderr };
    },
  };
}

const DONE = { status: 0, stderr: '' };

test('given disks that were named anew between two promotions, each exchanges those that stand in .env', () => {
  const { file, lines, changeOver } = openFolder('MOHLAT_IMAGE=localhost/mohlat:0.2.0');
  expect(changeOver('2')).toEqual(DONE);
  expect(lines()).toEqual([
    'MOHLAT_IMAGE=localhost/mohlat:0.2.0',
    'PRIMARY_VOLUME=replica',
    'REPLICA_VOLUME=primary',
    'PRIMARY_TIMELINE=2',
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('REPLICA_VOLUME=primary', 'REPLICA_VOLUME=/mnt/disk2/replica'),
  );
  expect(changeOver('4')).toEqual(DONE);
  const second = [
    'MOHLAT_IMAGE=localhost/mohlat:0.2.0',
    'PRIMARY_VOLUME=/mnt/disk2/replica',
    'REPLICA_VOLUME=replica',
    'PRIMARY_TIMELINE=4',
  ];
  expect(lines()).toEqual(second);

  expect(changeOver('4')).toEqual(DONE);
  expect(lines()).toEqual(second);
  expect(changeOver('3')).toEqual({ status: 1, stderr: expect.stringContaining('to timeline 4') });
  expect(lines()).toEqual(second);
});

test.each([[[]], [['1']], [['0/5000100']]])(
  'given %j in the place of the timeline of a promotion, it refuses and changes nothing',
  (args) => {
    const { lines, changeOver } = openFolder('BACKUPS=/mnt/backups\n');
    expect(changeOver(...args)).toEqual({ status: 1, stderr: expect.stringContaining('timeline') });
    expect(lines()).toEqual(['BACKUPS=/mnt/backups']);
  },
);
