import { expect, test } from 'vitest';
import { mayResolve, type Resolution, resolutionOutcome } from './resolutions.ts';

test.each([
  ['a return that staff found withdrawn', 'returned', 'agreed', true, true],
  ['a return that came', 'returned', 'reverse', true, false],
  ['another difference that staff agree on', 'adjusted', 'agreed', true, false],
])('LEND-X10: given %s, then clearing it ends the freeze or not', (_, kind, resolution, isByStaff, ends) => {
  expect(resolutionOutcome(kind, resolution, isByStaff).endsFreeze).toBe(ends);
});

test.each([
  ['staff explain a row without an owner', 'unmatched_row', true, true],
  ['its owner was found', 'unmatched_row', false, false],
  ['staff clear another difference', 'amount', true, false],
])('LEND-21: given %s, then the row waits no more or as before', (_, kind, isByStaff, explains) => {
  expect(resolutionOutcome(kind, 'agreed', isByStaff).explainsRow).toBe(explains);
});

const OPEN = { kind: 'duplicate', rail: 'billpay', paise: 500, isUnderway: false };

test.each<[string, Partial<typeof OPEN>, Resolution, boolean]>([
  ['money taken', {}, 'rail_returned', true],
  ['money missed', { paise: -500 }, 'rail_returned', true],
  ['no money', { paise: 0 }, 'rail_returned', false],
  ['money whose refund is on its way', { isUnderway: true }, 'rail_returned', false],
  ['money taken', {}, 'loss', true],
  ['money taken', {}, 'agreed', false],
  ['no money', { paise: 0 }, 'agreed', true],
  ['no money, under way', { paise: 0, isUnderway: true }, 'agreed', false],
  ['money taken', {}, 'reverse', false],
  ['a bill that came back', { kind: 'returned', paise: 0 }, 'reverse', true],
  ['a bill of another rail', { kind: 'returned', rail: 'razorpay', paise: 0 }, 'reverse', false],
  ['a bill that came back', { kind: 'returned' }, 'loss', false],
  ['a debt of the rail', { kind: 'refund_due' }, 'refund_arrived', true],
  ['a debt of a paisa', { kind: 'refund_due', paise: 1 }, 'refund_arrived', true],
  ['a debt that is paid', { kind: 'refund_due', paise: 0 }, 'refund_arrived', false],
  ['a debt below zero', { kind: 'refund_due', paise: -1 }, 'loss', false],
  ['a row that took', { kind: 'unmatched_row', paise: 1 }, 'loss', true],
  ['a row that took', { kind: 'unmatched_row', paise: 1 }, 'rail_returned', false],
  ['a row that brought', { kind: 'unmatched_row', paise: -1 }, 'rail_returned', true],
  ['a row that brought', { kind: 'unmatched_row', paise: -1 }, 'loss', false],
  ['a row of nothing', { kind: 'unmatched_row', paise: 0 }, 'loss', false],
  ['a row of nothing', { kind: 'unmatched_row', paise: 0 }, 'rail_returned', false],
  ['a row that took', { kind: 'unmatched_row' }, 'agreed', true],
])('LEND-21: given %s (%j), when cleared by %s, then it may be: %s', (_, of, resolution, may) => {
  expect(mayResolve({ ...OPEN, ...of }, resolution)).toBe(may);
});
