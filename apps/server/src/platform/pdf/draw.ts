import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { PdfColumn, PdfFact, PdfOptions, PdfScript, PdfStep } from './document.ts';

const require = createRequire(import.meta.url);
/**
 * One family that has Latin, Devanagari and the rupee sign, so that no text falls between two fonts. It is parsed once a
 * thread: parsed again for each document, it was three quarters of what drawing a page cost.
 */
const REGULAR = parsed(
  require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
);
const BOLD = parsed(
  require.resolve('@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
);

/**
 * Each sign is looked up by its code point once. One that is first asked for as a part of another (अ as part of आ, when a
 * document is embedded) is kept without a code point, and each later document draws a dotted circle in its place.
 */
function parsed(file: string) {
  const font = create(readFileSync(file));
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

const INK = '#161925';
const QUIET = '#4c5063';
const LINE = '#d9d6ce';
const ACCENT = '#313797';
const SIDE = 48;
const FOOT = 64;
const SIZES = { title: 20, heading: 13, text: 9.5, small: 8 } as const;

/** Draws a whole document: A4 pages from the top to the bottom, numbered. */
export function drawPdf({ options, steps }: PdfScript): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 56, bottom: FOOT, left: SIDE, right: SIDE },
    bufferPages: true,
    lang: options.language === 'hi' ? 'hi-IN' : 'en-IN',
    displayTitle: true,
    info: { Title: options.title, Producer: 'Mohlat', Creator: 'Mohlat', CreationDate: options.createdAt },
  });
  doc.registerFont('regular', REGULAR);
  doc.registerFont('bold', BOLD);
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  doc.font('bold').fontSize(SIZES.title).fillColor(INK).text(options.title).moveDown(0.4);

  for (const [index, step] of steps.entries()) {
    if (step.kind === 'heading') makeRoom(doc, headedHeight(doc, steps.slice(index + 1)));
    draw(doc, step);
  }
  numberPages(doc, options);
  doc.end();
  return done;
}

type Doc = InstanceType<typeof PDFDocument>;

function draw(doc: Doc, step: PdfStep): void {
  switch (step.kind) {
    case 'heading':
      doc
        .moveDown(0.8)
        .font('bold')
        .fontSize(SIZES.heading)
        .fillColor(ACCENT)
        .text(step.text, SIDE)
        .moveDown(0.3);
      return;
    case 'paragraph':
      doc
        .font('regular')
        .fontSize(SIZES.text)
        .fillColor(step.tone === 'quiet' ? QUIET : INK);
      doc.text(step.text, SIDE).moveDown(0.3);
      return;
    case 'facts':
      drawFacts(doc, step.facts);
      return;
    case 'table':
      drawTable(doc, step.columns, step.rows);
      return;
    case 'page':
      doc.addPage();
      return;
    case 'rule':
      makeRoom(doc, 16);
      doc.y += 2;
      drawLine(doc, innerWidth(doc));
      doc.y += 3;
  }
}

const FACT_CELLS = [
  { share: 0.34, tone: QUIET },
  { share: 0.66, tone: INK },
] as const;

function drawFacts(doc: Doc, facts: readonly PdfFact[]): void {
  for (const { label, value } of facts) drawRow(doc, [label, value], FACT_CELLS, innerWidth(doc));
  doc.moveDown(0.4);
}

/** A heading with the space around it. */
const HEADING = 40;
/** A paragraph's space below it. */
const BELOW = 5;

/** The height of a heading with what is not parted from it: its sentence, and the first row of what follows. */
function headedHeight(doc: Doc, [next, afterwards]: readonly PdfStep[]): number {
  const isSaid = next?.kind === 'paragraph';
  const row = firstRowHeight(doc, isSaid ? afterwards : next);
  doc.font('regular').fontSize(SIZES.text);
  const sentence = isSaid ? doc.heightOfString(next.text, { width: innerWidth(doc) }) + BELOW : 0;
  // More than half a page is parted: what is that long goes on by itself.
  return HEADING + Math.min(sentence + row, roomOf(doc) / 2);
}

