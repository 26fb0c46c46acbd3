import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawPdf } from './draw.ts';

const options = {
  title: 'Mohlat',
  language: 'hi',
  foot: 'Mohlat',
  pageLabel: '{page}',
  createdAt: new Date('2026-11-20T10:00:00Z'),
} as const;

/** The unpacked streams of a document: its pages, fonts and tables. */
function partsOf(file: Buffer): string[] {
  return [...file.toString('latin1').matchAll(/\/FlateDecode\s*>>\s*stream\n(.*?)\nendstream/gs)].map(
    ([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'),
  );
}

/** The code points that a reader copies out of a document, as the document's own tables of signs name them. */
async function signsOf(text: string): Promise<string> {
  const file = await drawPdf({ options, steps: [{ kind: 'paragraph', text, tone: 'plain' }] });
  return partsOf(file)
    .filter((plain) => plain.includes('beginbfrange'))
    .join('\n')
    .toUpperCase();
}

test('a word that begins with अं keeps its अ after a document that had आ and no अ', async () => {
  expect(await signsOf('आप')).toContain('0906');
  const signs = await signsOf('अंक');
  expect(signs).toContain('0905');
  expect(signs, 'the dotted circle of a sign that stands on nothing').not.toContain('25CC');
});

/** The size that headings alone have, as a page sets it. */
const OF_HEADING = ' 13 Tf';

test('a heading stays with its sentence and the first row under them', async () => {
  const row = { label: 'SHA-256', value: 'fe5cf0065415' };
  const line = { kind: 'paragraph', text: 'Mohlat', tone: 'plain' } as const;
  const section = [
    { kind: 'heading', text: 'Key facts' },
    { kind: 'paragraph', text: 'It is the one with this hash:', tone: 'plain' },
  ] as const;
  const table = { kind: 'table', columns: [{ label: 'Day', share: 1 }], rows: [['27 Nov']] } as const;
  for (const under of [{ kind: 'facts', facts: [row] } as const, table]) {
    for (let lines = 38; lines < 50; lines += 1) {
      const steps = [...Array.from({ length: lines }, () => line), ...section, under];
      const pages = partsOf(await drawPdf({ options, steps })).filter((part) => part.includes(' Tf'));
      expect(
        pages.findIndex((page) => page.includes(OF_HEADING)),
        `after ${lines} lines, above ${under.kind}`,
      ).toBe(pages.length - 1);
    }
  }
});
