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

const ANY_IMPORT = /(?:from|import)\s*\(?\s*'((?:\.{1,2}\/|@mohlat\/|#)[^']+)'/g;
const TYPES_ALONE = /^import type [^;]+;$/gm;

/**
 * Finds the files that a change of some files reaches: the files themselves and all that import them, directly or through others.
 * An import is by a relative path or by the name of a package of ours. An import of types alone reaches nothing: it never runs.
 */
export function importersOf({
  files,
  read: readText,
}: Tree): (seeds: readonly string[] | 'all') => ReadonlySet<string> {
  const known = new Set(files);
  const importers = new Map<string, string[]>();
  const aliases = new Map<string, readonly (readonly [string, string])[]>();
  const targetOf = (file: string, path: string) => {
    if (path.startsWith('@mohlat/')) return `packages/${path.slice('@mohlat/'.length)}/src/index.ts`;
    if (!path.startsWith('#')) return posix.join(posix.dirname(file), path);
    const workspace = file.split('/').slice(0, 2).join('/');
    if (!aliases.has(workspace)) aliases.set(workspace, aliasesOf(workspace, { files, read: readText }));
    const [name = '', folder = ''] = aliases.get(workspace)?.find(([one]) => path.startsWith(one)) ?? [];
    return posix.join(workspace, folder, path.slice(name.length));
  };
  for (const file of files.filter((one) => /\.(tsx?|mjs)$/.test(one))) {
    for (const [, path = ''] of readText(file).replaceAll(TYPES_ALONE, '').matchAll(ANY_IMPORT)) {
      const target = targetOf(file, path);
      if (known.has(target)) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return (seeds) => {
    if (seeds === 'all') return known;
    const found = new Set<string>();
    const visit = (file: string) => {
      if (found.has(file)) return;
      found.add(file);
      for (const one of importers.get(file) ?? []) visit(one);
    };
    seeds.forEach(visit);
    return found;
  };
}

/** Folders of a workspace by their short name, such as `#test/`; as its package.json has them, less the stars. */
function aliasesOf(
  workspace: string,
  { files, read: readText }: Tree,
): readonly (readonly [string, string])[] {
  const settings = `${workspace}/package.json`;
  if (!files.includes(settings)) return [];
  const { imports = {} } = JSON.parse(readText(settings)) as { imports?: Readonly<Record<string, string>> };
  return Object.entries(imports).map(([name, folder]) => [name.replace('*', ''), folder.replace('*', '')]);
}
