import { DAY_MS } from './durations.ts';
declare const dateBrand: unique symbol;

/** A day of the Indian business calendar as `YYYY-MM-DD`. Sorts as text. */
export type BusinessDate = string & { readonly [dateBrand]: true };

const IST_OFFSET_MS = 19_800_000;

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function civil(date: string): CivilDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (match === null) return undefined;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (parts.year < 1 || parts.month < 1 || parts.month > 12) return undefined;
  return parts.day < 1 || parts.day > daysInMonth(parts.year, parts.month) ? undefined : parts;
}

function checkedCivil(date: string): CivilDate {
  const parts = civil(date);
  if (parts === undefined) throw new RangeError('Not a calendar date of the form YYYY-MM-DD');
  return parts;
}

function fromCivil({ year, month, day }: CivilDate): BusinessDate {
  if (year < 1 || year > 9999) throw new RangeError('The date is outside the years 0001 to 9999');
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as BusinessDate;
}

// Day numbers count from 1970-01-01, in years that begin on 1 March so that a leap day falls last.
function toDayNumber({ year, month, day }: CivilDate): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function fromDayNumber(dayNumber: number): BusinessDate {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return fromCivil({
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  });
}

/**
 * Days that were read or written lately, by name and by number, and the ends of their months: a close counts with the same few days for every loan, and reading a
 * date cost a quarter of it. What a function answers does not depend on it.
 */
const NUMBERS = new Map<string, number>();
const NAMES = new Map<number, BusinessDate>();
const MONTH_ENDS = new Map<string, BusinessDate>();
/** A lending book's days for two hundred years. */
const REMEMBERED_MAX = 75_000;

function remember<K, V>(known: Map<K, V>, key: K, value: V): V {
  if (known.size >= REMEMBERED_MAX) known.clear();
  known.set(key, value);
  return value;
}

function numberOf(date: string): number {
  return NUMBERS.get(date) ?? remember(NUMBERS, date, toDayNumber(checkedCivil(date)));
}

function nameOf(dayNumber: number): BusinessDate {
  return NAMES.get(dayNumber) ?? remember(NAMES, dayNumber, fromDayNumber(dayNumber));
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('A calendar step is a whole number');
  return value;
}

export function isIsoDate(text: string): text is BusinessDate {
  return civil(text) !== undefined;
}

/** @throws RangeError when the text is not a real day as `YYYY-MM-DD` */
export function businessDate(text: string): BusinessDate {
  return fromCivil(checkedCivil(text));
}

/**
 * The Indian business date of an instant: the day of UTC+05:30, no daylight saving.
 * Rule: LEND-T1
 * @param instant milliseconds since the epoch, or an ISO instant that names its offset
 * @throws RangeError when the text is no instant
 */
export function istDate(instant: number | string): BusinessDate {
  return nameOf(Math.floor((epochMsOf(instant) + IST_OFFSET_MS) / DAY_MS));
}

/**
 * The clock of India at an instant, in milliseconds: a date whose UTC reading is the Indian one. India has one zone and never changes
 * its clocks.
 * Rule: LEND-T1
 */
export function istClock(instantMs: number): Date {
  return new Date(instantMs + IST_OFFSET_MS);
}

/** An instant as a sheet reads it as a time, on the clock of India: `2027-02-16 00:35:00`. Rule: LEND-T1 */
export function istSheetTime(instant: string): string {
  return istClock(Date.parse(instant)).toISOString().slice(0, 19).replace('T', ' ');
}

function epochMsOf(instant: number | string): number {
  // Without an offset a browser would read the text in its own time zone.
  const isNamed = typeof instant === 'number' || /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(instant);
  const ms = typeof instant === 'number' ? instant : Date.parse(instant);
  if (!isNamed || !Number.isFinite(ms)) throw new RangeError('Not an instant with an offset');
  return ms;
}

/**
 * The day as instants, `startMs` included and `endMs` not. Rule: LEND-T1
 */
export function istDayBounds(date: BusinessDate): { readonly startMs: number; readonly endMs: number } {
  const startMs = numberOf(date) * DAY_MS - IST_OFFSET_MS;
  return { startMs, endMs: startMs + DAY_MS };
}

/** The first instant of a day. Rule: LEND-T1 */
export function startOfDay(date: BusinessDate): Date {
  return new Date(istDayBounds(date).startMs);
}

export function addDays(date: BusinessDate, days: number): BusinessDate {
  return nameOf(numberOf(date) + wholeNumber(days));
}

/**
 * The same day of the month k months later, clipped to that month's last day. Always count from the anchor
 * date: a chain of single months would drift after a short one.
 * Rule: LEND-T4
 */
export function addMonths(anchor: BusinessDate, months: number): BusinessDate {
  const { year, month, day } = checkedCivil(anchor);
  const index = year * 12 + (month - 1) + wholeNumber(months);
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return fromCivil({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) });
}

/** The last day of a date's month. */
export function monthEnd(date: BusinessDate): BusinessDate {
  return MONTH_ENDS.get(date) ?? remember(MONTH_ENDS, date, lastOfMonth(checkedCivil(date)));
}

function lastOfMonth({ year, month }: CivilDate): BusinessDate {
  return fromCivil({ year, month, day: daysInMonth(year, month) });
}

/** Days from the first date to the second; negative when the second is earlier. */
export function daysBetween(from: BusinessDate, to: BusinessDate): number {
  return numberOf(to) - numberOf(from);
}

/** Negative, zero or positive, as a sort wants it. */
export function compare(left: BusinessDate, right: BusinessDate): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(date: BusinessDate): number {
  return ((((toDayNumber(checkedCivil(date)) + 3) % 7) + 7) % 7) + 1;
}

/** Completed years of age on a day; someone born on 29 February turns older on 1 March of a common year. */
export function ageInYears(bornOn: BusinessDate, on: BusinessDate): number {
  const years = Number(on.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return on.slice(5) < bornOn.slice(5) ? years - 1 : years;
}
