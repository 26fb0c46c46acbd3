import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rehearsal, report } from './rehearsal.ts';

const ROOT = join(import.meta.dirname, '../..');
const BROKEN_MAX = 2;
/** The scope of this repository's own packages. */
const OURS = '@mohlat';
const PROJECTS = ['tsconfig.json', 'apps/web/tsconfig.json'];

/** The lists that name features: one on each side, one of the staff's pages, and one of the contract. */
const LISTS = [
  'apps/server/src/features/all.ts',
  'apps/web/src/features/all.ts',
  'apps/web/src/features/all-staff.ts',
  'packages/contract/src/all.ts',
];

/** Deletes a feature in a copy of the last commit, and counts the files that no longer pass the type check. */
export const deletion: Rehearsal = {
  about: 'delete a feature in a copy, by its folders and its lines, and count what else breaks',
  takes: 'the name of the feature, such as rewards',
  options: {},
  run(_, say, [feature]) {
    if (feature === undefined || !existsSync(join(ROOT, 'apps/server/src/features', feature)))
      throw new Error('Name a feature: a folder of apps/server/src/features');
    const copy = mkdtempSync(join(tmpdir(), 'mohlat-delete-'));
    try {
      copyHead(copy);
      for (const place of deleteFolders(copy, feature)) say(`deleted  ${place}`);
      for (const line of deleteLines(copy, feature)) say(`deleted  ${line}`);
      const broken = findBroken(copy);
      for (const file of broken) say(`breaks   ${file}`);
      const figure = `${broken.length}, at most ${BROKEN_MAX}`;
      return Promise.resolve(
        report([{ what: 'files that break elsewhere', figure, isGood: broken.length <= BROKEN_MAX }], say),
      );
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
};

/** Writes the files of the last commit to `copy`, and links the installed packages there. */
function copyHead(copy: string): void {
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', copy], { input: archive });
  for (const place of ['', 'apps/server', 'apps/web', 'apps/sandbox']) {
    const packages = join(ROOT, place, 'node_modules');
    if (existsSync(packages)) linkPackages(packages, join(copy, place, 'node_modules'));
  }
}

/** Installed packages are read where they are; the packages of this repository, from the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === OURS) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

function deleteFolders(copy: string, feature: string): string[] {
  const places = [
    `apps/server/src/features/${feature}`,
    `apps/web/src/features/${feature}`,
    `apps/web/src/features/admin-${feature}`,
    ...['', '.calls', '.form', '.test'].map((part) => `packages/contract/src/${feature}${part}.ts`),
  ].filter((place) => existsSync(join(copy, place)));
  for (const place of places) rmSync(join(copy, place), { recursive: true });
  return places;
}

/** Deletes the lines that name the feature's folders, and in the server's list its entry. Answers the lines. */
function deleteLines(copy: string, feature: string): string[] {
  const entry = feature.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = new RegExp(`['/](admin-)?${feature}(/[^']*)?'|\\./${feature}\\.ts'|^ {2}${entry},$`);
  return LISTS.flatMap((place) => {
    const lines = readFileSync(join(copy, place), 'utf8').split('\n');
    const isNamed = (line: string) => names.test(line) && !/^ {2}name:/.test(line);
    writeFileSync(join(copy, place), lines.filter((line) => !isNamed(line)).join('\n'));
    return lines.filter(isNamed).map((line) => `${place}: ${line.trim()}`);
  });
}

/** Type checks server, packages and web; answers the files with an error, each once. */
function findBroken(copy: string): string[] {
  const files = PROJECTS.flatMap((project) => {
    const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', project, '--pretty', 'false'], {
      cwd: copy,
      encoding: 'utf8',
    });
    return [...stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map((match) => match[1]!);
  });
  return [...new Set(files)].toSorted();
}
