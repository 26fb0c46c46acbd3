import { businessDate, DAY_MS, MINUTE_MS, paise } from '@mohlat/money';
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

const ON = businessDate('2027-02-20');
const NOW = 1_800_000_000_000;
const UNSENT = { sentAt: null, absence: null };
const SENT = { sentAt: NOW - 10 * DAY_MS, absence: null };
const UNSEEN = { since: NOW - 10 * MINUTE_MS, looks: 3 };
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
  ['all that is kept, and no more', 'held', UNSENT, 90_000, 60_000],
  ['a part', 'held', UNSENT, 20_000, 20_000],
  ['nothing that staff have cleared', 'held', UNSENT, 0, 0],
  ['nothing of one won after staff gave it up', 'held', UNSENT, -20_000, 0],
  ['money that has not left', 'returning', UNSENT, 60_000, 60_000],
  ['no money that may have left', 'returning', SENT, 60_000, 0],
  [
    'no money that one look does not show',
    'returning',
    { ...SENT, absence: { ...UNSEEN, looks: 1 } },
    60_000,
    0,
  ],
  ['money that three looks do not show', 'returning', { ...SENT, absence: UNSEEN }, 60_000, 60_000],
  ['no money that went back', 'returned', { ...SENT, absence: UNSEEN }, 60_000, 0],
  ['no money that has an owner', 'identified', UNSENT, 60_000, 0],
] as const)('LEND-16 journal 34: a lost dispute takes %s', (_, status, request, standing, expected) => {
  const money = { status, ...request, keptPaise: paise(60_000) };
  expect(metByReceipt(money, paise(standing), NOW)).toBe(expected);
});
