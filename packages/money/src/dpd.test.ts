import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocation.ts';
import { addDays, istDate } from './calendar.ts';
import {
  chargeOverdueOn,
  classOfDpd,
  dpdAtClose,
  nextBorrowerClass,
  worstClass,
  WRITE_OFF_DPD,
} from './dpd.ts';
import { aCharge, afterAllocation, aLoan, on, withCharges, withPaid } from './loan-builders.ts';
import type { DatedLoan } from './loan-state.ts';
import { paise } from './paise.ts';

function repaid(loan: DatedLoan, amount: number, date: string): DatedLoan {
  const { rows } = allocate({ ...loan, amountPaise: paise(amount), asOf: on(date), npa: false });
  return afterAllocation(loan, rows);
}

describe('dpdAtClose', () => {
  it('LEND-D1: W9, day 1 at the close of the due date, 8 a week later though part is paid, 0 when cured', () => {
    const loan = withCharges(aLoan(), aCharge('penal', '2027-02-19', 20_000));
    expect(dpdAtClose(loan, on('2027-02-14'))).toBe(0);
    expect(dpdAtClose(aLoan(), on('2027-02-15'))).toBe(1);
    const part = repaid(loan, 300_000, '2027-02-22');
    expect(dpdAtClose(part, on('2027-02-22'))).toBe(8);
    expect(dpdAtClose(repaid(part, 240_000, '2027-02-25'), on('2027-02-25'))).toBe(0);
  });

  it('LEND-D1, LEND-D5: W11, an unpaid loan passes through the classes to NPA and write-off', () => {
    const classOn = (date: string) => classOfDpd(dpdAtClose(aLoan(), on(date)));
    expect(['2027-02-14', '2027-02-15', '2027-03-16'].map(classOn)).toEqual(['STD', 'SMA0', 'SMA0']);
    expect(['2027-03-17', '2027-04-15', '2027-04-16'].map(classOn)).toEqual(['SMA1', 'SMA1', 'SMA2']);
    expect(['2027-05-15', '2027-05-16'].map(classOn)).toEqual(['SMA2', 'NPA']);
    expect(dpdAtClose(aLoan(), on('2027-08-13'))).toBe(WRITE_OFF_DPD - 1);
    expect(dpdAtClose(aLoan(), on('2027-08-14'))).toBe(WRITE_OFF_DPD);
  });

  it('LEND-12: due 31 March, the classes begin at the closes the regulator names', () => {
    const loan = aLoan(1_500_000, '2027-02-28', 3);
    const due = {
      ...loan,
      instalments: loan.instalments.map((row) => ({ ...row, dueOn: on('2027-03-31') })),
    };
    const closes = [
      '2027-03-31',
      '2027-04-29',
      '2027-04-30',
      '2027-05-29',
      '2027-05-30',
      '2027-06-28',
      '2027-06-29',
    ];
    const classes = closes.map((date) => classOfDpd(dpdAtClose(due, on(date))));
    expect(classes.join(' ')).toBe('SMA0 SMA0 SMA1 SMA1 SMA2 SMA2 NPA');
  });

  it('LEND-D1: W13, a debit at the last millisecond is on time; one at midnight leaves day 1 standing', () => {
    const close = (instant: string, date: string) => {
      const valueOn = istDate(instant);
      return dpdAtClose(valueOn <= date ? repaid(aLoan(), 520_000, valueOn) : aLoan(), on(date));
    };
    expect(close('2027-02-15T18:29:59.999Z', '2027-02-15')).toBe(0);
    expect(close('2027-02-15T18:30:00Z', '2027-02-15')).toBe(1);
    expect(close('2027-02-15T18:30:00Z', '2027-02-16')).toBe(0);
  });

  it('LEND-D1: one paisa unpaid is unpaid, and an earmark counts as paid', () => {
    expect(dpdAtClose(repaid(aLoan(), 519_999, '2027-02-15'), on('2027-02-15'))).toBe(1);
    expect(dpdAtClose(repaid(aLoan(), 520_000, '2027-01-20'), on('2027-02-15'))).toBe(0);
  });

  it('LEND-D1: grows by one a day from the due date', () => {
    fc.assert(
      fc.property(fc.nat(1_000), (days) => {
        expect(dpdAtClose(aLoan(), addDays(on('2027-02-15'), days))).toBe(days + 1);
      }),
    );
  });
});

describe('charges in arrears', () => {
  it('LEND-L7: count from the next due date or 15 days after the levy, whichever is later', () => {
    const dueDates = ['2027-02-15', '2027-03-15', '2027-04-15'].map((date) => on(date));
    expect(chargeOverdueOn(on('2027-02-19'), dueDates)).toBe('2027-03-15');
    expect(chargeOverdueOn(on('2027-03-10'), dueDates)).toBe('2027-03-25');
    expect(chargeOverdueOn(on('2027-04-19'), dueDates)).toBe('2027-05-04');
  });

  it('LEND-L7: an unpaid charge alone makes the loan past due, a waived one does not', () => {
    const charge = aCharge('penal', '2027-04-19', 20_000);
    const loan = withCharges(withPaid(aLoan(), 1, 2, 3), charge);
    expect(dpdAtClose(loan, on('2027-05-03'))).toBe(0);
    expect(dpdAtClose(loan, on('2027-05-04'))).toBe(1);
    const waived = { ...loan, charges: [{ ...charge, waivedPaise: charge.amountPaise }] };
    expect(dpdAtClose(waived, on('2027-05-04'))).toBe(0);
  });
});

describe('borrower class', () => {
  it('LEND-D2: the worst loan binds all', () => {
    expect(worstClass([])).toBe('STD');
    expect(worstClass(['STD', 'SMA2', 'SMA0'])).toBe('SMA2');
    expect(nextBorrowerClass('STD', [0, 31])).toBe('SMA1');
  });

  it('LEND-D3: NPA ends only when every arrear of every loan is paid', () => {
    expect(nextBorrowerClass('SMA2', [91])).toBe('NPA');
    expect(nextBorrowerClass('NPA', [40, 0])).toBe('NPA');
    expect(nextBorrowerClass('NPA', [1, 0])).toBe('NPA');
    expect(nextBorrowerClass('NPA', [0, 0])).toBe('STD');
    expect(nextBorrowerClass('SMA2', [12])).toBe('SMA0');
  });
});
