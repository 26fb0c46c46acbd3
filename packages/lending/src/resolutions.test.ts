import { expect, test } from 'vitest';
import { resolutionOutcome } from './resolutions.ts';

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
