import {
  addDays,
  type BusinessDate,
  outstandingOf,
  paise,
  unpaidCharges,
  unpaidOfCharge,
} from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Agreement, Borrower, Loan } from './borrower.ts';
import { aLoan, borrowerWith, day, loanOf, sumsOf } from './borrowers.testing.ts';
import { receipt } from './receive.ts';
import { changesOf, money, openOn, receive, receiveEach } from './backdating.testing.ts';

/** ₹15,000 in three EMIs from 15 January 2027. */
const w2 = (change: Partial<Loan> = {}) => borrowerWith(aLoan({}, change));
/** No instalment paid for long enough: it does not perform. */
const notPerforming = (change: Partial<Loan> = {}) => openOn(w2(change), day('2027-06-20'));

describe('a repayment in order', () => {
  test('LEND-26 W3: an EMI on its due date pays interest, fee and principal demanded that day', () => {
    const { postings, ending, decision } = receive(w2(), money(520_000, '2027-02-15'));
    expect(postings).toEqual({ A120: 520_000, A211: -15_000, A203: -10_000, A201: -495_000 });
    expect(ending).toBeNull();
    expect(changesOf(decision, 'limit_freed').map((one) => one.amountPaise)).toEqual([495_000]);
  });

  test('LEND-26 W9: a part payment pays interest and fee before principal', () => {
    const { postings } = receive(w2(), money(300_000, '2027-02-15'));
    expect(postings).toEqual({ A120: 300_000, A211: -15_000, A203: -10_000, A201: -275_000 });
  });

  test('LEND-26 W10: two EMIs overdue are paid oldest first, then the late charge', () => {
    expect(receive(w2(), money(600_000, '2027-03-16')).shares).toEqual([
      [1, 'interest', 15_000],
      [1, 'fee', 10_000],
      [1, 'principal', 495_000],
      [2, 'interest', 10_000],
      [2, 'fee', 10_000],
      [2, 'principal', 60_000],
    ]);
    const { shares, decision } = receive(w2(), money(1_050_000, '2027-03-16'));
    expect(shares.slice(-2).map(([number, component]) => [number, component])).toEqual([
      [2, 'principal'],
      [null, 'penal'],
    ]);
    expect(changesOf(decision, 'charge_paid')).toHaveLength(1);
  });

  test('LEND-W2: given a charge of that morning, when all due is paid, then the charge is paid too', () => {
    const { shares, borrower } = receive(w2(), money(540_000, '2027-02-19'));
    expect(shares.at(-1)).toEqual([null, 'penal', 20_000]);
    expect(loanOf(borrower).charges).toMatchObject([{ leviedOn: '2027-02-19', paidPaise: 20_000 }]);
  });

  test('LEND-26 W10: with nothing due it is held for the next instalment', () => {
    const { postings, decision, borrower } = receive(w2(), money(520_000, '2027-01-25'));
    expect(postings).toEqual({ A120: 520_000, L300: -520_000 });
    expect(changesOf(decision, 'allocation_written').every((one) => one.isEarmark)).toBe(true);
    expect(borrower.usedPaise).toBe(1_005_000);
    expect(loanOf(borrower).earmarks).toHaveLength(3);
  });

  test.each([
    ['mandate', 'A121'],
    ['identified', 'L320'],
    ['reward', 'L340'],
  ] as const)('LEND-16: money that came by %s leaves %s', (channel, account) => {
    const { postings, decision } = receive(w2(), money(300_000, '2027-02-15', { channel }));
    expect(postings[account]).toBe(300_000);
    const line = decision.journals[0]?.lines.find((one) => one.account === account);
    // Rewards belong to the person and to no single loan.
    expect(line?.loanId).toBe(channel === 'reward' ? null : 'loan');
  });
});

