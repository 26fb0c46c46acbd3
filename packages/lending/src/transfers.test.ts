import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { CHART } from './accounts.ts';
import { allowedLines } from './journals.ts';
import { transfer, type TransferName, transferRows, TRANSFERS } from './transfers.ts';

const NAMES = Object.keys(TRANSFERS) as TransferName[];
const ABOUT = {
  source: { of: 'row', id: 'row', rewoundCount: 0 },
  loanId: 'loan',
  effectiveOn: businessDate('2027-01-15'),
} as const;

test.each(NAMES)('LEND-16: given a transfer %s, then its two lines are allowed and balance', (name) => {
  const { kind, lines } = transfer(name, ABOUT, 12_345);
  expect(lines.map(({ amountPaise }) => amountPaise)).toEqual([12_345, -12_345]);
  const allowed = allowedLines().map((line) => `${line.kind} ${line.account} ${line.side}`);
  for (const { account, amountPaise } of lines)
    expect(allowed).toContain(`${kind} ${account} ${amountPaise > 0 ? 'debit' : 'credit'}`);
});

test('LEND-16: given the rows of transfers, then each is the journal of its name', () => {
  expect(transferRows()).toEqual(
    NAMES.map((name) => {
      const { kind, lines } = transfer(name, ABOUT, 1);
      return { name, kind, debit: lines[0]!.account, credit: lines[1]!.account };
    }),
  );
});

test('LEND-15: given a transfer, then its accounts are of loans or of no owner, never of a person', () => {
  for (const { debit, credit } of Object.values(TRANSFERS))
    expect([CHART[debit].isPersonal, CHART[credit].isPersonal]).toEqual([false, false]);
});

test('LEND-16: given an amount below zero, then a transfer refuses it', () => {
  expect(() => transfer('bill_sent', ABOUT, -1)).toThrow(RangeError);
});
