import { BILL_FAILURES } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { samplePayment } from '../../test/samples.ts';
import { BILL_TONES, bothHalves, isInMotion, reasonText, STATUS_TONES } from './bill-status.ts';
import { en } from './glossary.en.ts';
import { hi } from './glossary.hi.ts';

test('SPEC-4, SPEC-4.completed, SPEC-4.pending, SPEC-4.failed: completed is green, pending amber, and owing is never red', () => {
  expect(STATUS_TONES).toMatchObject({ completed: 'ok', pending: 'due', failed: 'neutral' });
  expect(Object.values(STATUS_TONES)).not.toContain('bad');
});

test('an outcome that is not known looks like one on its way, never like a failure', () => {
  expect(BILL_TONES.unknown).toBe(BILL_TONES.submitted);
  expect((['accepted', 'submitted', 'unknown'] as const).every(isInMotion)).toBe(true);
  expect((['paid', 'failed', 'reversed'] as const).some(isInMotion)).toBe(false);
});

test('a frozen loan counts no instalments that are left: its bill may come back', () => {
  const both = bothHalves(samplePayment({ frozen: { since: '2026-12-18' }, nextDue: null }), en);
  expect(both).toBe('Bill payment may be on its way back · nothing to pay now');
  expect(bothHalves(samplePayment(), en)).toBe('Bill paid · 3 of 3 instalments left');
});

test.each([
  [en, 'Bill paid · charges of ₹200 left', 'Bill paid · nothing left to repay'],
  [hi, 'बिल भर गया · ₹200 शुल्क बाकी', 'बिल भर गया · चुकाने को कुछ बाकी नहीं'],
])('given every instalment paid, when charges are left, then they are said', (words, some, none) => {
  const schedule = samplePayment().schedule.map((row) => ({ ...row, status: 'paid' as const }));
  const both = (outstandingPaise: number) =>
    bothHalves(samplePayment({ schedule, nextDue: null, outstandingPaise }), words);
  expect([both(20_000), both(0)]).toEqual([some, none]);
});

test.each([
  ['English', en],
  ['Hindi', hi],
])('given a reason why a bill was not paid, when shown in %s, then it has words of its own', (_, words) => {
  for (const code of BILL_FAILURES) expect(reasonText(code, words), code).not.toBe(words.reasonUnknown);
  // A code that this page does not know says nothing about the bank.
  expect(reasonText('of_a_newer_server', words)).toBe(words.reasonUnknown);
});