function firstRowHeight(doc: Doc, step: PdfStep | undefined): number {
  switch (step?.kind) {
    case 'facts': {
      const [first] = step.facts;
      return first === undefined ? 0 : rowHeight(doc, [first.label, first.value], FACT_CELLS);
    }
    case 'table': {
      const heads = step.columns.map(({ label }) => label);
      const cells = step.columns.map((column) => ({ ...column, tone: INK }));
      return rowHeight(doc, heads, cells) + rowHeight(doc, step.rows[0] ?? [], cells) + 2 * BELOW;
    }
    default:
      return SIZES.text;
  }
}

interface Cell {
  readonly share: number;
  readonly tone: string;
  readonly align?: 'left' | 'right';
  readonly font?: 'regular' | 'bold';
}

const GAP = 8;

function innerWidth(doc: Doc): number {
  return doc.page.width - 2 * SIDE;
}

/** Begins a new page when less than this is left of the present one. */
function makeRoom(doc: Doc, height: number): boolean {
  if (doc.y + height <= doc.page.height - FOOT) return false;
  doc.addPage();
  return true;
}

/** The room on an empty page. */
function roomOf(doc: Doc): number {
  return doc.page.height - FOOT - doc.page.margins.top;
}

/** The height of the highest of its cells, and never more than a page: a longer text goes on by itself. */
function rowHeight(doc: Doc, texts: readonly string[], cells: readonly Cell[]): number {
  return Math.min(textHeight(doc, texts, cells), roomOf(doc)) + 3;
}

function textHeight(doc: Doc, texts: readonly string[], cells: readonly Cell[]): number {
  doc.fontSize(SIZES.text);
  return Math.max(
    ...cells.map(({ share, font = 'regular' }, index) =>
      doc.font(font).heightOfString(texts[index] ?? '', { width: innerWidth(doc) * share - GAP }),
    ),
  );
}

/** Cells side by side, as high as the highest of them. */
function drawRow(
  doc: Doc,
  texts: readonly string[],
  cells: readonly Cell[],
  width: number,
  onNewPage: () => void = () => undefined,
): void {
  const height = textHeight(doc, texts, cells);
  if (makeRoom(doc, rowHeight(doc, texts, cells))) onNewPage();
  const top = doc.y;
  let left = SIDE;
  for (const [index, { share, tone, align = 'left', font = 'regular' }] of cells.entries()) {
    doc.font(font).fontSize(SIZES.text).fillColor(tone);
    doc.text(texts[index] ?? '', left, top, { width: width * share - GAP, align });
    left += width * share;
  }
  // A text longer than a page has gone on to the next one by itself.
  doc.y = height > roomOf(doc) ? doc.y : top + height + 3;
  doc.x = SIDE;
}

function drawLine(doc: Doc, width: number): void {
  const { y } = doc;
  doc
    .moveTo(SIDE, y)
    .lineTo(SIDE + width, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  doc.y = y + 3;
}

function drawTable(doc: Doc, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void {
  const width = innerWidth(doc);
  const cells = columns.map(({ share, align = 'left' }) => ({ share, align, tone: INK }));
  const heads = cells.map((cell) => ({ ...cell, tone: QUIET, font: 'bold' as const }));
  const head = () =>
    drawRow(
      doc,
      columns.map(({ label }) => label),
      heads,
      width,
    );
  head();
  for (const row of rows) {
    drawLine(doc, width);
    drawRow(doc, row, cells, width, head);
  }
  drawLine(doc, width);
  doc.moveDown(0.4);
}

function numberPages(doc: Doc, { foot, pageLabel }: PdfOptions): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Writing below the margin would begin a new page.
    doc.page.margins.bottom = 0;
    const label = pageLabel.replace('{page}', String(page + 1)).replace('{pages}', String(count));
    const y = doc.page.height - FOOT / 2 - SIZES.small;
    doc.font('regular').fontSize(SIZES.small).fillColor(QUIET);
    doc.text(foot, SIDE, y, { width: innerWidth(doc) * 0.7, lineBreak: false });
    doc.text(label, SIDE, y, { width: innerWidth(doc), align: 'right', lineBreak: false });
  }
}
