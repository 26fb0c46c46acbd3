import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { copyHead, ROOT, typeErrors } from './copy.ts';
import { journeysNaming, type Texts } from './naming.ts';
import { type Check, type Rehearsal, report } from './rehearsal.ts';

const BROKEN_MAX = 2;

/** The lists that name features: one on each side, one of the staff's pages, and one of the contract. */
const LISTS = [
  'apps/server/src/features/all.ts',
  'apps/web/src/features/all.ts',
  'apps/web/src/features/all-staff.ts',
  'packages/contract/src/all.ts',
];

/** Deletes a feature in a copy of the last commit, and counts the files that no longer pass, and the journeys that still name it. */
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
      const places = placesOf(copy, feature);
      const deleted = textsIn(copy, places);
      for (const place of places) {
        rmSync(join(copy, place), { recursive: true });
        say(`deleted  ${place}`);
      }
      for (const line of deleteLines(copy, feature)) say(`deleted  ${line}`);
      const broken = [...typeErrors(copy).keys()].toSorted();
      for (const file of broken) say(`breaks   ${file}`);
      const naming = journeysNaming(deleted, textsIn(copy, ['e2e']));
      for (const file of naming) say(`named in ${file}`);
      const checks = [
        atMost('files that break elsewhere', broken),
        atMost('journeys elsewhere that name it', naming),
      ];
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

/** The folders and files of a feature: on the server, in the web, in the contract, and its journeys. */
function placesOf(copy: string, feature: string): string[] {
  return [
    `apps/server/src/features/${feature}`,
    `apps/web/src/features/${feature}`,
    `apps/web/src/features/admin-${feature}`,
    ...['', '.calls', '.form', '.test'].map((part) => `packages/contract/src/${feature}${part}.ts`),
    ...readdirSync(join(copy, 'e2e'))
      .filter((file) => file.startsWith(`${feature}.`))
      .map((file) => `e2e/${file}`),
  ].filter((place) => existsSync(join(copy, place)));
}

/** The texts of the files at some places and in the folders there. */
function textsIn(copy: string, places: readonly string[]): Texts {
  const files = places.flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(join(copy, place), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .map((name) => `${place}/${name}`),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(copy, file), 'utf8')]));
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

/** A test that reads the list of all features, or lives the whole demo: it knows each feature without its name. */
const KNOWS_ALL = /features\/all(-staff)?(\.ts)?'|scripts\/demo\//;

/** Runs those of the tests that are left that know the feature: by its word, its address, its table, or by the list of all. */
function findFailing(copy: string, feature: string): string[] {
  const words = new RegExp(`\\b${feature.replace(/s$/, '').replace('-', '[-_]?')}`, 'i');
  const naming = ['apps', 'packages'].flatMap((room) =>
    readdirSync(join(copy, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${room}/${name}`)
      .filter((file) => {
        const text = readFileSync(join(copy, file), 'utf8');
        return words.test(text) || KNOWS_ALL.test(text);
      }),
  );
  const result = join(copy, 'result.json');
  spawnSync('node_modules/.bin/vitest', ['run', '--reporter=json', `--outputFile=${result}`, ...naming], {
    cwd: copy,
    stdio: 'ignore',
  });
  const { testResults } = JSON.parse(readFileSync(result, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(copy, name))
    .toSorted();
}
