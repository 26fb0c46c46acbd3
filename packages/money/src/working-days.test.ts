import { describe, expect, it } from 'vitest';
import { businessDate } from './calendar.ts';
import { addWorkingDays, isWorkingDay } from './working-days.ts';

const day = businessDate;
const holidays = [day('2027-01-26')];

describe('working days', () => {
  it('LEND-T6: banks close on Sundays, second and fourth Saturdays and holidays', () => {
    expect(isWorkingDay(day('2027-01-24'), holidays)).toBe(false);
    expect(isWorkingDay(day('2027-01-09'), holidays)).toBe(false);
    expect(isWorkingDay(day('2027-01-23'), holidays)).toBe(false);
    expect(isWorkingDay(day('2027-01-26'), holidays)).toBe(false);
    expect(isWorkingDay(day('2027-01-16'), holidays)).toBe(true);
    expect(isWorkingDay(day('2027-01-30'), holidays)).toBe(true);
    expect(isWorkingDay(day('2027-01-25'), holidays)).toBe(true);
  });

  it('LEND-T6: counts from the next day and steps over closed ones', () => {
    expect(addWorkingDays(day('2027-01-22'), 1, holidays)).toBe('2027-01-25');
    expect(addWorkingDays(day('2027-01-22'), 3, holidays)).toBe('2027-01-28');
    expect(addWorkingDays(day('2027-01-24'), 0, holidays)).toBe('2027-01-24');
    expect(() => addWorkingDays(day('2027-01-24'), -1, holidays)).toThrow(RangeError);
  });
});
