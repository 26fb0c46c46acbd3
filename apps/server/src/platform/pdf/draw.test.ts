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

/** The code points that a reader copies out of a document, as the document's own tables of signs name them. */
async function signsOf(text: string): Promise<string> {
  const file = (await drawPdf({ options, steps: [{ kind: 'paragraph', text, tone: 'plain' }] })).toString(
    'latin1',
  );
  const streams = [...file.matchAll(/\/FlateDecode\s*>>\s*stream\n(.*?)\nendstream/gs)];
  return streams
    .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
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
