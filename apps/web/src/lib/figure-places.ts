/** Sentences with places for figures that staff may change, such as `{grace}`. */

const PLACE = /\{(\w+)\}/g;
const BETWEEN_SENTENCES = /(?<=[.।])\s+/u;

/** The figures by the names of their places. */
export type PlaceTexts = Readonly<Partial<Record<string, string>>>;

/** A sentence with its figures; a place for which there is none stays as it is. */
export function fill(text: string, texts: PlaceTexts): string {
  return text.replace(PLACE, (place, name: string) => texts[name] ?? place);
}

/** Whether a sentence has a place for a figure. */
export function hasFigures(text: string): boolean {
  return text.search(PLACE) >= 0;
}

/** A text with its figures; a sentence whose figure is not known is left out. */
export function fillKnown(text: string, texts: PlaceTexts): string {
  return fill(text, texts)
    .split(BETWEEN_SENTENCES)
    .filter((sentence) => !hasFigures(sentence))
    .join(' ');
}

/** "30 days", in the language of the page. */
export function daysText(count: number, language: string): string {
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language === 'hi' ? 'hi-IN' : 'en-IN', format).format(count);
}
