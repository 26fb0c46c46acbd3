import { expect, test } from 'vitest';
import { ASVS_PAGE, findStaleAsvs } from './asvs.ts';
import { listFiles, read } from './files.ts';

const SETTINGS = 'A setting: `AUTH_PASSWORD_LENGTH`.';
const FILES = ['docs/security.md', 'apps/a.test.ts', '.ci/run'];

function pageOf(...rows: readonly string[]): string {
  const met = rows.filter((row) => row.includes('| met')).length;
  const sums = `${met}, not met ${rows.length - met}, does not apply 0`;
  return [
    `**${rows.length} requirements: met ${sums}.** Of them ${rows.length} are of level 1: met ${sums}.`,
    '',
    '## V1 Architecture',
    '',
    `Met ${sums}.`,
    '',
    ...rows,
    '',
  ].join('\n');
}
const findings = (page: string) => findStaleAsvs(FILES, page, SETTINGS).map(({ what }) => what);

test('a table that names what is there is in order', () => {
  const page = pageOf(
    '| 1.1.1 | 1 | asks | met | `apps/a.test.ts`, `AUTH_PASSWORD_LENGTH`, `.ci/run` |',
    '| 1.1.2 | 1 | asks | not met | none |',
  );
  expect(findings(page)).toEqual([]);
});

test('a test, file or setting that does not exist is found', () => {
  const page = pageOf(
    '| 1.1.1 | 1 | asks | met | `apps/gone.test.ts` |',
    '| 1.1.2 | 1 | asks | met | `GONE.md` and `AUTH_NO_SUCH` |',
  );
  expect(findings(page)).toEqual([
    'names apps/gone.test.ts, which does not exist',
    'names GONE.md, which does not exist',
    'names AUTH_NO_SUCH, which docs/configuration.md does not',
  ]);
});

test('a row that is met by nothing, and sums that are not those of the rows, are found', () => {
  const bare = pageOf('| 1.1.1 | 1 | asks | met | somehow |');
  expect(findings(bare)).toEqual(['is met by nothing that can be looked up']);
  const wrong = pageOf('| 1.1.1 | 1 | asks | not met | none |').replaceAll('not met 1', 'not met 2');
  expect(findings(wrong)).toEqual([
    'its sums are not those of its rows',
    'its sums are not those of its rows',
  ]);
});

test('the table of this repository is in order', () => {
  expect(read(ASVS_PAGE).length).toBeGreaterThan(10_000);
  expect(findStaleAsvs(listFiles())).toEqual([]);
});
