import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { isBackDated } from './back-dated.ts';
import { aLoan, day } from './borrowers.testing.ts';

const received = (valueOn: string) => ({
  id: valueOn,
  receivedAt: 0,
  valueOn: day(valueOn),
  coveredPaise: paise(100),
});

test.each([
  ['of an open day', { closedThroughOn: day('2027-02-10') }, '2027-02-11', false],
  ['of a day that was closed', { closedThroughOn: day('2027-02-10') }, '2027-02-10', true],
  ['of the day a loan ended', { status: 'closed', closedOn: day('2027-02-10') }, '2027-02-10', false],
  ['of a day before a loan ended', { status: 'closed', closedOn: day('2027-02-10') }, '2027-02-09', true],
  ['for a loan that never was', { status: 'unwound', closedOn: day('2027-02-10') }, '2027-02-09', false],
] as const)('LEND-W6: money %s', (_, change, valueOn, expected) => {
  expect(isBackDated(aLoan({}, change), day(valueOn))).toBe(expected);
});

test('LEND-W6: of a written-off loan the last receipt counts, too', () => {
  const off = { status: 'written_off', writtenOffOn: day('2027-06-01') } as const;
  const before = aLoan({}, off);
  const after = aLoan({}, { ...off, receipts: [received('2027-07-01'), received('2027-06-20')] });
  const late = [before, after].map((loan) => isBackDated(loan, day('2027-06-25')));
  expect(late).toEqual([false, true]);
  expect(isBackDated(before, day('2027-05-31'))).toBe(true);
});
