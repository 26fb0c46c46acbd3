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
import { join, relative } from 'node:path';
import { type Check, type Rehearsal, report } from './rehearsal.ts';

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

/** Deletes a feature in a copy of the last commit, and counts the files that no longer pass the type check, and the tests that fail. */
export const deletion: Rehearsal = {
  about: 'delete a feature in a copy, by its folders and its lines, and count what else breaks',
  takes: 'the name of the feature, such as rewards; and `tests`, to run those that are left as well',
  options: {},
  run(_, say, [feature, also]) {
    if (feature === undefined || !existsSync(join(ROOT, 'apps/server/src/features', feature)))
      throw new Error('Name a feature: a folder of apps/server/src/features');
    const copy = mkdtempSync(join(tmpdir(), 'mohlat-delete-'));
    try {
      copyHead(copy);
      for (const place of deleteFolders(copy, feature)) say(`deleted  ${place}`);
      for (const line of deleteLines(copy, feature)) say(`deleted  ${line}`);
      const broken = findBroken(copy);
      for (const file of broken) say(`breaks   ${file}`);
      const checks = [atMost('files that break elsewhere', broken)];
      if (also === 'tests') {
        const failing = findFailing(copy, feature);
        for (const file of failing) say(`fails    ${file}`);
        checks.push(atMost('tests that fail elsewhere, in files', failing));
      }
      return Promise.resolve(report(checks, say));
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
};

function atMost(what: string, files: readonly string[]): Check {
  return { what, figure: `${files.length}, at most ${BROKEN_MAX}`, isGood: files.length <= BROKEN_MAX };
}

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

/** Places whose tests are quick enough to run all of them. */
const RUN_WHOLE = ['packages/contract', 'packages/lending', 'packages/money', 'apps/web'];

/** Runs the tests that are left: all of the packages and screens, and those of the server that name the feature. */
function findFailing(copy: string, feature: string): string[] {
  const words = new RegExp(`\\b${feature.replace('-', '[-_]?')}\\b`, 'i');
  const naming = readdirSync(join(copy, 'apps/server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => `apps/server/${name}`)
    .filter((file) => words.test(readFileSync(join(copy, file), 'utf8')));
  const result = join(copy, 'result.json');
  spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--reporter=json', `--outputFile=${result}`, ...RUN_WHOLE, ...naming],
    { cwd: copy, stdio: 'ignore' },
  );
  const { testResults } = JSON.parse(readFileSync(result, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(copy, name))
    .toSorted();
}
