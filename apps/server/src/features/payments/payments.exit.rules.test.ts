import { businessDate, paise, unpaidInstalment } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type ExitFacts, exitQuote } from './payments.exit.rules.ts';

const START = businessDate('2027-01-15');

/** The loan of the worked examples, with so much of it held for the first instalment. */
function facts(heldPaise = 0, change: Partial<ExitFacts> = {}): ExitFacts {
  const row = unpaidInstalment({
    number: 1,
    dueOn: businessDate('2027-02-15'),
    principalPaise: paise(1_500_000),
    feePaise: paise(30_000),
    interestPaise: paise(15_000),
    amountPaise: paise(1_545_000),
  });
  return {
    amountPaise: 1_500_000,
    serviceFeePaise: 30_000,
    gstPaise: 4_576,
    aprBps: 2384,
    disbursedOn: START,
    coolingOffDays: 3,
    instalments: [{ ...row, paidPrincipalPaise: paise(heldPaise) }],
    ...change,
  };
}
const on = (day: string, given = facts()) => exitQuote(given, businessDate(day));

test('LEND-8: costs the bill and the days used, to the end of the third day', () => {
  expect(on('2027-01-15')).toEqual({
    untilOn: '2027-01-18',
    chargePaise: 0,
    chargeLeftPaise: 0,
    amountPaise: 1_500_000,
  });
  expect(on('2027-01-17')).toMatchObject({ chargePaise: 1_959, amountPaise: 1_501_959 });
  expect(on('2027-01-18')).toMatchObject({ chargePaise: 2_939 });
  expect(on('2027-01-19')).toBeUndefined();
});

test('LEND-8: the window is the one of the settings the loan was sold under', () => {
  expect(on('2027-01-16', facts(0, { coolingOffDays: 1 }))?.untilOn).toBe('2027-01-16');
  expect(on('2027-01-17', facts(0, { coolingOffDays: 1 }))).toBeUndefined();
});

test('LEND-8: what was repaid is taken off, down to the least an order may be for', () => {
  expect(on('2027-01-17', facts(520_000))?.amountPaise).toBe(981_959);
  expect(on('2027-01-17', facts(1_501_958))?.amountPaise).toBe(100);
  expect(on('2027-01-15', facts(1_500_000))?.amountPaise).toBe(100);
});

test('before the bank has the money, and before that day, there is nothing to leave', () => {
  expect(on('2027-01-15', facts(0, { disbursedOn: null }))).toBeUndefined();
  expect(on('2027-01-14')).toBeUndefined();
});
