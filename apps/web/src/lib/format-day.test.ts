import { expect, test } from 'vitest';
import { DAY_NAMES } from './format-day.ts';
import { clockOf, inIndia } from './format-time.ts';

test.each([
  ['en', 'en-US', 'short'],
  ['hi', 'hi-IN', 'long'],
] as const)('months and weekdays in %s are those of the platform', (language, locale, length) => {
  const written = (option: Intl.DateTimeFormatOptions) => (day: number) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...option }).format(Date.UTC(2026, 10, day));
  const month = (index: number) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: length }).format(Date.UTC(2026, index, 5));
  expect(DAY_NAMES[language]).toEqual({
    months: Array.from({ length: 12 }, (_, index) => month(index)),
    // The first of November 2026 is a Sunday.
    weekdays: [1, 2, 3, 4, 5, 6, 7].map(written({ weekday: 'short' })),
  });
});

test('the clock of an instant is that of Asia/Kolkata, on both sides of its midnight', () => {
  for (const instant of ['2026-11-22T18:29:59Z', '2026-11-22T18:30:00Z', '2026-06-30T23:59:00Z']) {
    const platform = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Kolkata',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(instant));
    const { hour, minute } = clockOf(new Date(instant));
    const [day] = inIndia(new Date(instant)).toISOString().split('T');
    expect(`${day} ${hour}:${minute}`).toBe(platform);
  }
});
