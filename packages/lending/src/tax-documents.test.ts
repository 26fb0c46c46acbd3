import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { TAXED_JOURNALS, taxDocument, taxDocumentNumber, taxDocumentOn } from './tax-documents.ts';

const FEE = { taxablePaise: 25_424, cgstPaise: 2_288, sgstPaise: 2_288, igstPaise: 0 };

test('LEND-F5: given a fee that is earned, then it has an invoice; given one that goes back, a credit note', () => {
  const amounts = { taxablePaise: paise(25_424), cgstPaise: paise(2_288), sgstPaise: paise(2_288) };
  expect(taxDocument(FEE)).toEqual({ kind: 'invoice', ...amounts, igstPaise: 0 });
  const back = { taxablePaise: -25_424, cgstPaise: 0, sgstPaise: 0, igstPaise: -4_576 };
  expect(taxDocument(back)).toEqual({
    kind: 'credit_note',
    taxablePaise: 25_424,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 4_576,
  });
  expect(taxDocument({ ...FEE, taxablePaise: 0 })).toBeNull();
});

test('LEND-F5: given the chart, then these events move tax on fees, and paying it to the state is none', () => {
  expect(TAXED_JOURNALS.toSorted()).toEqual(['exit', 'loan_booked', 'reversal', 'waiver']);
});

test('LEND-F5: given a kind, a day and a sequence, then the number names the financial year', () => {
  expect(taxDocumentNumber('invoice', businessDate('2026-03-31'), 7)).toBe('MI2526/000000007');
  expect(taxDocumentNumber('credit_note', businessDate('2026-04-01'), 999_999_999)).toBe('MC2627/999999999');
  expect(taxDocumentNumber('invoice', businessDate('2099-04-01'), 1)).toBe('MI9900/000000001');
});

test('LEND-F5: given a clock that went back, then no document is dated before the last one', () => {
  const [today, later] = [businessDate('2026-04-05'), businessDate('2026-06-20')];
  expect([taxDocumentOn(today, null), taxDocumentOn(today, today), taxDocumentOn(today, later)]).toEqual([
    today,
    today,
    later,
  ]);
  expect(taxDocumentOn(later, today)).toBe(later);
});
