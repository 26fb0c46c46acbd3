import { expect, test } from 'vitest';
import { indianFieldTime, instantOfIndianTime } from './indian-time.ts';

test('what is typed is read on an Indian clock, wherever the device is', () => {
  expect(instantOfIndianTime('2026-12-01T10:00')).toBe('2026-12-01T04:30:00.000Z');
  expect(instantOfIndianTime('2026-12-01T02:00')).toBe('2026-11-30T20:30:00.000Z');
  expect(instantOfIndianTime('')).toBe('');
});

test('an instant is shown in a field as an Indian clock has it', () => {
  expect(indianFieldTime('2026-11-30T20:30:00Z')).toBe('2026-12-01T02:00');
  expect(indianFieldTime(instantOfIndianTime('2027-03-31T23:59'))).toBe('2027-03-31T23:59');
  expect(indianFieldTime('')).toBe('');
});
