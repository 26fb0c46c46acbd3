import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { ROOT } from '../run.ts';
import { listFiles, read } from '../tidy/files.ts';

/** The project as a choice sees it: its files and their text. */
export interface Tree {
  readonly files: readonly string[];
  read(file: string): string;
}

/** The project as it lies in the working folder, which must be the project's own. */
export function workingTree(): Tree {
  return { files: listFiles(), read };
}

/**
 * Every file that differs from where `base` and HEAD parted: committed, uncommitted or new.
 * Throws: an Error when git does not know the revision.
 */
export function changedSince(base: string): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [fork = base] = git('merge-base', base, 'HEAD');
  const changed = git('diff', '--name-only', '--no-renames', fork);
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])].sort();
}

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** The file and all that it imports by a relative path, directly or through others. */
export function withImports(file: string, { files, read: readText }: Tree): ReadonlySet<string> {
  const known = new Set(files);
  const found = new Set<string>();
  const visit = (one: string) => {
    if (found.has(one) || !known.has(one)) return;
    found.add(one);
    for (const [, path = ''] of readText(one).matchAll(IMPORT)) visit(posix.join(posix.dirname(one), path));
  };
  visit(file);
  return found;
}
