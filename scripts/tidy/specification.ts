import { isText, place, read } from './files.ts';
import type { Finding } from './finding.ts';

const PAGE = 'docs/spec-coverage.md';
const ID = /\bSPEC-\d\.[a-z0-9]+(?:-[a-z0-9]+)*/g;
const LINK = /\[((?:[^\]\\]|\\.)+)\]\(\.\.\/([^)]+)\)/g;
const ESCAPED = /\\(?=\W)/g;
const TEST = /\.(test|spec)\.tsx?$/;

/** The page is kept by hand: it names only tests that exist, and has a row for every id that a test names. */
export function findStaleSpecification(files: readonly string[]): readonly Finding[] {
  const page = read(PAGE);
  const known = new Set(page.match(ID));
  const lost = [...page.matchAll(LINK)]
    .filter(([, title, file]) => !hasTest(files, file!, title!))
    .map(({ 1: title, 2: file, index }) => ({
      at: place(PAGE, page, index),
      what: `names “${title}” in ${file}, which does not exist`,
      mend: 'Name the test that proves the row today.',
    }));
  const tests = files.filter((file) => TEST.test(file) && isText(file));
  const homeless = tests.flatMap((file) =>
    [...read(file).matchAll(ID)]
      .filter(([id]) => !known.has(id))
      .map(({ 0: id, index }) => ({
        at: place(file, read(file), index),
        what: `names ${id}, which has no row in ${PAGE}`,
        mend: 'Correct the id, or add the row.',
      })),
  );
  return [...lost, ...homeless];
}

/** True where a file exists and has a test of this title. */
function hasTest(files: readonly string[], file: string, title: string): boolean {
  if (!files.includes(file)) return false;
  return !TEST.test(file) || read(file).replace(ESCAPED, '').includes(title.replace(ESCAPED, ''));
}
