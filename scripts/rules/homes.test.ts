import { expect, test } from 'vitest';
import type { Tree } from '../proof/tree.ts';
import { homeOf, runnersIn } from './homes.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'packages/lending/src/index.ts': "export * from './close.ts';",
  'packages/lending/src/close.ts': '',
  'packages/lending/src/close.test.ts': "import { close } from './close.ts';",
  'apps/server/src/close.ts': "import { close } from '@mohlat/lending';",
  'apps/server/src/close.test.ts': "import { run } from './close.ts';",
  'apps/server/src/kind.test.ts': "import type { Kind } from '@mohlat/lending';",
  'apps/server/test/database.ts': '',
  'apps/server/test/rows.test.ts': "import { clone } from './database.ts';",
  'apps/server/test/words.test.ts': '',
  'e2e/journey.spec.ts': '',
};
const TREE: Tree = { files: Object.keys(TEXTS), read: (file) => TEXTS[file] ?? '' };

const bearer = (file: string) => ({ file, sentence: 'A rule' });
const runners = (...files: string[]) => {
  const runs = runnersIn(TREE)(homeOf(files.map(bearer))!);
  return TREE.files.filter((file) => /\.(test|spec)\.ts$/.test(file) && runs(file));
};

test('given a rule in the kernel and in SQL, then the kernel is its one home', () => {
  const home = homeOf(
    ['db/functions/close.sql', 'apps/server/src/close.ts', 'packages/lending/src/close.ts'].map(bearer),
  );
  expect(home?.bearers.map(({ file }) => file)).toEqual(['packages/lending/src/close.ts']);
  expect(homeOf([])).toBeUndefined();
});

test('given a rule of the kernel, then only what runs the kernel counts as its test', () => {
  expect(runners('packages/lending/src/close.ts', 'db/functions/close.sql')).toEqual([
    'packages/lending/src/close.test.ts',
    'apps/server/src/close.test.ts',
    'e2e/journey.spec.ts',
  ]);
});

test('given a rule of the database, then tests with a database count', () => {
  expect(runners('db/functions/close.sql')).toEqual(['apps/server/test/rows.test.ts', 'e2e/journey.spec.ts']);
});
