import type { Chapter } from './item.ts';
import type { Row } from './prove.ts';
import type { Test } from './tests.ts';
import { GAP } from './texts.ts';

export interface Proven {
  readonly chapter: Chapter;
  /** Rows in the order of the chapter's groups. */
  readonly groups: readonly (readonly Row[])[];
}

/** The page: chapters, groups, and one line for each item. */
export function renderPage(proven: readonly Proven[]): string {
  const count = proven.flatMap(({ groups }) => groups.flat()).length;
  return [
    '# What the specification asks, and which test proves it',
    '',
    'Every route, sentence, bound, state, constant, field and call of the product’s specification, in its order, beside',
    'the tests that hold it. Written by `npm run spec`; do not edit. The items stand in `scripts/spec/chapters`.',
    '',
    'A sentence counts where a test asserts it word for word, a route where a test opens it, a call where a test makes it.',
    'Everything else has an id: the tests with the id in their title have to assert the figures and words of its row. What',
    'a test only sets up, negates or says in a comment proves nothing. An item without a test fails `npm run check`.',
    '',
    `${count} items.`,
    ...proven.flatMap(({ chapter, groups }) => [
      '',
      `## ${chapter.title}`,
      ...chapter.groups.flatMap(({ title }, index) => [
        '',
        `### ${title}`,
        '',
        '| | the specification | proven by |',
        '| --- | --- | --- |',
        ...(groups[index] ?? []).map(line),
      ]),
    ]),
    '',
  ].join('\n');
}

function line({ item, tests, missing }: Row): string {
  const id = item.proof.by === 'id' ? ` <sub>${item.proof.id}</sub>` : '';
  const note = item.note === undefined ? '' : `<br>_${item.note}_`;
  // Of the many that say a sentence one is enough; a page that counted them would change with every test.
  const shown = item.proof.by === 'id' ? tests : tests.slice(0, 1);
  const proof = missing ?? shown.map(link).join('<br>');
  return `| ${item.kind} | ${cell(item.text)}${id}${note} | ${proof} |`;
}

function link({ file, title }: Test): string {
  const bare = title.replace(/^(?:[A-Z]+-[A-Z]?\d+(?:\.[a-z0-9-]+)?(?:, |: ))+/, '').replaceAll(GAP, '…');
  return `[${cell(bare).replace(/[[\]]/g, '\\$&')}](../${file})`;
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[|<]/g, '\\$&');
}
