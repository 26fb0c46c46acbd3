import type { BusinessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { extensibleUntil, extensionRefusal } from './hardships.rules.ts';

const on = (day: string) => day as BusinessDate;
const ONE = { fromOn: on('2027-02-16'), untilOn: on('2027-03-17'), endedOn: null };

test('LEND-23: what lasts may be made longer, to ninety days in all', () => {
  const today = on('2027-03-17');
  expect(extensibleUntil(ONE, today)).toBe('2027-05-16');
  expect(extensionRefusal(ONE, '2027-05-16', today)).toBeNull();
  expect(extensionRefusal(ONE, '2027-05-17', today)).toBe('hardship_extension_day');
  expect(extensionRefusal(ONE, '2027-03-17', today)).toBe('hardship_extension_day');
  expect(extensionRefusal({ ...ONE, untilOn: on('2027-05-16') }, '2027-05-16', today)).toBe(
    'hardship_extension_day',
  );
});

test('LEND-23: what is over is not begun again', () => {
  expect(extensionRefusal(ONE, '2027-04-01', on('2027-03-18'))).toBe('hardship_over');
  expect(extensibleUntil(ONE, on('2027-03-18'))).toBeNull();
  const ended = { ...ONE, endedOn: on('2027-03-01') };
  expect(extensionRefusal(ended, '2027-04-01', on('2027-03-02'))).toBe('hardship_over');
});
