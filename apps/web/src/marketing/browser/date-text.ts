import type { BusinessDate } from '@mohlat/money';

/** "Sun, 20 Dec": a day stays with its month where a line ends; digits stay Latin in every language. */
export function dateText(date: BusinessDate, language: string): string {
  const isHindi = language === 'hi';
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  const format = new Intl.DateTimeFormat(isHindi ? 'hi-IN-u-nu-latn' : 'en-US', {
    weekday: 'short',
    day: 'numeric',
    month: isHindi ? 'long' : 'short',
    timeZone: 'UTC',
  });
  for (const part of format.formatToParts(new Date(`${date}T12:00:00Z`))) parts[part.type] = part.value;
  return `${parts.weekday}, ${parts.day}\u00a0${parts.month}`;
}
