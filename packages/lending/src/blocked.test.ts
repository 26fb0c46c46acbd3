import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import type { BlockedDays } from './blocked.ts';
import { aLoan, borrowerWith, day, live } from './borrowers.testing.ts';

/** Due on 15 February: its first charge comes at the opening of the 19th, and the 18th is the last day to avoid it. */
test.each<[string, readonly BlockedDays[], number]>([
  ['that lasts', [{ fromOn: day('2027-02-10'), untilOn: null }], 0],
  ['that ended on the last day to pay', [{ fromOn: day('2027-02-10'), untilOn: day('2027-02-18') }], 0],
  ['that began on it', [{ fromOn: day('2027-02-18'), untilOn: null }], 0],
  ['that ended before it', [{ fromOn: day('2027-02-10'), untilOn: day('2027-02-17') }], 20_000],
  ['that began after it', [{ fromOn: day('2027-02-19'), untilOn: null }], 20_000],
])(
  'LEND-L3, LEND-14: given a block %s, then its person is charged where they could pay',
  (_, blocks, levied) => {
    const { changes } = live({ ...borrowerWith(aLoan()), blocks }, '2027-01-15', '2027-02-28');
    const charges = changes.flatMap((one) => (one.change === 'charge_levied' ? [one.amountPaise] : []));
    expect(charges).toEqual(levied === 0 ? [] : [paise(levied)]);
  },
);
