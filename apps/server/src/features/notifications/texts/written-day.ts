import type { BusinessDate } from '@mohlat/money';
import type { Language } from './mail-template.ts';

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const WRITTEN = {
  en: new Intl.DateTimeFormat('en-IN', DAY),
  hi: new Intl.DateTimeFormat('hi-IN-u-nu-latn', DAY),
} as const;

/** A day as every message writes it: "15 February 2027", "15 फ़रवरी 2027". */
export function writtenDay(day: BusinessDate, language: Language): string {
  return WRITTEN[language].format(new Date(`${day}T00:00:00Z`));
}
