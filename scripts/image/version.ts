import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The state of the sources that an image is made of. */
export interface Version {
  /** The version of package.json at its own tag; elsewhere with the commit behind it. It is a tag that engines take. */
  readonly name: string;
  /** The commit, in full. */
  readonly revision: string;
  /** The time of that commit and not of the build, so that the same sources make the same image. */
  readonly createdAt: string;
}

const REVISION_SHOWN = 8;

/** Reads from git which version a folder of sources is. One with changes says so: no commit has what is in it. */
export function readVersion(root: string): Version {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const revision = git('rev-parse', 'HEAD');
  const isReleased = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`);
  const isChanged = git('status', '--porcelain') !== '';
  return {
    name: [
      version,
      ...(isReleased ? [] : [revision.slice(0, REVISION_SHOWN)]),
      ...(isChanged ? ['changed'] : []),
    ].join('-'),
    revision,
    createdAt: new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString(),
  };
}
