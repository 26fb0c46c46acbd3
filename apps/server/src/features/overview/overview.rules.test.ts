import { type BusinessDate, businessDate } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import type { LedgerSum } from './overview.repo.ts';
import { repaymentsOf } from './overview.rules.ts';

const ON: BusinessDate = businessDate('2027-03-01');
const NOTHING = { debit_paise: 0, credit_paise: 0, debit_count: 0, credit_count: 0 };
const debit = (source_kind: string, account: string, paise: number): LedgerSum => ({
  ...NOTHING,
  day_on: ON,
  source_kind,
  account,
  debit_paise: paise,
  debit_count: 1,
});
const credit = (source_kind: string, account: string, paise: number): LedgerSum => ({
  ...NOTHING,
  day_on: ON,
  source_kind,
  account,
  credit_paise: paise,
  credit_count: 1,
});
const CAME_IN = [debit('repayment', 'A120', 520_000), credit('coll_settle', 'A120', 520_000)];

describe('LEND-16: repayments of a period', () => {
  test('are what came in, wherever the rail has passed it on to', () => {
    expect(repaymentsOf(CAME_IN)).toEqual({ count: 1, amountPaise: 520_000 });
  });

  test('are without what a payer took back by a dispute', () => {
    const lost = [credit('reversal', 'A120', 520_000), debit('chargeback', 'A120', 520_000)];
    expect(repaymentsOf([...CAME_IN, ...lost])).toEqual({ count: 0, amountPaise: 0 });
  });

  test('are without what a bank took back of money whose owner staff had found', () => {
    const kept = [debit('unidentified', 'A120', 100_000), credit('chargeback', 'A120', 100_000)];
    expect(repaymentsOf([...CAME_IN, ...kept])).toEqual({ count: 1, amountPaise: 520_000 });
  });
});
