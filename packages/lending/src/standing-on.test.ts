import { expect, test } from 'vitest';
import { day } from './borrowers.testing.ts';
import { dpdOn, isForeseen, standingOn } from './standing-on.ts';

const loan = {
  standings: [
    { on: day('2027-01-15'), dpd: 0, class: 'STD' },
    { on: day('2027-02-15'), dpd: 1, class: 'SMA0' },
    { on: day('2027-03-01'), dpd: 0, class: 'STD' },
  ],
} as const;

test.each([
  ['2027-01-14', undefined, 0],
  ['2027-02-14', 'STD', 0],
  ['2027-02-15', 'SMA0', 1],
  ['2027-02-28', 'SMA0', 14],
  ['2027-03-31', 'STD', 0],
])(
  'LEND-D6: given the facts of a loan, when asked for %s, then it is %s, %i days past due',
  (on, cls, dpd) => {
    expect(standingOn(loan, day(on))?.class).toBe(cls);
    expect(dpdOn(loan, day(on))).toBe(dpd);
  },
);

test.each([
  ['2027-01-14', 0, 'STD', false],
  ['2027-02-28', 14, 'SMA0', true],
  ['2027-02-28', 13, 'SMA0', false],
  ['2027-02-28', 14, 'NPA', false],
] as const)(
  'LEND-D6: given %s with %i days and %s, then the facts say so already: %s',
  (on, dpd, cls, is) => {
    expect(isForeseen(loan, { on: day(on), dpd, class: cls })).toBe(is);
  },
);
