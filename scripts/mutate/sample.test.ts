import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../run.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { likelihood } from './likely.ts';
import { diffOf, mutantOf, mutantsOf } from './mutation.ts';
import { NAMED, placeNamed } from './named.ts';
import { readMutateOptions } from './options.ts';
import { AREAS, poolOf } from './sample.ts';

const read = (file: string) => TEXTS[file] ?? readFileSync(join(ROOT, file), 'utf8');
const TEXTS: Readonly<Record<string, string>> = {
  'packages/lending/src/one.ts': 'export const one = a < 1;\nexport const two = b < 2;\n',
  'packages/lending/src/one.test.ts': "import { one } from './one.ts';",
  'packages/money/src/three.ts': 'export const three = c && d;\n',
  'db/functions/late.sql':
    "-- Rule: RULE-L9.\ncreate or replace function late() returns boolean language sql as $$ select 1 from charges where kind = 'penal' $$;\n",
  'apps/server/test/database.ts': '',
  'apps/server/src/features/late/late.repo.ts': 'sql`select late()`',
  'apps/server/src/features/late/late.test.ts':
    "import '../../../test/database.ts'; it('RULE-L9: a penal charge')",
  'apps/server/src/features/cards/cards.test.ts': "import '../../../test/database.ts'; it('a card')",
  'apps/server/src/features/cards/words.test.ts': "it('RULE-L9: a penal charge')",
};
const files = Object.keys(TEXTS);

describe('a sample of faults', () => {
  it('is the same for the same seed, another for another, and takes the areas in turns', () => {
    const keys = (seed: number) => poolOf({ files, read }, seed, '', []).drawn.map(({ key }) => key);
    expect(keys(1)).toEqual(keys(1));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => keys(seed).join())).size).toBeGreaterThan(1);
    const { drawn } = poolOf({ files, read }, 1, '', []);
    expect(drawn.slice(0, 3).map(({ file }) => AREAS.findIndex((area) => file.startsWith(area)))).toEqual([
      0, 1, 2,
    ]);
  });

  it('tries no line twice, and no test', () => {
    const lines = poolOf({ files, read }, 1, '', []).drawn.map(({ file, line }) => `${file}:${line}`);
    expect(lines.toSorted()).toEqual([
      'db/functions/late.sql:2',
      'packages/lending/src/one.ts:1',
      'packages/lending/src/one.ts:2',
      'packages/money/src/three.ts:1',
    ]);
  });

  it('has the named faults in it, all of which are found', () => {
    expect(poolOf({ files, read }, 1, '', []).named.map(({ kind }) => kind)).toEqual(
      NAMED.map(({ name }) => name),
    );
  });

  it('leaves out what is known to change nothing, in the same order, and says which is made no more', () => {
    const all = poolOf({ files, read }, 1, 'packages/lending', []).drawn.map(({ key }) => key);
    const gone = { file: 'packages/lending/src/one.ts', reason: 'a test of the sample' };
    const known = { ...gone, before: 'export const one = a < 1;', after: 'export const one = a <= 1;' };
    const { drawn } = poolOf({ files, read }, 1, 'packages/lending', [known]);
    expect(drawn.some(({ after }) => after.includes(known.after))).toBe(false);
    expect(drawn).toHaveLength(all.length);
    const stale = { ...gone, before: 'a', after: 'b' };
    expect(() => poolOf({ files, read }, 1, '', [stale])).toThrow('has no such fault any more');
  });

  it('finds in the sources every fault that is known to change nothing', () => {
    const known = [...new Set(EQUIVALENTS.map(({ file }) => file))];
    expect(poolOf({ files: known, read }, 1).drawn.length).toBeGreaterThan(known.length);
  });

  it('says which named fault has moved', () => {
    const named = { name: 'the cap', file: 'a.sql', find: 'least(', becomes: 'greatest(' };
    expect(placeNamed(named, 'select least(1, 2)')).toMatchObject({ at: 7, end: 13 });
    expect(() => placeNamed(named, 'select 1')).toThrow('a.sql has the text of "the cap" no more');
    expect(() => placeNamed(named, 'select least(least(1, 2), 3)')).toThrow(
      'a.sql has the text of "the cap" twice',
    );
  });

  it('knows a fault by its line, wherever that stands, and two like it by their number', () => {
    const text = 'a = 1;\nb = 1;\na = 1;\n';
    const fault = (at: number) => ({ file: 'a.ts', at, end: at + 1, becomes: '2', kind: 'constant' });
    const [first, second] = mutantsOf([fault(4), fault(18)], text);
    expect(first).toMatchObject({ line: 1, before: ['a = 1;'], after: ['a = 2;'] });
    expect(second).toMatchObject({ line: 3, key: `${first?.key}-2` });
    expect(mutantOf(fault(5), `\n${text}`).key).toBe(first?.key);
    expect(diffOf(mutantOf(fault(4), text))).toEqual(['- a = 1;', '+ a = 2;']);
  });
});

