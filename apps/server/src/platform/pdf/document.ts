import { ThreadPool } from '#platform/pools/thread-pool.ts';

export interface PdfFact {
  readonly label: string;
  readonly value: string;
}

export interface PdfColumn {
  readonly label: string;
  /** Share of the width; the shares of a table's columns add up to 1. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

export interface PdfOptions {
  readonly title: string;
  readonly language: 'en' | 'hi';
  /** Stands left at the foot of every page. */
  readonly foot: string;
  /** The text of the page number: `Page {page} of {pages}`. */
  readonly pageLabel: string;
  readonly createdAt: Date;
}

/** One thing that stands in a document, below what came before it. */
export type PdfStep =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly tone: 'plain' | 'quiet' }
  | { readonly kind: 'facts'; readonly facts: readonly PdfFact[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly PdfColumn[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'page' };

/** The content of a document before it is drawn. Plain data. */
export interface PdfScript {
  readonly options: PdfOptions;
  readonly steps: readonly PdfStep[];
}

/** A4 pages written from the top to the bottom. */
export interface Pdf {
  heading(text: string): void;
  paragraph(text: string, tone?: 'plain' | 'quiet'): void;
  /** Labels left, values right of them. */
  facts(facts: readonly PdfFact[]): void;
  /** The head of the table is said again on every page it runs over to. */
  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void;
  /** A thin line between two things. */
  rule(): void;
  /** Begins a new page. */
  page(): void;
  /** Draws the document with numbered pages, in a thread of its own, and answers the whole file. Throws busy. */
  end(): Promise<Buffer>;
}

/** Those of a whole process: drawing one takes up to a second. Fairness among people is for who asks for documents to keep. */
const DRAWN_LATER_MAX = 32;
const drawing = new ThreadPool<PdfScript, Uint8Array>({
  entry: new URL('./draw.thread.ts', import.meta.url),
  queueMax: DRAWN_LATER_MAX,
});

/** Begins a document with its title. */
export function createPdf(options: PdfOptions): Pdf {
  const steps: PdfStep[] = [];
  const add = (step: PdfStep): void => void steps.push(step);
  return {
    heading: (text) => add({ kind: 'heading', text }),
    paragraph: (text, tone = 'plain') => add({ kind: 'paragraph', text, tone }),
    facts: (facts) => add({ kind: 'facts', facts }),
    table: (columns, rows) => add({ kind: 'table', columns, rows }),
    rule: () => add({ kind: 'rule' }),
    page: () => add({ kind: 'page' }),
    end: async () => Buffer.from(await drawing.run('document', { options, steps })),
  };
}
