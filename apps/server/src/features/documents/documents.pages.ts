import { formatRupees, paise } from '@mohlat/money';
import { createPdf, type Pdf } from '#platform/pdf/document.ts';

export type Language = 'en' | 'hi';

const LOCALES = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' } as const;
const PAGE = { en: 'Page {page} of {pages}', hi: 'पेज {page} / {pages}' } as const;

/**
 * Begins a document. The same `createdAt` and content make the same file, byte for byte: a document is not kept but
 * written again from what the books hold.
 */
export function openDocument(title: string, foot: string, language: Language, createdAt: Date): Pdf {
  return createPdf({ title, language, foot: `Mohlat · ${foot}`, pageLabel: PAGE[language], createdAt });
}

export function money(amountPaise: number): string {
  return formatRupees(paise(amountPaise), { decimals: 'always' });
}

/** Whole rupees without their ".00", inside a sentence. */
export function shortMoney(amountPaise: number): string {
  return formatRupees(paise(amountPaise));
}

/** A business date, `2026-01-15`, as people read it. */
export function dayText(date: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}

/** A month, `2026-01`. */
export function monthText(month: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}

/** An instant in Indian time. */
export function instantText(at: Date, language: Language): string {
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Asia/Kolkata',
  }).format(at);
  return `${text} IST`;
}