describe('the tests of a fault', () => {
  const { relatedTo } = likelihood({ files, read });

  it('SQL reaches every test with a database, the one that names its rule first', () => {
    const [fault] = poolOf({ files, read }, 1, 'db/', []).drawn;
    expect(relatedTo(fault!)).toEqual({
      quick: [],
      whole: ['apps/server/src/features/late/late.test.ts', 'apps/server/src/features/cards/cards.test.ts'],
    });
  });

  it('a rule of the packages has its own tests first', () => {
    const [fault] = poolOf({ files, read }, 1, 'packages/lending', []).drawn;
    expect(relatedTo(fault!)).toEqual({ quick: ['packages/lending/src/one.test.ts'], whole: [] });
  });
});

describe('the tests of SQL that names other things than its callers do', () => {
  const SPOKEN_OF = "select 1 from charges where kind = 'penal'";
  const texts: Readonly<Record<string, string>> = {
    'db/functions/inner.sql': `create or replace function inner_one() returns integer language sql as $$ ${SPOKEN_OF} $$;\n`,
    'db/functions/outer.sql':
      'create or replace function outer_one() returns integer language sql as $$ select inner_one() $$;\n',
    'db/functions/far.sql':
      'create or replace function far_one() returns integer language sql as $$ select outer_one() $$;\n',
    'apps/server/test/database.ts': '',
    'apps/server/src/features/rails/rails.repo.ts': 'sql`select outer_one()`',
    'apps/server/src/features/far/far.repo.ts': 'sql`select far_one()`',
    ...Object.fromEntries(
      [1, 2, 3].flatMap((number) => [
        [
          `apps/server/src/features/rails/rails${number}.test.ts`,
          "import '../../../test/database.ts'; it('a file')",
        ],
        [
          `apps/server/src/features/far/far${number}.test.ts`,
          "import '../../../test/database.ts'; it('penal charges')",
        ],
      ]),
    ),
  };
  const tree = { files: Object.keys(texts), read: (file: string) => texts[file] ?? read(file) };

  it('are two of the folder that calls it first, for each other one', () => {
    const [fault] = poolOf(tree, 1, 'db/functions/inner', []).drawn;
    const names = likelihood(tree)
      .relatedTo(fault!)
      .whole.map((file) => file.slice(file.lastIndexOf('/') + 1, -'.test.ts'.length));
    expect(names).toEqual(['rails1', 'rails2', 'far1', 'rails3', 'far2', 'far3']);
  });
});

describe('a test of the same name as the changed file', () => {
  it('comes before all others, whatever words it has', () => {
    const texts: Readonly<Record<string, string>> = {
      'db/functions/book_all.sql':
        "create or replace function book_all() returns integer language sql as $$ select 1 from charges where kind = 'penal' $$;\n",
      'apps/server/test/database.ts': '',
      'apps/server/src/features/far/penal.test.ts': "import '../../../test/database.ts'; it('penal charges')",
      'apps/server/src/features/near/book-all.test.ts': "import '../../../test/database.ts'; it('writes')",
    };
    const tree = { files: Object.keys(texts), read: (file: string) => texts[file] ?? read(file) };
    const [fault] = poolOf(tree, 1, 'db/', []).drawn;
    expect(likelihood(tree).relatedTo(fault!).whole).toEqual([
      'apps/server/src/features/near/book-all.test.ts',
      'apps/server/src/features/far/penal.test.ts',
    ]);
  });
});

describe('a test of the same name as the changed rule', () => {
  it('comes before all others of the packages, and the auth server’s tests are not among these', () => {
    const texts: Readonly<Record<string, string>> = {
      'packages/lending/src/near.ts': 'export const isPenal = (charges: number) => charges < 1;',
      'packages/lending/src/near.test.ts': "import { isPenal } from './near.ts';",
      'packages/lending/src/far.test.ts': "import { isPenal } from './near.ts'; it('penal charges')",
      'packages/auth/src/auth.test.ts': "import '../../lending/src/near.ts';",
    };
    const tree = { files: Object.keys(texts), read: (file: string) => texts[file] ?? read(file) };
    const [fault] = poolOf(tree, 1, 'near', []).drawn;
    expect(likelihood(tree).relatedTo(fault!)).toEqual({
      quick: ['packages/lending/src/near.test.ts', 'packages/lending/src/far.test.ts'],
      whole: ['packages/auth/src/auth.test.ts'],
    });
  });
});

describe('the options', () => {
  it('are thirty faults and seed one, unless others are named', () => {
    expect(readMutateOptions([])).toMatchObject({
      sample: 30,
      seed: 1,
      only: '',
      isListed: false,
      isResumed: false,
    });
    expect(readMutateOptions(['--sample', '4', '--only', 'db/', '--resume', '--list'])).toMatchObject({
      sample: 4,
      only: 'db/',
      isListed: true,
      isResumed: true,
    });
  });

  it('say what is wrong with them', () => {
    expect(() => readMutateOptions(['--sample', 'many'])).toThrow('--sample needs a whole number behind it.');
    expect(() => readMutateOptions(['--only', '--list'])).toThrow('--only needs a value behind it.');
    expect(() => readMutateOptions(['--fast'])).toThrow('npm run mutate does not know --fast.');
  });
});
