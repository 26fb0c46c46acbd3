import {
  businessDate,
  type BusinessDate,
  type DatedLoan,
  emiSchedule,
  type InstalmentState,
  paise,
  serviceFee,
  unpaidInstalment,
} from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeldMoney, SettlementPlan } from './repayments.plan.ts';
import { planExcess, planSettlement } from './repayments.rules.ts';

/** The worked example: ₹15,000 in three EMIs from 15 January 2027. */
function w2(billPaise = 1_500_000): DatedLoan {
  const bill = paise(billPaise);
  const anchorOn = businessDate('2027-01-15');
  const rows = emiSchedule({
    billPaise: bill,
    feePaise: serviceFee(bill),
    rateBps: 1_175,
    count: 3,
    anchorOn,
  });
  return { anchorOn, instalments: rows.map((row) => unpaidInstalment(row)), charges: [] };
}

function settle(
  loan: DatedLoan,
  amount: number,
  on: string,
  held: readonly HeldMoney[] = [],
): SettlementPlan {
  return planSettlement({ ...loan, isNpa: false }, held, {
    repaymentId: 'r',
    loanId: 'l',
    amountPaise: paise(amount),
    valueOn: businessDate(on),
  });
}

/** The loan after a repayment, as the database will hold it. */
function after(loan: DatedLoan, plan: SettlementPlan): DatedLoan {
  const add = (one: InstalmentState): InstalmentState => {
    const part = plan.instalments.find((candidate) => candidate.number === one.number);
    if (!part) return one;
    return {
      ...one,
      paidPrincipalPaise: paise(one.paidPrincipalPaise + part.principalPaise),
      paidFeePaise: paise(one.paidFeePaise + part.feePaise),
      paidInterestPaise: paise(one.paidInterestPaise + part.interestPaise),
    };
  };
  return { ...loan, instalments: loan.instalments.map(add) };
}

const postings = (plan: SettlementPlan) =>
  Object.fromEntries(plan.postings.map((line) => [line.account, line.amountPaise]));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe('a repayment in order', () => {
  test('LEND-26 W3: an EMI on its due date pays interest, fee and principal demanded that day', () => {
    const plan = settle(w2(), 520_000, '2027-02-15');
    expect(postings(plan)).toEqual({ A120: 520_000, A211: -15_000, A203: -10_000, A201: -495_000 });
    expect(plan).toMatchObject({ closesAs: null, usedFreedPaise: 495_000, releasesEarmarks: false });
  });

  test('LEND-26 W9: a part payment pays interest and fee before principal', () => {
    const plan = settle(w2(), 300_000, '2027-02-22');
    expect(postings(plan)).toEqual({ A120: 300_000, A211: -15_000, A203: -10_000, A201: -275_000 });
  });

  test('LEND-26 W10: two EMIs overdue are paid oldest first', () => {
    const plan = settle(w2(), 600_000, '2027-03-20');
    expect(plan.allocations.map((one) => [one.number, one.component, one.amountPaise])).toEqual([
      [1, 'interest', 15_000],
      [1, 'fee', 10_000],
      [1, 'principal', 495_000],
      [2, 'interest', 10_000],
      [2, 'fee', 10_000],
      [2, 'principal', 60_000],
    ]);
    expect(plan.usedFreedPaise).toBe(555_000);
  });

  test('LEND-26 W10: with nothing due it is held for the next instalment', () => {
    const plan = settle(w2(), 520_000, '2027-01-25');
    expect(postings(plan)).toEqual({ A120: 520_000, L300: -520_000 });
    expect(plan.allocations.every((one) => one.isEarmark)).toBe(true);
    expect(plan.usedFreedPaise).toBe(495_000);
  });
});

