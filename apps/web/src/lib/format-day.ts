import { DAY_NAMES } from './day-names.ts';
import type { Language } from './language.ts';

/** "23 Nov", of a business date that stands among others: on a line of time. */
export function formatDay(date: string, language: Language): string {
  const [, month, day] = date.split('-').map(Number);
  return `${day} ${DAY_NAMES[language].months[(month ?? 1) - 1]}`;
}
