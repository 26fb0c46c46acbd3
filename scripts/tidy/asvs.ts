import { place, read } from './files.ts';
import type { Finding } from './finding.ts';

export const ASVS_PAGE = 'docs/asvs.md';
const ROW = /^\| (\d+\.\d+\.\d+) +\| (\d) +\|.*?\| (met|not met|does not apply) +\|(.*)\|$/gm;
/** A code span that looks like a path of ours, or like a setting. */
const PATH = /`((?:\.?[\w-]+\/)+[\w.-]+|[\w-]+\.(?:md|ts|json|mjs))`/g;
const SETTING = /`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)`/g;
const CHAPTER = /^(## V.*|\*\*\d+ requirements.*)$/gm;

interface Row {
  readonly index: number;
  readonly level: string;
  readonly answer: string;
  readonly how: string;
}

/**
 * The table of ASVS names nothing that is not there: each path is a file, each setting is in docs/configuration.md, a row that is
 * met names one of both, and the sums above the tables are those of their rows.
 */
export function findStaleAsvs(
  files: readonly string[],
  page: string = read(ASVS_PAGE),
  settings: string = read('docs/configuration.md'),
): readonly Finding[] {
  const known = new Set(files);
  const at = (index: number) => place(ASVS_PAGE, page, index);
  const lost = [...page.matchAll(PATH)]
    .filter(([, path = '']) => !known.has(path))
    .map(({ 1: path, index }) => ({
      at: at(index),
      what: `names ${path}, which does not exist`,
      mend: 'Name the test, setting or source file that proves the row today.',
    }));
  const unset = [...page.matchAll(SETTING)]
    .filter(([, name = '']) => !settings.includes(`\`${name}\``))
    .map(({ 1: name, index }) => ({
      at: at(index),
      what: `names ${name}, which docs/configuration.md does not`,
      mend: 'Correct the name of the setting.',
    }));
  const rows = [...page.matchAll(ROW)].map(({ 2: level = '', 3: answer = '', 4: how = '', index }): Row => {
    return { index, level, answer, how };
  });
  const unproven = rows
    .filter(({ answer, how }) => answer === 'met' && !/`[^`]+`|see \d/.test(how))
    .map(({ index }) => ({
      at: at(index),
      what: 'is met by nothing that can be looked up',
      mend: 'Name a test, a setting or a source file, or say that it is not met.',
    }));
  return [...lost, ...unset, ...unproven, ...findWrongSums(page, rows)];
}

function findWrongSums(page: string, rows: readonly Row[]): Finding[] {
  const heads = [...page.matchAll(CHAPTER)];
  return heads.flatMap(({ 0: head, index }, number): Finding[] => {
    const isWhole = head.startsWith('**');
    const end = isWhole ? page.length : (heads[number + 1]?.index ?? page.length);
    const own = rows.filter((row) => row.index > index && row.index < end);
    const wanted = isWhole ? wholeOf(own) : `Met ${sums(own)}.`;
    return page.slice(index, end).includes(wanted)
      ? []
      : [
          {
            at: place(ASVS_PAGE, page, index),
            what: 'its sums are not those of its rows',
            mend: `They are: ${wanted}`,
          },
        ];
  });
}

function sums(rows: readonly Row[]): string {
  const count = (answer: string) => rows.filter((row) => row.answer === answer).length;
  return `${count('met')}, not met ${count('not met')}, does not apply ${count('does not apply')}`;
}

function wholeOf(rows: readonly Row[]): string {
  const first = rows.filter(({ level }) => level === '1');
  return `**${rows.length} requirements: met ${sums(rows)}.** Of them ${first.length} are of level 1: met ${sums(first)}.`;
}
