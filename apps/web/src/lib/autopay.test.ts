import { expect, test } from 'vitest';
import { samplePayment } from '../../test/samples.ts';
import { isCollectable } from './autopay.ts';

test('autopay has something to collect where a row is not due yet, unless the loan is frozen or was written off', () => {
  expect(isCollectable(samplePayment())).toBe(true);
  expect(isCollectable(samplePayment({ isWrittenOff: true }))).toBe(false);
  expect(isCollectable(samplePayment({ frozen: { since: '2026-12-18' } }))).toBe(false);
  const late = samplePayment().schedule.map((row) => ({ ...row, status: 'overdue' as const }));
  expect(isCollectable(samplePayment({ schedule: late }))).toBe(false);
});