describe('a debit under a mandate', () => {
  const ofFirst = { channel: 'mandate', onlyNumber: 1 } as const;

  test('LEND-W4: pays its own instalment alone, the rest is excess', () => {
    const { postings, borrower } = receive(w2(), money(600_000, '2027-02-15', ofFirst));
    expect(loanOf(borrower).receipts).toMatchObject([{ coveredPaise: 520_000 }]);
    expect(postings).toEqual({ A121: 600_000, A211: -15_000, A203: -10_000, A201: -495_000, L310: -80_000 });
  });

  test('LEND-W4: closes the loan when nothing else is owed', () => {
    const paid = receiveEach(w2(), money(520_000, '2027-02-15'), money(520_000, '2027-03-15'));
    const { ending } = receive(paid, money(520_000, '2027-04-15', { channel: 'mandate', onlyNumber: 3 }));
    expect(ending).toBe('closed');
  });

  test('LEND-W4: given a charge that is paid, then it closes the loan all the same', () => {
    const paid = receiveEach(w2(), money(540_000, '2027-02-20'), money(520_000, '2027-03-15'));
    expect(loanOf(paid).charges).toHaveLength(1);
    const { ending } = receive(paid, money(520_000, '2027-04-15', { channel: 'mandate', onlyNumber: 3 }));
    expect(ending).toBe('closed');
  });

  test('LEND-W4: closes nothing while a charge is owed', () => {
    const late = receiveEach(w2(), money(1_040_000, '2027-03-15'));
    // The first instalment came a month late: its charge is owed beside the third.
    const { ending, shares } = receive(
      late,
      money(530_000, '2027-04-15', { channel: 'mandate', onlyNumber: 3 }),
    );
    expect(ending).toBeNull();
    expect(shares.map(([number]) => number)).toEqual([3, 3, 3, null]);
  });
});

describe('a repayment that closes', () => {
  const paidOnce = () => receiveEach(w2(), money(520_000, '2027-02-15'));

  test('LEND-26 W7: exactly the closing figure, and the allowance goes back', () => {
    const { postings, ending, borrower } = receive(paidOnce(), money(1_030_000, '2027-03-01'));
    expect(ending).toBe('closed');
    expect(postings).toEqual({
      A120: 1_030_000,
      A210: -5_000,
      A202: -20_000,
      A200: -1_005_000,
      // One hundredth of what was left at the end of February.
      A290: 10_250,
      E520: -10_250,
    });
    expect(borrower.usedPaise).toBe(0);
    expect(loanOf(borrower)).toMatchObject({ status: 'closed', closedOn: '2027-03-01', allowancePaise: 0 });
  });

  test('LEND-26 W7: ₹3.57 short a day later is waived, more than ₹10 short is not', () => {
    const { postings, ending } = receive(paidOnce(), money(1_030_000, '2027-03-02'));
    expect(ending).toBe('closed');
    expect(postings).toMatchObject({ A120: 1_030_000, E510: 357 });
    expect(receive(paidOnce(), money(1_029_357, '2027-03-02')).ending).toBe('closed');
    expect(receive(paidOnce(), money(1_029_356, '2027-03-02')).ending).toBeNull();
  });

  test('LEND-26 W7: the whole schedule on the tenth day leaves ₹251.61 to the payer', () => {
    expect(receive(w2(), money(1_560_000, '2027-01-25')).postings).toEqual({
      A120: 1_560_000,
      A210: -4_839,
      A202: -30_000,
      A200: -1_500_000,
      L310: -25_161,
    });
  });

  test('LEND-9: money held for later instalments is spent first when the loan closes', () => {
    const held = receiveEach(w2(), money(520_000, '2027-01-20'));
    const { decision, ending, borrower } = receive(held, money(1_014_839, '2027-01-25'));
    expect(ending).toBe('closed');
    expect(sumsOf(decision.journals)).toEqual({
      A120: 1_014_839,
      L300: 520_000,
      A210: -4_839,
      A202: -30_000,
      A200: -1_500_000,
    });
    const ofFirst = changesOf(decision, 'allocation_written').filter(
      (one) => one.repaymentId === 'r 2027-01-20',
    );
    expect(ofFirst.reduce((sum, one) => sum + one.amountPaise, 0)).toBe(520_000);
    expect(loanOf(borrower)).toMatchObject({ earmarks: [] });
    expect(loanOf(borrower).receipts.map((one) => one.coveredPaise)).toEqual([520_000, 1_014_839]);
  });

  test('LEND-16 journal 27: of a loan that does not perform what is short never was income', () => {
    const before = notPerforming();
    const full = receive(before, money(3_000_000, '2027-06-20'));
    const owed = 3_000_000 + (full.postings['L310'] ?? 0);
    const { postings } = receive(before, money(owed - 900, '2027-06-20'));
    expect(postings).not.toHaveProperty('E510');
    const { L350 = 0, I410 = 0, I420 = 0 } = postings;
    expect(L350 + I410 + I420).toBe(900);
  });
});

