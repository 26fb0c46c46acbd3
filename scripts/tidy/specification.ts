import { isText, place, read } from './files.ts';
import type { Finding } from './finding.ts';

const PAGE = 'docs/spec-coverage.md';
const ID = /\bSPEC-\d\.[a-z0-9]+(?:-[a-z0-9]+)*/g;
const LINK = /\]\(\.\.\/([^)]+)\)/g;
const TEST = /\.(test|spec)\.tsx?$/;

/** The page is kept by hand: it names only files that exist, and has a row for every id that a test names. */
export function findStaleSpecification(files: readonly string[]): readonly Finding[] {
  const page = read(PAGE);
  const known = new Set(page.match(ID));
  const lost = [...page.matchAll(LINK)]
    .filter((link) => !files.includes(link[1] ?? ''))
    .map((link) => ({
      at: place(PAGE, page, link.index),
      what: `names ${link[1]}, which does not exist`,
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
