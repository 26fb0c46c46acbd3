import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageInYears,
  businessDate,
  compare,
  daysBetween,
  isIsoDate,
  istDate,
  istDayBounds,
  monthEnd,
  weekday,
} from './calendar.ts';

const day = businessDate;
const anyDate = fc.integer({ min: 0, max: 40_000 }).map((offset) => addDays(day('1990-01-01'), offset));

describe('istDate', () => {
  it('LEND-T1: W13, the last millisecond of the day belongs to it and the next one does not', () => {
    expect(istDate('2027-02-15T18:29:59.999Z')).toBe('2027-02-15');
    expect(istDate('2027-02-15T18:30:00Z')).toBe('2027-02-16');
    expect(istDate('2027-02-15T23:59:59+05:30')).toBe('2027-02-15');
    expect(istDate(0)).toBe('1970-01-01');
    expect(istDate(-19_800_001)).toBe('1969-12-31');
  });

  it('LEND-T1: refuses a time that does not say its offset', () => {
    expect(() => istDate('2027-02-15T18:30:00')).toThrow(RangeError);
    expect(() => istDate('2027-02-15')).toThrow(RangeError);
    expect(() => istDate('soon')).toThrow(RangeError);
    expect(() => istDate(Number.NaN)).toThrow(RangeError);
  });

  it('LEND-T1: a day holds exactly the instants between its bounds', () => {
    fc.assert(
      fc.property(anyDate, fc.nat(86_399_999), (date, offset) => {
        const { startMs, endMs } = istDayBounds(date);
        expect(endMs - startMs).toBe(86_400_000);
        expect(istDate(startMs + offset)).toBe(date);
        expect(istDate(startMs - 1)).toBe(addDays(date, -1));
        expect(istDate(endMs)).toBe(addDays(date, 1));
      }),
    );
  });

  it('LEND-T1: agrees with the platform’s own time zone data', () => {
    const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
        expect(istDate(ms)).toBe(zone.format(ms));
      }),
    );
  });
});

describe('isIsoDate', () => {
  it('knows the last day of every month, and of February in leap years', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    lengths.forEach((length, index) => {
      const month = `2027-${String(index + 1).padStart(2, '0')}`;
      expect(isIsoDate(`${month}-${length}`), month).toBe(true);
      expect(isIsoDate(`${month}-${length + 1}`), month).toBe(false);
    });
    expect(['2028', '2000', '2100', '2027'].map((year) => isIsoDate(`${year}-02-29`))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('addDays', () => {
  it('knows the years 0001 to 9999 and no other', () => {
    expect(addDays(day('0001-01-02'), -1)).toBe('0001-01-01');
    expect(() => addDays(day('0001-01-01'), -1)).toThrow(RangeError);
    expect(addDays(day('9999-12-30'), 1)).toBe('9999-12-31');
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError);
  });
});

describe('addMonths', () => {
  it('LEND-T4: counts from the anchor, so a short month does not pull later dates forward', () => {
    const anchor = day('2027-01-31');
    expect([1, 2, 3, 13].map((months) => addMonths(anchor, months))).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2028-02-29',
    ]);
    expect(addMonths(anchor, 0)).toBe(anchor);
    expect(addMonths(day('2027-12-15'), 1)).toBe('2028-01-15');
    expect(addMonths(day('2027-01-15'), -1)).toBe('2026-12-15');
  });

  it('LEND-T4: lands in the k-th month, on the anchor’s day or on the month’s last', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 60 }), (anchor, months) => {
        const due = addMonths(anchor, months);
        const monthIndex = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
        expect(monthIndex(due) - monthIndex(anchor)).toBe(months);
        const isLastOfMonth = addDays(due, 1).slice(8) === '01';
        expect(due.slice(8) === anchor.slice(8) || (isLastOfMonth && due.slice(8) < anchor.slice(8))).toBe(
          true,
        );
      }),
    );
  });
});

describe('days', () => {
  it('LEND-T1: counts over leap days and years', () => {
    expect(daysBetween(day('2028-01-31'), day('2028-02-29'))).toBe(29);
    expect(daysBetween(day('2027-03-02'), day('2027-01-31'))).toBe(-30);
    expect(addDays(day('2027-01-31'), 30)).toBe('2027-03-02');
    expect(addDays(day('2100-02-28'), 1)).toBe('2100-03-01');
    expect(addDays(day('2000-02-28'), 1)).toBe('2000-02-29');
  });

  it('LEND-T1: going forward and counting back agree', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -5_000, max: 5_000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(Math.sign(compare(date, addDays(date, days)))).toBe(Math.sign(-days) + 0);
      }),
    );
  });

  it('LEND-T1: knows the days of the week', () => {
    expect(weekday(day('1970-01-01'))).toBe(4);
    expect(weekday(day('2026-11-20'))).toBe(5);
    expect(weekday(day('1969-12-28'))).toBe(7);
  });

  it.each([
    '2027-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-04-31',
    '27-01-01',
    '2027-1-1',
    '2027-01-01T00:00',
    '',
  ])('LEND-T1: does not take %j for a date', (text) => {
    expect(isIsoDate(text)).toBe(false);
    expect(() => businessDate(text)).toThrow(RangeError);
  });

  it('LEND-T1: refuses part of a day and years that cannot be written', () => {
    expect(() => addDays(day('2027-01-01'), 0.5)).toThrow(RangeError);
    expect(() => addMonths(day('9999-12-01'), 1)).toThrow(RangeError);
  });

  it('LEND-D01: age counts completed years', () => {
    expect(ageInYears(day('2005-11-20'), day('2026-11-19'))).toBe(20);
    expect(ageInYears(day('2005-11-20'), day('2026-11-20'))).toBe(21);
    expect(ageInYears(day('2004-02-29'), day('2025-02-28'))).toBe(20);
    expect(ageInYears(day('2004-02-29'), day('2025-03-01'))).toBe(21);
  });
});

describe('monthEnd', () => {
  it('given any day, is in its month and the day before the next month begins', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const last = monthEnd(date);
        expect(last.slice(0, 7)).toBe(date.slice(0, 7));
        expect(addDays(last, 1).slice(8)).toBe('01');
        expect(monthEnd(date)).toBe(last);
      }),
    );
  });
});
