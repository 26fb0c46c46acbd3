import { businessDate, type BusinessDate, istDate, istDayBounds } from '@mohlat/money';
import { formatRupees, parseRupees } from '../ui/rupees.ts';
import { DAY_NAMES } from './format-day.ts';
import { clockOf, formatTime, inIndia } from './format-time.ts';
import type { Language } from './language.ts';
import { nowMs } from './product-clock.ts';

export { formatRupees, formatTime, parseRupees };

// Digits stay Latin in every language; only words are translated.
/** Binds a day to its month, as `formatTime` binds an hour to its half of the day; a line may end at a comma or before a year. */
const NB = '\u00a0';
const LOCALES: Record<Language, string> = { en: 'en-US', hi: 'hi-IN-u-nu-latn' };

/** The business date in India by the product's clock: for forms and previews, never for what is owed. */
export function today(): BusinessDate {
  return istDate(nowMs());
}

/** Whether an instant is over by the product's clock: for what is said of it, never for what may be done. */
export function hasPassed(at: string): boolean {
  return Date.parse(at) <= nowMs();
}

/** Whole minutes until the end of a business date in India, by the product's clock; zero once it is over. */
export function minutesUntilEnd(date: string): number {
  return Math.max(0, Math.floor((istDayBounds(businessDate(date)).endMs - nowMs()) / 60_000));
}

/** Milliseconds to the next whole minute of the product's clock; days end in India on one. */
export function untilNextMinuteMs(): number {
  return 60_000 - (nowMs() % 60_000);
}

interface DayParts {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** The parts of a date, by its UTC reading. Throws RangeError "Invalid time value" when it is no instant. */
function partsOf(at: Date, language: Language): DayParts {
  if (Number.isNaN(at.getTime())) throw new RangeError('Invalid time value');
  const { months, weekdays } = DAY_NAMES[language];
  return {
    weekday: weekdays[at.getUTCDay()] ?? '',
    day: String(at.getUTCDate()),
    month: months[at.getUTCMonth()] ?? '',
    year: String(at.getUTCFullYear()),
  };
}

/** The year it is in India. */
function yearOf(now: Date): string {
  return String(inIndia(now).getUTCFullYear());
}

/** Noon UTC of a business date: the same calendar day in every zone that matters. */
function dayOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}

/**
 * A business date for a person: "Mon, 23 Nov" in the current year, "23 Nov 2026" beyond.
 * Throws RangeError "Invalid time value" when it is no date.
 */
export function formatDate(date: string, language: Language = 'en', now: Date = new Date(nowMs())): string {
  const parts = partsOf(dayOf(date), language);
  const thisYear = yearOf(now);
  if (parts.year !== thisYear) return formatDateWithYear(date, language);
  return `${parts.weekday}, ${parts.day}${NB}${parts.month}`;
}

/**
 * Writes the dates of one list in one style: as `formatDate`, unless one of them is of another year; then all have theirs.
 * Throws RangeError "Invalid time value" when one is no date.
 */
export function dateWriter(
  dates: readonly string[],
  language: Language = 'en',
  now: Date = new Date(nowMs()),
): (date: string) => string {
  const thisYear = yearOf(now);
  const isOneYear = dates.every((date) => partsOf(dayOf(date), language).year === thisYear);
  return isOneYear ? (date) => formatDate(date, language, now) : (date) => formatDateWithYear(date, language);
}

/** "20 Nov 2026", whatever the year is now. */
export function formatDateWithYear(date: string, language: Language): string {
  const { day, month, year } = partsOf(dayOf(date), language);
  return `${day}${NB}${month} ${year}`;
}

/** "January 2026", of `2026-01`. */
export function formatMonth(month: string, language: Language = 'en'): string {
  return new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`));
}

/** "20 Nov", in every year: under a column of a chart whose title has the years. */
export function formatDayMonth(date: string, language: Language = 'en'): string {
  const { day, month } = partsOf(dayOf(date), language);
  return `${day} ${month}`;
}

/** "Jan", of a date: under a narrow column. */
export function formatMonthShort(date: string, language: Language = 'en'): string {
  return new Intl.DateTimeFormat(LOCALES[language], { month: 'short', timeZone: 'UTC' }).format(dayOf(date));
}

/** The day of an instant in India, as a business date. */
export function istDateOf(instant: string): string {
  return inIndia(new Date(instant)).toISOString().slice(0, 10);
}

/** "3:35 pm, 20 Nov 2026": every instant a person reads, but for the history's own column. */
export function formatInstant(instant: string, language: Language = 'en'): string {
  const parts = partsOf(inIndia(new Date(instant)), language);
  return `${formatTime(instant)}, ${parts.day}${NB}${parts.month} ${parts.year}`;
}

/**
 * Rule: SPEC-2 Transaction History, and nowhere else: "Nov 20, 2026 15:35", in Hindi with its own month. Throws
 * RangeError "Invalid time value" when it is no instant.
 */
export function formatHistoryDate(instant: string, language: Language = 'en'): string {
  const at = new Date(instant);
  const parts = partsOf(inIndia(at), language);
  const { hour, minute } = clockOf(at);
  return `${parts.month} ${parts.day.padStart(2, '0')}, ${parts.year} ${hour}:${minute}`;
}

/** "+91 98765 43210"; anything that is no Indian mobile stays as it is. */
export function formatMobile(mobile: string): string {
  const match = /^(?:\+?91)?(\d{5})(\d{5})$/.exec(mobile);
  return match === null ? mobile : `+91 ${match[1]} ${match[2]}`;
}

const NETWORK_NAMES = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  rupay: 'RuPay',
  amex: 'American Express',
  diners: 'Diners Club',
  unknown: '',
} as const;

/** A card network's own name; empty when it is not known. */
export function networkName(network: keyof typeof NETWORK_NAMES): string {
  return NETWORK_NAMES[network];
}

/** "HDFC Bank •• 4021": where a line ends, the number stays whole. */
export function cardLabel(bankName: string, last4: string): string {
  return `${bankName} ••\u00a0${last4}`;
}

/** The same for a card that arrives masked, as "•••• 4021". */
export function maskedCardLabel(bankName: string, masked: string): string {
  return cardLabel(bankName, masked.slice(-4));
}
