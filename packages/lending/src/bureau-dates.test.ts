import { expect, test } from 'vitest';
import { firstReport, reportAfter, reportBy, REPORTING_DATES, reportOf } from './bureau-dates.ts';
import { day } from './borrowers.testing.ts';

test.each([
  ['2027-02-09', '2027-02-13', false],
  ['2027-02-16', '2027-02-20', false],
  ['2027-02-23', '2027-02-27', false],
  ['2027-02-28', '2027-03-05', true],
  ['2028-02-29', '2028-03-05', true],
] as const)('LEND-24: given the reference date %s, then its report is due by %s', (asOn, dueOn, isFull) => {
  expect(reportOf(REPORTING_DATES, day(asOn))).toEqual({ asOn, dueOn, isFull });
});

test('LEND-24: given a day between two reference dates, then none is due of it', () => {
  expect(reportOf(REPORTING_DATES, day('2027-02-10'))).toBeUndefined();
});

test('LEND-24: given a day, when the neighbouring reports are asked for, then the next and the newest are found', () => {
  expect(reportAfter(REPORTING_DATES, day('2027-01-23')).asOn).toBe('2027-01-31');
  expect(reportAfter(REPORTING_DATES, day('2027-01-31')).asOn).toBe('2027-02-09');
  expect(reportBy(REPORTING_DATES, day('2027-02-08')).asOn).toBe('2027-01-31');
  expect(reportBy(REPORTING_DATES, day('2027-02-09')).asOn).toBe('2027-02-09');
});

test('LEND-24: given the fortnights of before July 2026, then a setting says them', () => {
  const fortnights = { daysOfMonth: [15], withinDays: 7, monthEndWithinDays: 7 };
  expect(reportOf(fortnights, day('2026-06-15'))?.dueOn).toBe('2026-06-22');
  expect(reportAfter(fortnights, day('2026-06-15'))).toEqual({
    asOn: '2026-06-30',
    dueOn: '2026-07-07',
    isFull: true,
  });
});

test('LEND-24: given a first loan of the last month, when days are closed late, then the first date since it is reported first', () => {
  const first = (lentOn: string, closedOn: string) =>
    firstReport(REPORTING_DATES, day(lentOn), day(closedOn))?.asOn;
  expect(first('2027-01-16', '2027-01-15')).toBeUndefined();
  expect(first('2027-01-15', '2027-01-15')).toBeUndefined();
  expect(first('2027-01-16', '2027-01-16')).toBe('2027-01-16');
  expect(first('2027-01-15', '2027-02-15')).toBe('2027-01-16');
  expect(first('2027-01-15', '2027-02-16')).toBe('2027-02-16');
});
