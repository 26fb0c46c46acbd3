import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { bankMoved, type BankMovementKind, isValueDay, liabilityOf } from './bank-movements.ts';

const ON = businessDate('2027-01-15');

test.each<[BankMovementKind, string, string, string]>([
  ['cgst_paid', 'gst_paid', 'L330', 'A100'],
  ['sgst_paid', 'gst_paid', 'L331', 'A100'],
  ['igst_paid', 'gst_paid', 'L332', 'A100'],
  ['funding_in', 'funding', 'A100', 'Q600'],
  ['funding_out', 'funding', 'Q600', 'A100'],
  ['top_up', 'float', 'A105', 'A100'],
  ['rail_charge', 'float', 'E530', 'A105'],
])(
  'LEND-16: given a bank movement %s, then it is a journal %s of %s and %s',
  (kind, journal, debit, credit) => {
    expect(bankMoved({ sourceId: 'movement', kind, amountPaise: paise(4_576), valueOn: ON })).toEqual({
      kind: journal,
      source: { of: 'row', id: 'movement', rewoundCount: 0 },
      loanId: null,
      effectiveOn: ON,
      lines: [
        { account: debit, amountPaise: 4_576, loanId: null },
        { account: credit, amountPaise: -4_576, loanId: null },
      ],
    });
  },
);

test('LEND-16: given a bank movement, then only one of tax pays a liability', () => {
  expect(liabilityOf('sgst_paid')).toBe('L331');
  expect(liabilityOf('funding_out')).toBeUndefined();
});

test.each([
  ['2027-01-16', false],
  ['2027-01-15', true],
  ['2026-01-14', true],
  ['2026-01-13', false],
])(
  'LEND-16: given a value date %s, when it is 15 January 2027, then that it may be booked is %s',
  (on, may) => {
    expect(isValueDay(businessDate(on), ON)).toBe(may);
  },
);