describe('a repayment that closes', () => {
  const paidOnce = after(w2(), settle(w2(), 520_000, '2027-02-15'));

  test('LEND-26 W7: exactly the closing figure', () => {
    const plan = settle(paidOnce, 1_030_000, '2027-03-01');
    expect(plan).toMatchObject({ closesAs: 'closed', usedFreedPaise: 1_005_000 });
    expect(postings(plan)).toEqual({ A120: 1_030_000, A210: -5_000, A202: -20_000, A200: -1_005_000 });
  });

  test('LEND-26 W7: ₹3.57 short a day later is waived, more than ₹10 short is not', () => {
    const plan = settle(paidOnce, 1_030_000, '2027-03-02');
    expect(plan.closesAs).toBe('closed');
    expect(postings(plan)).toMatchObject({ A120: 1_030_000, E510: 357 });
    expect(settle(paidOnce, 1_029_357, '2027-03-02').closesAs).toBe('closed');
    expect(settle(paidOnce, 1_029_356, '2027-03-02').closesAs).toBeNull();
  });

  test('LEND-26 W7: the whole schedule on the tenth day leaves ₹251.61 to the payer', () => {
    const plan = settle(w2(), 1_560_000, '2027-01-25');
    expect(postings(plan)).toEqual({
      A120: 1_560_000,
      A210: -4_839,
      A202: -30_000,
      A200: -1_500_000,
      L310: -25_161,
    });
  });

  test('money held for later instalments is spent first when the loan closes', () => {
    const heldLoan = after(w2(), settle(w2(), 520_000, '2027-01-25'));
    const plan = settle(heldLoan, 1_014_839, '2027-01-25', [
      { repaymentId: 'first', amountPaise: paise(520_000) },
    ]);
    expect(plan).toMatchObject({ closesAs: 'closed', releasesEarmarks: true, usedFreedPaise: 1_005_000 });
    expect(postings(plan)).toEqual({
      A120: 1_014_839,
      L300: 520_000,
      A210: -4_839,
      A202: -30_000,
      A200: -1_500_000,
    });
    expect(
      sum(plan.allocations.filter((one) => one.repaymentId === 'first').map((one) => one.amountPaise)),
    ).toBe(520_000);
  });
});

test("money for a loan that owes nothing is the payer's", () => {
  const plan = planExcess({
    repaymentId: 'r',
    loanId: 'l',
    amountPaise: paise(700),
    valueOn: businessDate('2027-02-01'),
  });
  expect(postings(plan)).toEqual({ A120: 700, L310: -700 });
  expect(plan.usedFreedPaise).toBe(0);
});

const DAYS = Array.from({ length: 150 }, (_, day) =>
  new Date(Date.UTC(2027, 0, 15 + day)).toISOString().slice(0, 10),
) as BusinessDate[];

test('LEND-W8: whatever is paid whenever, it is shared out to the paisa, the journal balances and nothing is overpaid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50_000, max: 9_000_000 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 6_000_000 }), fc.nat({ max: DAYS.length - 1 })), {
        minLength: 1,
        maxLength: 6,
      }),
      (bill, receipts) => {
        let loan = w2(bill);
        let owed = bill;
        for (const [amount, day] of receipts.toSorted((a, b) => a[1] - b[1])) {
          // Without earmarks: only the first receipt may be held, the rest is covered by the product's own tests.
          const plan = settle(loan, amount, DAYS[day]!);
          expect(sum(plan.postings.map((line) => line.amountPaise))).toBe(0);
          expect(sum(plan.allocations.map((one) => one.amountPaise))).toBe(amount);
          owed -= plan.usedFreedPaise;
          loan = after(loan, plan);
          for (const one of loan.instalments) {
            expect(one.paidPrincipalPaise).toBeLessThanOrEqual(one.principalPaise);
            expect(one.paidFeePaise).toBeLessThanOrEqual(one.feePaise);
            expect(one.paidInterestPaise).toBeLessThanOrEqual(one.interestPaise);
            expect(
              Math.min(one.paidPrincipalPaise, one.paidFeePaise, one.paidInterestPaise),
            ).toBeGreaterThanOrEqual(0);
          }
          const unpaid = sum(loan.instalments.map((one) => one.principalPaise - one.paidPrincipalPaise));
          expect(owed).toBe(unpaid);
          if (plan.closesAs !== null) {
            expect(owed).toBe(0);
            return;
          }
          if (plan.allocations.some((one) => one.isEarmark)) return;
        }
      },
    ),
    { numRuns: 400 },
  );
});
