import { expect, test } from 'vitest';
import { chargeOverdueOn, classOfDpd } from './dpd.ts';
import { on } from './loan.testing.ts';

test('LEND-L7: an unpaid charge counts from the next due date or 15 days after the levy, whichever is later', () => {
  const dueDates = ['2027-02-15', '2027-03-15', '2027-04-15'].map((date) => on(date));
  expect(chargeOverdueOn(on('2027-02-19'), dueDates)).toBe('2027-03-15');
  expect(chargeOverdueOn(on('2027-03-10'), dueDates)).toBe('2027-03-25');
  expect(chargeOverdueOn(on('2027-04-19'), dueDates)).toBe('2027-05-04');
});

test('LEND-12: a class begins at 1, 31, 61 and 91 days', () => {
  const classes = [0, 1, 30, 31, 60, 61, 90, 91].map((dpd) => classOfDpd(dpd));
  expect(classes.join(' ')).toBe('STD SMA0 SMA0 SMA1 SMA1 SMA2 SMA2 NPA');
});