describe('an agreed lower sum', () => {
  const agreed = (agreedPaise: number): Agreement => ({
    agreedPaise: paise(agreedPaise),
    owedPaise: null,
    chargedPaise: null,
    agreedAt: Date.parse('2027-06-10T06:30:00Z'),
    payByOn: day('2027-07-31'),
  });

  test('LEND-24: ends the loan when it is complete; bill and fee left are a loss, the rest goes back', () => {
    const before = notPerforming({ agreements: [agreed(800_000)] });
    const first = receive(before, money(300_000, '2027-06-20'));
    expect(first.ending).toBeNull();
    const { ending, postings, borrower } = receive(first.borrower, money(600_000, '2027-06-25'));
    expect(ending).toBe('settled');
    // ₹8,000 of the ₹15,300 of bill and fee came in, principal first.
    expect(postings).toMatchObject({ A120: 600_000, L310: -100_000 });
    const held = loanOf(first.borrower).allowancePaise;
    expect((postings['E520'] ?? 0) + held).toBe(1_530_000 - 800_000);
    expect(borrower.usedPaise).toBe(0);
  });

  test('LEND-24: ends nothing after its day', () => {
    const before = openOn(notPerforming({ agreements: [agreed(800_000)] }), day('2027-08-01'));
    expect(receive(before, money(900_000, '2027-08-01')).ending).toBeNull();
  });
});

