import type { Language } from './language.ts';

interface DayNames {
  /** From January. */
  readonly months: readonly string[];
  /** From Sunday. */
  readonly weekdays: readonly string[];
}

/**
 * As the platform writes them (Unicode CLDR), which a test compares. They stand here because the platform's own format takes a
 * cheap phone 80 ms to make, on the way to the first thing a person wants to see.
 */
export const DAY_NAMES: Record<Language, DayNames> = {
  en: {
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
    weekdays: 'Sun Mon Tue Wed Thu Fri Sat'.split(' '),
  },
  hi: {
    months: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' '),
    weekdays: 'रवि सोम मंगल बुध गुरु शुक्र शनि'.split(' '),
  },
};

/** "23 Nov", of a business date that stands among others: on a line of time. */
export function formatDay(date: string, language: Language): string {
  const [, month, day] = date.split('-').map(Number);
  return `${day} ${DAY_NAMES[language].months[(month ?? 1) - 1]}`;
}
