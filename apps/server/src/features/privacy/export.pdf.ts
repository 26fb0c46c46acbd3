import { type PersonalData, cleanName } from '@mohlat/contract';
import { createPdf, type PdfFact } from '#platform/pdf/document.ts';
import type { Language } from './erasure.rules.ts';
import { labelOf } from './export.labels.ts';

const WORDS = {
  en: {
    title: 'Your data at Mohlat',
    intro:
      'Everything held about you on {at}, Indian time. Amounts are in rupees. Internal numbers are in the JSON copy.',
    nothing: 'Nothing is held here.',
    leftOut: 'Not in this copy',
    foot: 'Mohlat · your data · {at}',
    page: 'Page {page} of {pages}',
    yes: 'yes',
    no: 'no',
  },
  hi: {
    title: 'Mohlat पर आपका डेटा',
    intro: '{at} (भारतीय समय) को आपके बारे में रखी गई हर जानकारी। रकम रुपये में है। आंतरिक संख्याएँ JSON कॉपी में हैं।',
    nothing: 'यहाँ कुछ नहीं रखा गया है।',
    leftOut: 'जो इस कॉपी में नहीं है',
    foot: 'Mohlat · आपका डेटा · {at}',
    page: 'पेज {page} / {pages}',
    yes: 'हाँ',
    no: 'नहीं',
  },
} as const;

const IST = { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'short' } as const;
const LOCALES = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' } as const;
const INTERNAL = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})$/;
/** Keys of names: `fullName`, `full_name`, `nickname`. */
const NAME = /name$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The copy of a person's data as A4 pages to read and keep. */
export function writeExportPdf(data: PersonalData, language: Language): Promise<Buffer> {
  const words = WORDS[language];
  const at = instant(data.generatedAt, language);
  const pdf = createPdf({
    title: words.title,
    language,
    foot: words.foot.replace('{at}', at),
    pageLabel: words.page,
    createdAt: new Date(data.generatedAt),
  });
  pdf.paragraph(words.intro.replace('{at}', at));
  for (const { title, purpose, items } of data.sections) {
    pdf.heading(title);
    pdf.paragraph(purpose, 'quiet');
    if (items.length === 0) pdf.paragraph(words.nothing);
    for (const [index, item] of items.entries()) {
      if (index > 0) pdf.rule();
      pdf.facts(factsOf(item, language));
    }
  }
  pdf.heading(words.leftOut);
  pdf.facts(data.leftOut.map(({ what, why }) => ({ label: what, value: why })));
  return pdf.end();
}

/** Every value of a row, those within values too, each under the name of its place. */
function factsOf(value: unknown, language: Language, path: readonly string[] = []): PdfFact[] {
  if (value === null || value === undefined || value === '' || isInternal(value)) return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => factsOf(inner, language, [...path, key]));
  return [{ label: labelOf(path, language), value: textOf(value, path.at(-1) ?? '', language) }];
}

/** Ids and hashes: nothing to read. */
function isInternal(value: unknown): boolean {
  return typeof value === 'string' && INTERNAL.test(value);
}

function textOf(value: unknown, key: string, language: Language): string {
  const words = WORDS[language];
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number' && key.endsWith('Paise'))
    return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(value / 100);
  if (typeof value !== 'string') return String(value);
  if (INSTANT.test(value)) return instant(value, language);
  return NAME.test(key) ? cleanName(value) : value;
}

function instant(text: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], IST).format(new Date(text));
}