describe('leaving within the cooling-off time', () => {
  const leaving = { intent: 'exit' } as const;

  test('LEND-8: bill and days used are repaid, fee and tax go back', () => {
    const { postings, ending, borrower } = receive(w2(), money(1_501_959, '2027-01-17', leaving));
    expect(ending).toBe('exited');
    expect(postings).toEqual({
      A120: 1_501_959,
      A200: -1_500_000,
      A202: -30_000,
      A210: -968,
      I400: 25_424,
      L330: 2_288,
      L331: 2_288,
      I410: -991,
    });
    expect(borrower.usedPaise).toBe(0);
  });

  test('LEND-8: money held counts first, and what the charge rose by is waived', () => {
    const held = receiveEach(w2(), money(100_000, '2027-01-16'));
    const { postings, shares } = receive(held, money(1_400_000, '2027-01-17', leaving));
    expect(postings).toMatchObject({ A120: 1_400_000, L300: 100_000, E510: 1_959 });
    expect(shares.every(([, component]) => component === 'principal')).toBe(true);
  });

  test('LEND-8: what was held for interest and fee is spent on the bill', () => {
    const held = receiveEach(w2(), money(100_000, '2027-01-16'));
    const { borrower } = receive(held, money(1_401_959, '2027-01-17', leaving));
    const parts = loanOf(borrower).instalments.map((one) => [
      one.paidInterestPaise,
      one.paidFeePaise,
      one.principalPaise - one.paidPrincipalPaise,
    ]);
    expect(parts).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('LEND-8: later, or with less than the bill, it repays like any other', () => {
    expect(receive(w2(), money(1_500_000, '2027-01-19', leaving)).ending).not.toBe('exited');
    expect(receive(w2(), money(1_499_999, '2027-01-17', leaving)).ending).toBeNull();
  });
});

describe('paying a part early', () => {
  const part = { intent: 'part_prepay' } as const;

  test('LEND-9: pays interest so far, then the bill, and lays out the rest again', () => {
    const { postings, borrower, decision } = receive(w2(), money(500_000, '2027-01-25', part));
    expect(postings).toEqual({ A120: 500_000, A210: -4_839, A200: -495_161 });
    expect(borrower.usedPaise).toBe(1_500_000 - 495_161);
    const [row] = changesOf(decision, 'schedule_replaced').flatMap(({ rows }) => rows);
    expect(row).toMatchObject({ number: 1, startOn: '2027-01-25', dueOn: '2027-02-15' });
    // The interest it collected counts for the charge of the exit.
    const { postings: left } = receive(borrower, money(1_010_000, '2027-01-25', { intent: 'exit' }));
    expect(left['A200']).toBeUndefined();
    expect(loanOf(borrower).prepaidInterestPaise).toBe(4_839);
  });

  test('LEND-9: accrues from its day on as the new schedule says', () => {
    const { borrower } = receive(w2(), money(500_000, '2027-01-25', part));
    const rows = loanOf(borrower).instalments;
    const { postings } = receive(borrower, money(2_000_000, '2027-02-05'));
    // Eleven of twenty-one days.
    expect(postings['A210']).toBe(-Math.round((rows[0]!.interestPaise * 11) / 21));
  });

  test('LEND-9: repays like any other where money is held already', () => {
    const held = receiveEach(w2(), money(100_000, '2027-01-20'));
    const { decision, postings } = receive(held, money(500_000, '2027-01-25', part));
    expect(changesOf(decision, 'schedule_replaced')).toEqual([]);
    expect(postings['L300']).toBe(-500_000);
  });
});

describe('a loan that was written off', () => {
  const writtenOff = (change: Partial<Loan> = {}): Borrower => {
    const { loans, ...rest } = notPerforming(change);
    const off = loans.map((loan) => ({ ...loan, status: 'written_off' as const, allowancePaise: paise(0) }));
    return { ...rest, usedPaise: paise(0), loans: off };
  };

  test('LEND-W3: money for it is recovery income, principal first', () => {
    const decision = receipt(writtenOff(), money(1_400_000, '2027-06-20'));
    expect(sumsOf(decision.journals)).toEqual({ A120: 1_400_000, I430: -1_400_000 });
    const components = changesOf(decision, 'allocation_written').map((one) => one.component);
    expect(new Set(components)).toEqual(new Set(['principal']));
    expect(changesOf(decision, 'limit_freed')).toEqual([]);
  });

  test('LEND-W3: it is closed once nothing is left, the rest goes back', () => {
    const decision = receipt(writtenOff(), money(9_000_000, '2027-06-20'));
    expect(changesOf(decision, 'loan_ended')[0]).toMatchObject({ status: 'closed' });
    const { I430 = 0, L310 = 0 } = sumsOf(decision.journals);
    expect(I430 + L310).toBe(-9_000_000);
    expect(L310).toBeLessThan(0);
  });

  test('LEND-24: given an agreed lower sum, when it is complete, then the rest is let off and no charge stays owed', () => {
    const agreement: Agreement = {
      agreedPaise: paise(800_000),
      owedPaise: null,
      chargedPaise: null,
      agreedAt: Date.parse('2027-06-10T06:30:00Z'),
      payByOn: day('2027-07-31'),
    };
    const off = writtenOff({ agreements: [agreement] });
    const chargesPaise = unpaidCharges(loanOf(off).charges);
    expect(chargesPaise).toBeGreaterThan(0);
    const { ending, borrower, postings, decision } = receive(off, money(800_000, '2027-06-20'));
    expect(ending).toBe('settled');
    expect(postings).toEqual({ A120: 800_000, I430: -800_000 });
    expect(changesOf(decision, 'charge_waived').map((one) => one.amountPaise)).toEqual(
      loanOf(off).charges.map((one) => unpaidOfCharge(one)),
    );
    expect(outstandingOf(loanOf(borrower))).toBe(0);
  });
});

describe('money that covers nothing', () => {
  const closed = () => receiveEach(w2(), money(1_560_000, '2027-01-25'));

  test('LEND-W8: of a loan that owes nothing is the payer’s', () => {
    const decision = receipt(closed(), money(700, '2027-02-01'));
    expect(sumsOf(decision.journals)).toEqual({ A120: 700, L310: -700 });
    expect(changesOf(decision, 'limit_freed')).toEqual([]);
  });

  test('LEND-S4: of a credit card is kept as excess, and says why', () => {
    const { postings, decision } = receive(w2(), money(520_000, '2027-02-15', { isCreditSource: true }));
    expect(postings).toEqual({ A120: 520_000, L310: -520_000 });
    expect(changesOf(decision, 'repayment_settled')[0]?.failureReason).toBe('credit_source_refused');
  });

  test('LEND-W7: what went back to the payer since stays excess, the rest is shared out', () => {
    const returned = { returnedPaise: paise(220_000) };
    const { postings, shares } = receive(w2(), money(520_000, '2027-02-15', returned));
    expect(postings).toEqual({ A120: 520_000, A211: -15_000, A203: -10_000, A201: -275_000, L310: -220_000 });
    expect(shares.at(-1)).toEqual([null, 'excess', 220_000]);
    const all = receive(w2(), money(520_000, '2027-02-15', { returnedPaise: paise(520_000) }));
    expect(all.shares).toEqual([[null, 'excess', 520_000]]);
  });
});

const DAYS = Array.from({ length: 150 }, (_, days): BusinessDate => addDays(day('2027-01-15'), days));
const INTENTS = ['emi', 'emi', 'emi', 'exit', 'part_prepay'] as const;
const aReceipt = fc.tuple(
  fc.integer({ min: 1, max: 6_000_000 }),
  fc.nat({ max: DAYS.length - 1 }),
  fc.constantFrom(...INTENTS),
  fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
);

test('LEND-W8: whatever is paid whenever, all of it is shared out and nothing is overpaid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50_000, max: 9_000_000 }),
      fc.array(aReceipt, { minLength: 1, maxLength: 6 }),
      (billPaise, receipts) => {
        let state = borrowerWith(aLoan({ billPaise }));
        const inTime = receipts.toSorted((a, b) => a[1] - b[1]);
        for (const [index, [amount, at, intent, onlyNumber]] of inTime.entries()) {
          const repaymentId = `r${index}`;
          const before = openOn(state, DAYS[at]!);
          const paid = money(amount, DAYS[at]!, { intent, onlyNumber, repaymentId });
          const { decision, borrower } = receive(before, paid);
          const written = changesOf(decision, 'allocation_written');
          const anew = written.filter((one) => one.repaymentId === repaymentId);
          expect(anew.reduce((sum, one) => sum + one.amountPaise, 0)).toBe(amount);
          const freed = changesOf(decision, 'limit_freed').reduce((sum, one) => sum + one.amountPaise, 0);
          expect(borrower.usedPaise).toBe(before.usedPaise - freed);
          for (const one of loanOf(borrower).instalments) {
            expect(one.paidPrincipalPaise).toBeLessThanOrEqual(one.principalPaise);
            expect(one.paidFeePaise).toBeLessThanOrEqual(one.feePaise);
            expect(one.paidInterestPaise).toBeLessThanOrEqual(one.interestPaise);
            const least = Math.min(one.paidPrincipalPaise, one.paidFeePaise, one.paidInterestPaise);
            expect(least).toBeGreaterThanOrEqual(0);
          }
          state = borrower;
        }
      },
    ),
    { numRuns: 300 },
  );
});
