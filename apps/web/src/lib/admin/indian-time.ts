import { istClock } from '@mohlat/money';

const OFFSET = '+05:30';

/** An instant as a field of the platform holds it: an Indian clock to the minute, wherever the device is. */
export function indianFieldTime(instant: string): string {
  if (instant === '') return '';
  return istClock(Date.parse(instant)).toISOString().slice(0, 16);
}

/** The instant at which an Indian clock shows what was typed; empty stays empty. */
export function instantOfIndianTime(time: string): string {
  return time === '' ? '' : new Date(`${time}${OFFSET}`).toISOString();
}
