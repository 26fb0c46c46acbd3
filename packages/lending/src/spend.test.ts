import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type Claim, spend } from './spend.ts';

const claim = (component: Claim['component'], amount: number): Claim => ({
  number: 1,
  chargeId: null,
  component,
  amountPaise: paise(amount),
});
const purse = (repaymentId: string, amount: number) => ({ repaymentId, amountPaise: paise(amount) });

test('LEND-W2: given two purses, then each claim is covered in order, and a claim may need both', () => {
  const { shares, short, excess } = spend(
    [claim('interest', 30), claim('fee', 50), claim('principal', 100)],
    [purse('first', 60), purse('second', 200)],
  );
  expect(shares.map((one) => [one.repaymentId, one.component, one.amountPaise])).toEqual([
    ['first', 'interest', 30],
    ['first', 'fee', 30],
    ['second', 'fee', 20],
    ['second', 'principal', 100],
  ]);
  expect(short).toEqual([]);
  expect(excess).toEqual([purse('second', 80)]);
});

test('LEND-W2: given too little, then only what is open is short, and no purse is left', () => {
  const { shares, short, excess } = spend(
    [claim('interest', 30), claim('fee', 50), claim('principal', 100)],
    [purse('only', 60)],
  );
  expect(shares.map(({ amountPaise }) => amountPaise)).toEqual([30, 30]);
  expect(short).toEqual([claim('fee', 20), claim('principal', 100)]);
  expect(excess).toEqual([]);
});
