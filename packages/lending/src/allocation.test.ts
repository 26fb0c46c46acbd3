import { addDays, outstandingOf, paise, unpaidOfInstalment } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type AllocationInput } from './allocation.ts';
import type { Share } from './received.ts';
import { aCharge, afterAllocation, aLoan, on, withCharges, withPaid } from './dated.testing.ts';

const brief = (shares: readonly Share[]) =>
  shares.map((row) => [row.number ?? row.chargeId, row.component, row.amountPaise]);

function share(
  loan: ReturnType<typeof aLoan>,
  amount: number,
  date: string,
  more: Partial<AllocationInput> = {},
) {
  return allocate({
    ...loan,
    repaymentId: 'r',
    amountPaise: paise(amount),
    asOf: on(date),
    npa: false,
    ...more,
  });
}

const late = withCharges(
  aLoan(),
  aCharge('penal', '2027-02-19', 40_000),
  aCharge('bounce', '2027-02-16', 10_000),
);

describe('allocate', () => {
  it('LEND-W2: W10, pays the oldest instalment first, in each interest, fee, principal', () => {
    const { shares, excessPaise } = share(late, 600_000, '2027-03-20');
    expect(brief(shares)).toEqual([
      [1, 'interest', 15_000],
      [1, 'fee', 10_000],
      [1, 'principal', 495_000],
      [2, 'interest', 10_000],
      [2, 'fee', 10_000],
      [2, 'principal', 60_000],
    ]);
    expect(shares.some((row) => row.isEarmark)).toBe(false);
    expect(excessPaise).toBe(0);
  });

  it('LEND-W3: W10, an NPA loan has its principal paid first', () => {
    expect(brief(share(late, 600_000, '2027-03-20', { npa: true }).shares)).toEqual([
      [1, 'principal', 495_000],
      [2, 'principal', 105_000],
    ]);
  });

  it('LEND-W3: W11, and 520000 on three overdue instalments reaches the second one’s principal', () => {
    expect(brief(share(aLoan(), 520_000, '2027-05-17', { npa: true }).shares)).toEqual([
      [1, 'principal', 495_000],
      [2, 'principal', 25_000],
    ]);
  });

  it('LEND-W3: after all principal come fees, then interest, then charges', () => {
    const { shares } = share(late, 1_610_000, '2027-05-17', { npa: true });
    expect(shares.map((row) => row.component).join(' ')).toBe(
      'principal principal principal fee fee fee interest interest interest bounce penal',
    );
  });

  it('LEND-W2: W10, money before anything is due is earmarked to the first instalment', () => {
    const { shares, excessPaise } = share(aLoan(), 520_000, '2027-01-25');
    expect(brief(shares)).toEqual([
      [1, 'interest', 15_000],
      [1, 'fee', 10_000],
      [1, 'principal', 495_000],
    ]);
    expect(shares.every((row) => row.isEarmark)).toBe(true);
    expect(excessPaise).toBe(0);
  });

  it('LEND-W2: bounce charges are paid before penal ones, both before earmarks, and the rest is excess', () => {
    const { shares, excessPaise } = share(late, 1_700_000, '2027-03-20');
    expect(brief(shares.slice(6))).toEqual([
      ['bounce', 'bounce', 10_000],
      ['penal', 'penal', 40_000],
      [3, 'interest', 5_000],
      [3, 'fee', 10_000],
      [3, 'principal', 505_000],
    ]);
    expect(shares.filter((row) => row.isEarmark).map((row) => row.number)).toEqual([3, 3, 3]);
    expect(excessPaise).toBe(90_000);
  });

  it('LEND-W2: the oldest charge of a kind first, and a waived part is not paid', () => {
    const waived = { ...aCharge('penal', '2027-02-19', 20_000, 'early'), waivedPaise: paise(5_000) };
    const loan = withCharges(withPaid(aLoan(), 1), aCharge('penal', '2027-02-20', 20_000, 'later'), waived);
    expect(brief(share(loan, 20_000, '2027-02-25').shares)).toEqual([
      ['early', 'penal', 15_000],
      ['later', 'penal', 5_000],
    ]);
  });

  it('LEND-W2: charges of one kind and day are paid in the order of their ids, however they are read', () => {
    const a = aCharge('penal', '2027-02-19', 20_000, 'a');
    const b = aCharge('penal', '2027-02-19', 20_000, 'b');
    const c = aCharge('penal', '2027-02-19', 20_000, 'c');
    for (const read of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ]) {
      const { shares } = share(withCharges(withPaid(aLoan(), 1), ...read), 50_000, '2027-02-25');
      expect(brief(shares)).toEqual([
        ['a', 'penal', 20_000],
        ['b', 'penal', 20_000],
        ['c', 'penal', 10_000],
      ]);
    }
  });

  it('LEND-W2: older charges are paid first, whatever their ids and however they are read', () => {
    const older = aCharge('penal', '2027-02-19', 20_000, 'z');
    const newer = aCharge('penal', '2027-03-21', 20_000, 'a');
    for (const read of [
      [older, newer],
      [newer, older],
    ]) {
      const { shares } = share(withCharges(withPaid(aLoan(), 1), ...read), 30_000, '2027-02-25');
      expect(brief(shares)).toEqual([
        ['z', 'penal', 20_000],
        ['a', 'penal', 10_000],
      ]);
    }
  });

  it('LEND-W2: W9, a part payment is interest, fee and some principal; the next one cures and pays the charge', () => {
    const loan = withCharges(aLoan(), aCharge('penal', '2027-02-19', 20_000));
    const first = share(loan, 300_000, '2027-02-22');
    expect(brief(first.shares)).toEqual([
      [1, 'interest', 15_000],
      [1, 'fee', 10_000],
      [1, 'principal', 275_000],
    ]);
    const second = share(afterAllocation(loan, first.shares), 240_000, '2027-02-25');
    expect(brief(second.shares)).toEqual([
      [1, 'principal', 220_000],
      ['penal', 'penal', 20_000],
    ]);
  });

  it('LEND-W4: a mandate debit pays only its instalment, the rest is excess', () => {
    const loan = afterAllocation(late, share(late, 100_000, '2027-02-20').shares);
    const { shares, excessPaise } = share(loan, 520_000, '2027-02-20', { onlyNumber: 1 });
    expect(brief(shares)).toEqual([[1, 'principal', 420_000]]);
    expect(excessPaise).toBe(100_000);
  });

  it('LEND-W5: depends on schedule and amount alone, not on the order of the shares or on what was asked before', () => {
    const loan = aLoan();
    const shuffled = { ...loan, instalments: loan.instalments.toReversed() };
    const first = share(loan, 700_000, '2027-03-20');
    expect(share(shuffled, 700_000, '2027-03-20')).toEqual(first);
    expect(share(loan, 700_000, '2027-03-20')).toEqual(first);
  });

  it('LEND-W8: refuses a repayment of nothing', () => {
    expect(() => share(aLoan(), 0, '2027-02-20')).toThrow(RangeError);
  });

  it('LEND-W8: shares and excess add up, nothing is overpaid, and excess means nothing is left', () => {
    const cases = fc.record({
      amounts: fc.array(fc.integer({ min: 1, max: 2_500_000 }), { minLength: 1, maxLength: 6 }),
      days: fc.integer({ min: 0, max: 120 }),
      npa: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ amounts, days, npa }) => {
        let loan = late;
        for (const amount of amounts) {
          const asOf = addDays(late.anchorOn, days);
          const { shares, excessPaise } = allocate({
            ...loan,
            repaymentId: 'r',
            amountPaise: paise(amount),
            asOf,
            npa,
          });
          expect(shares.reduce<number>((sum, row) => sum + row.amountPaise, excessPaise)).toBe(amount);
          expect(shares.every((row) => row.amountPaise > 0)).toBe(true);
          loan = afterAllocation(loan, shares);
          expect(
            Math.min(...loan.instalments.map((each) => unpaidOfInstalment(each))),
          ).toBeGreaterThanOrEqual(0);
          if (excessPaise > 0) expect(outstandingOf(loan)).toBe(0);
        }
      }),
    );
  });

  it('a repayment is not nothing, nor less', () => {
    for (const amount of [0, -1])
      expect(() => share(late, amount, '2027-03-20')).toThrow('A repayment is a positive amount');
  });
});
