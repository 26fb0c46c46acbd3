import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import {
  chargebackLost,
  chargebackOpened,
  chargebackUndone,
  chargebackWon,
  excessKeptAgain,
  returnedWithoutDispute,
} from './chargebacks.ts';
import { allowedLines, type Journal } from './journals.ts';

const ON = businessDate('2027-02-20');
const DISPUTE = { id: 'dispute', loanId: 'loan', amountPaise: paise(520_000) };
const REPAYMENT = { ...DISPUTE, id: 'repayment' };
const byCheckout = { channel: 'checkout', returnedPaise: paise(0) } as const;
const byMandate = { channel: 'mandate', returnedPaise: paise(20_000) } as const;
const found = { channel: 'identified', returnedPaise: paise(0) } as const;

test.each<[string, Journal | null, Record<string, number>]>([
  ['opened', chargebackOpened(DISPUTE, ON), { A230: 520_000, A100: -520_000 }],
  [
    'lost of its excess, and won after all',
    excessKeptAgain(DISPUTE, paise(70_000), ON),
    { A230: 70_000, L310: -70_000 },
  ],
  ['won', chargebackWon(DISPUTE, ON), { A100: 520_000, A230: -520_000 }],
  ['lost', chargebackLost(DISPUTE, byCheckout, ON), { A120: 520_000, A230: -520_000 }],
  ['won after it was lost', chargebackUndone(DISPUTE, byCheckout, ON), { A230: 520_000, A120: -520_000 }],
  [
    'won after it was lost, of money staff found',
    chargebackUndone(DISPUTE, found, ON),
    { A230: 520_000, L320: -520_000 },
  ],
  [
    'won after it was lost, a part of which had gone back to the payer',
    chargebackUndone(DISPUTE, byMandate, ON),
    { A230: 500_000, L310: 20_000, A121: -520_000 },
  ],
  [
    'lost after a part of the money had gone back to the payer',
    chargebackLost(DISPUTE, byMandate, ON),
    { A121: 520_000, A230: -500_000, L310: -20_000 },
  ],
  [
    'returned without a dispute after a part had gone back to the payer',
    returnedWithoutDispute(REPAYMENT, { ...byCheckout, returnedPaise: paise(20_000) }, ON),
    { A230: 20_000, L310: -20_000 },
  ],
  [
    'returned without a dispute, of money whose owner staff had found',
    returnedWithoutDispute(REPAYMENT, found, ON),
    { L320: 520_000, A120: -520_000 },
  ],
])('LEND-16 journal 34: a repayment that is %s', (_, booked, expected) => {
  const lines = booked?.lines ?? [];
  expect(Object.fromEntries(lines.map(({ account, amountPaise }) => [account, amountPaise]))).toEqual(
    expected,
  );
  expect(new Set(lines.map(({ loanId }) => loanId))).toEqual(new Set(['loan']));
  const allowed = new Set(allowedLines().map(({ kind, account, side }) => `${kind} ${account} ${side}`));
  for (const { account, amountPaise } of lines)
    expect(allowed).toContain(`chargeback ${account} ${amountPaise > 0 ? 'debit' : 'credit'}`);
});

test('LEND-16 journal 17: a return without a dispute adds nothing where its mirror says it all', () => {
  expect(returnedWithoutDispute(REPAYMENT, byCheckout, ON)).toBeNull();
});

test('LEND-16 journal 34: each step of a dispute is a source of its own', () => {
  expect(chargebackOpened(DISPUTE, ON).source).toEqual({ of: 'row', id: 'dispute', rewoundCount: 0 });
  expect(chargebackWon(DISPUTE, ON).source).toEqual({ of: 'row step', id: 'dispute', step: 'won' });
  expect(chargebackLost(DISPUTE, byCheckout, ON).source).toEqual({
    of: 'row step',
    id: 'dispute',
    step: 'lost',
  });
  expect(returnedWithoutDispute(REPAYMENT, found, ON)?.source).toEqual({
    of: 'row step',
    id: 'repayment',
    step: 'returned',
  });
});
