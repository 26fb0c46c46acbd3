import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { allowedLines, type Journal } from './journals.ts';
import {
  isReceiptHeld,
  metByReceipt,
  receiptDisputeLost,
  receiptDisputeMet,
  receiptDisputeWon,
  receiptKeptAgain,
} from './receipt-disputes.ts';
import { UNSEEN_AFTER_MS } from './absence.ts';

const ON = businessDate('2027-02-20');
const NOW = 1_800_000_000_000;
const DISPUTE = { id: 'dispute', amountPaise: paise(60_000) };

test.each<[string, Journal, Record<string, number>]>([
  ['lost', receiptDisputeLost(DISPUTE, false, ON), { A230: 60_000, A100: -60_000 }],
  ['lost after its row was given up', receiptDisputeLost(DISPUTE, true, ON), { A230: 60_000, E550: -60_000 }],
  ['met by the money kept', receiptDisputeMet(DISPUTE, paise(40_000), ON), { L320: 40_000, A230: -40_000 }],
  ['won after it was lost', receiptDisputeWon(DISPUTE, ON), { A100: 60_000, A230: -60_000 }],
  ['kept again', receiptKeptAgain(DISPUTE, paise(40_000), ON), { A230: 40_000, L320: -40_000 }],
])('LEND-16 journal 34: a dispute of money without an owner, %s', (_, booked, expected) => {
  expect(Object.fromEntries(booked.lines.map(({ account, amountPaise }) => [account, amountPaise]))).toEqual(
    expected,
  );
  const allowed = new Set(allowedLines().map(({ kind, account, side }) => `${kind} ${account} ${side}`));
  for (const { account, amountPaise } of booked.lines)
    expect(allowed).toContain(`${booked.kind} ${account} ${amountPaise > 0 ? 'debit' : 'credit'}`);
});

test('LEND-16 journal 34: each step of such a dispute is a source of its own', () => {
  const sources = [
    receiptDisputeLost(DISPUTE, false, ON),
    receiptDisputeMet(DISPUTE, paise(1), ON),
    receiptDisputeWon(DISPUTE, ON),
    receiptKeptAgain(DISPUTE, paise(1), ON),
  ].map(({ source }) => JSON.stringify(source));
  expect(new Set(sources).size).toBe(4);
});

test.each([
  ['open', 60_000, 0, true],
  ['won', 60_000, 0, false],
  ['given', 60_000, 0, false],
  ['lost', 60_000, 40_000, true],
  ['lost', 60_000, 60_000, false],
] as const)(
  'LEND-21: given a dispute that is %s, of %i paise, %i of them met, then the money is held: %s',
  (status, amount, met, isHeld) => {
    expect(isReceiptHeld([{ status, amountPaise: paise(amount), metPaise: paise(met) }])).toBe(isHeld);
  },
);

test.each([
  ['no dispute', [], false],
  ['an open one beside one that is won', ['won', 'open', 'given'], true],
] as const)('LEND-21: given %s, then the money is held or not', (_, statuses, isHeld) => {
  const disputes = statuses.map((status) => ({ ...DISPUTE, status, metPaise: paise(0) }));
  expect(isReceiptHeld(disputes)).toBe(isHeld);
});

test.each([
  ['all that is kept, and no more', { status: 'held', sentAt: null }, 90_000, 60_000],
  ['a part', { status: 'held', sentAt: null }, 20_000, 20_000],
  ['nothing that staff have cleared', { status: 'held', sentAt: null }, 0, 0],
  ['nothing of one won after staff gave it up', { status: 'held', sentAt: null }, -20_000, 0],
  ['money that has not left', { status: 'returning', sentAt: null }, 60_000, 60_000],
  ['no money that may have left', { status: 'returning', sentAt: NOW - UNSEEN_AFTER_MS + 1 }, 60_000, 0],
  [
    'money that did not leave in a day',
    { status: 'returning', sentAt: NOW - UNSEEN_AFTER_MS },
    60_000,
    60_000,
  ],
  ['no money that went back', { status: 'returned', sentAt: NOW - UNSEEN_AFTER_MS }, 60_000, 0],
  ['no money that has an owner', { status: 'identified', sentAt: null }, 60_000, 0],
] as const)('LEND-16 journal 34: a lost dispute takes %s', (_, money, standing, expected) => {
  expect(metByReceipt({ ...money, keptPaise: paise(60_000) }, paise(standing), NOW)).toBe(expected);
});
