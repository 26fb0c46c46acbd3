import { paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { isBackDated, takenAtMs } from './is-back-dated.ts';
import { aLoan, day } from './borrowers.testing.ts';

const received = (valueOn: string) => ({
  id: valueOn,
  receivedAt: 0,
  valueOn: day(valueOn),
  coveredPaise: paise(100),
});

const paid = { repaymentId: 'money', channel: 'checkout', onlyNumber: null } as const;

test.each([
  ['of an open day', { closedThroughOn: day('2027-02-10') }, '2027-02-11', false],
  ['of a day that was closed', { closedThroughOn: day('2027-02-10') }, '2027-02-10', true],
  ['of the day a loan ended', { status: 'closed', closedOn: day('2027-02-10') }, '2027-02-10', false],
  ['of a day before a loan ended', { status: 'closed', closedOn: day('2027-02-10') }, '2027-02-09', true],
  ['for a loan that never was', { status: 'unwound', closedOn: day('2027-02-10') }, '2027-02-09', false],
] as const)('LEND-W6: money %s', (_, change, valueOn, expected) => {
  expect(isBackDated(aLoan({}, change), { ...paid, valueOn: day(valueOn), receivedAt: 0 }, [])).toBe(
    expected,
  );
});

test('LEND-8, LEND-20: given a loan that was left, when a debit of before is heard of, then it is left all the same', () => {
  const loan = aLoan({}, { status: 'exited', closedOn: day('2027-02-16') });
  const heard = (channel: 'mandate' | 'checkout') =>
    isBackDated(loan, { ...paid, channel, onlyNumber: 1, valueOn: day('2027-02-15'), receivedAt: 0 }, []);
  expect([heard('mandate'), heard('checkout')]).toEqual([false, true]);
});

test('LEND-W6: of a written-off loan the last receipt counts, too', () => {
  const off = { status: 'written_off', writtenOffOn: day('2027-06-01') } as const;
  const before = aLoan({}, off);
  const after = aLoan({}, { ...off, receipts: [received('2027-07-01'), received('2027-06-20')] });
  const late = [before, after].map((loan) =>
    isBackDated(loan, { ...paid, valueOn: day('2027-06-25'), receivedAt: 0 }, []),
  );
  expect(late).toEqual([false, true]);
  expect(isBackDated(before, { ...paid, valueOn: day('2027-05-31'), receivedAt: 0 }, [])).toBe(true);
});

test('LEND-W5: money of a day counts in the order of its hours, also where later money of the day ended the loan', () => {
  const later = { ...received('2027-02-10'), receivedAt: 500 };
  const open = aLoan({}, { closedThroughOn: day('2027-02-09'), receipts: [later] });
  const ended = aLoan({}, { status: 'closed', closedOn: day('2027-02-10'), receipts: [later] });
  const undone = aLoan({}, { status: 'unwound', closedOn: day('2027-02-10'), receipts: [later] });
  const heard = (receivedAt: number) =>
    [open, ended, undone].map((loan) =>
      isBackDated(loan, { ...paid, valueOn: day('2027-02-10'), receivedAt }, []),
    );
  expect(heard(499)).toEqual([true, true, false]);
  expect(heard(500)).toEqual([false, false, false]);
});

test('LEND-W5: given two payments of one second, then they count by their ids, in whichever order they are heard of', () => {
  const booked = { ...received('2027-02-10'), id: 'b', receivedAt: 500 };
  const loan = aLoan({}, { closedThroughOn: day('2027-02-09'), receipts: [booked] });
  const isLate = (repaymentId: string) =>
    isBackDated(loan, { ...paid, repaymentId, valueOn: day('2027-02-10'), receivedAt: 500 }, []);
  expect([isLate('a'), isLate('c')]).toEqual([true, false]);
});

test('LEND-W5, LEND-24: money of an hour before a waiver or a write-off of its day is late, whether or not that ended the loan', () => {
  const open = aLoan({}, { closedThroughOn: day('2027-02-09') });
  const ended = aLoan({}, { status: 'closed', closedOn: day('2027-02-10') });
  const off = aLoan({}, { status: 'written_off', writtenOffOn: day('2027-02-10') });
  const gone = aLoan({}, { status: 'closed', closedOn: day('2027-02-09') });
  const heard = (receivedAt: number, effectiveOn = '2027-02-10') =>
    [open, ended, off, gone].map((loan) =>
      isBackDated(loan, { ...paid, valueOn: day('2027-02-10'), receivedAt }, [
        { at: 500, effectiveOn: day(effectiveOn) },
      ]),
    );
  expect(heard(499)).toEqual([true, true, true, false]);
  expect(heard(500)).toEqual([false, false, false, false]);
  expect(heard(499, '2027-02-09')).toEqual([false, false, false, false]);
});

test('LEND-L6: a debit under a mandate is late where a bounce charge of its instalment and days stands', () => {
  const charge = {
    id: 'bounce 2',
    kind: 'bounce',
    number: 2,
    lateDays: 0,
    leviedOn: day('2027-02-10'),
    overdueOn: day('2027-02-20'),
    amountPaise: paise(10_000),
    paidPaise: paise(0),
    waivedPaise: paise(0),
  } as const;
  const loan = aLoan({}, { closedThroughOn: day('2027-02-09'), charges: [charge] });
  const heard = (onlyNumber: number, valueOn: string, channel: 'mandate' | 'checkout' = 'mandate') =>
    isBackDated(loan, { ...paid, channel, onlyNumber, valueOn: day(valueOn), receivedAt: 0 }, []);
  expect([heard(2, '2027-02-10'), heard(1, '2027-02-10'), heard(2, '2027-02-11')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(heard(2, '2027-02-10', 'checkout')).toBe(false);
});

describe('LEND-W5: given money that a rail told by its second, and a waiver of that second', () => {
  const told = Date.parse('2027-02-20T06:00:00Z');
  const waivers = [{ at: told + 500, effectiveOn: day('2027-02-20') }];

  test.each([
    ['was asked for after the waiver', told + 700, told + 500],
    ['was asked for before the waiver', told + 300, told],
    ['was asked for at the instant of the waiver', told + 500, told + 500],
  ])('when it %s, then it counts on that side of it', (_, asked, counted) => {
    expect(takenAtMs(told, asked, waivers)).toBe(counted);
  });

  test('when the waiver is of another second, then money counts as it was told', () => {
    expect(takenAtMs(told - 1000, told + 700, waivers)).toBe(told - 1000);
    expect(takenAtMs(told + 1000, told + 1700, waivers)).toBe(told + 1000);
  });
});
