// `npm run spec`: writes docs/spec-coverage.md, what the product's specification asks beside the tests that prove it.
// `--verify`: fails when an item has no test, when a test names an item nobody wrote, or when the page is another.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CHAPTERS } from './spec/chapters.ts';
import { renderPage } from './spec/page.ts';
import { findBadReading } from './spec/plants.ts';
import { idsOf, proveChapter } from './spec/prove.ts';
import { readTests } from './spec/tests.ts';
import { listFiles, read } from './tidy/files.ts';

const PAGE = 'docs/spec-coverage.md';
const TEST = /\.(test|spec)\.tsx?$/;

process.chdir(resolve(import.meta.dirname, '..'));
const groups = CHAPTERS.flatMap((chapter) => chapter.groups);
const ids = groups.flatMap(({ items }) =>
  items.flatMap(({ proof }) => (proof.by === 'id' ? [proof.id] : [])),
);
const places = new Set(groups.flatMap(({ where }) => where));
const tests = listFiles()
  .filter((file) => TEST.test(file) && mayProve(file))
  .flatMap((file) => readTests(file));
const proven = CHAPTERS.map((chapter) => ({ chapter, groups: proveChapter(chapter, tests) }));
const rows = proven.flatMap((chapter) => chapter.groups.flat());
const page = renderPage(proven);
const problems = [
  ...findBadReading(),
  ...rows.flatMap(({ item, missing }) =>
    missing === undefined
      ? []
      : [`“${item.text}” has no test. ${missing} Write one, or name it in its title.`],
  ),
  ...ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => `Two items are called ${id}: rename one.`),
  ...tests.flatMap(({ file, titles }) =>
    idsOf(titles)
      .filter((id) => !ids.includes(id))
      .map((id) => `${file} names ${id}, which no item is called: correct the title, or add the item.`),
  ),
];

if (!process.argv.includes('--verify')) writeFileSync(PAGE, page);
else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page)
  problems.push(`${PAGE} is not what items and tests say: run \`npm run spec\` and commit.`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`Specification: ${rows.length} items, ${problems.length} out of order.\n`);
if (problems.length > 0) process.exitCode = 1;

/** A file in a place that some group looks at, or one that names an item. */
function mayProve(file: string): boolean {
  return [...places].some((place) => file.startsWith(place)) || idsOf(read(file)).length > 0;
}
