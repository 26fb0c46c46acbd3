import { expect, test } from 'vitest';
import { createPdf } from './document.ts';

const options = {
  title: 'रसीद Receipt ₹5,200',
  language: 'hi',
  foot: 'Mohlat',
  pageLabel: 'Page {page} of {pages}',
  createdAt: new Date('2026-11-20T10:00:00Z'),
} as const;

const text = async (pdf: Promise<Buffer>) => (await pdf).toString('latin1');
const pagesOf = (file: string) => [...file.matchAll(/\/Type \/Page\b/g)].length;

test('a document of one page is a PDF with its title and both fonts embedded', async () => {
  const pdf = createPdf(options);
  pdf.heading('मूल');
  pdf.facts([{ label: 'कुल', value: '₹15,600.00' }]);
  const file = await text(pdf.end());
  expect(file.startsWith('%PDF-1.')).toBe(true);
  expect(file).toMatch(/NotoSansDevanagari-Regular/);
  expect(file).toMatch(/NotoSansDevanagari-SemiBold/);
  expect(file).toContain('(hi-IN)');
  expect(pagesOf(file)).toBe(1);
});

test('a long table runs over several pages, and numbering them adds none', async () => {
  const pdf = createPdf(options);
  pdf.table(
    [
      { label: 'Date', share: 0.5 },
      { label: 'Amount', share: 0.5, align: 'right' },
    ],
    Array.from({ length: 200 }, (_, index) => [`row ${index}`, `₹${index}`]),
  );
  const pages = pagesOf(await text(pdf.end()));
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(9);
});

test('a value longer than a page is written to its end', async () => {
  const pdf = createPdf(options);
  pdf.facts([{ label: 'Long', value: 'मोहलत time to repay '.repeat(900) }]);
  expect(pagesOf(await text(pdf.end()))).toBeGreaterThan(2);
});

test('a document is the same whatever the thread has drawn before it', async () => {
  const draw = (words: string) => {
    const pdf = createPdf(options);
    pdf.heading(words);
    pdf.paragraph(`${words} ₹300`);
    return pdf.end();
  };
  const first = await draw('मूल');
  const others = ['Repaid in full', 'ब्याज और शुल्क', 'Zyx 0123456789'];
  for (const words of others) await draw(words);
  expect((await draw('मूल')).equals(first)).toBe(true);
});
