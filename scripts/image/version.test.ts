import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readVersion } from './version.ts';

const AUTHOR = ['-c', 'user.name=Asha', '-c', 'user.email=asha@example.in', '-c', 'commit.gpgsign=false'];

/** Sources of version 0.2.0 with one commit. */
function sources() {
  const root = mkdtempSync(join(tmpdir(), 'mohlat-version-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...AUTHOR, ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-28T22:54:17+05:30' },
    }).trim();
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '0.2.0' }));
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Release 0.2.0');
  return { root, git, revision: git('rev-parse', 'HEAD') };
}

test('given the commit of a release, the image has its version, and the time of the commit', () => {
  const { root, git, revision } = sources();
  git('tag', 'v0.2.0');
  expect(readVersion(root)).toEqual({ name: '0.2.0', revision, createdAt: '2026-11-28T17:24:17.000Z' });
});

test('given a commit without the tag of its version, the commit stands behind it', () => {
  const { root, git, revision } = sources();
  git('tag', 'v0.1.0');
  expect(readVersion(root).name).toBe(`0.2.0-${revision.slice(0, 8)}`);
});

test('given a file that no commit has, the version says that it was changed', () => {
  const { root, git } = sources();
  git('tag', 'v0.2.0');
  writeFileSync(join(root, 'new.ts'), '');
  expect(readVersion(root).name).toBe('0.2.0-changed');
});
