import { addDays, gstInsideFee, paise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loanAfter } from './after.ts';
import type { Loan } from './borrower.ts';
import { aLoan, borrowerWith, day, live, loanOf, sumsOf } from './borrowers.testing.ts';
import { levyBounce } from './bounce.ts';
import type { Decision } from './decision.ts';
import { waivablePaise, waive, type Waiver } from './relief.ts';
import { writeOff } from './write-off.ts';

const FIRST_DUE = '2027-02-15';
const later = (through: string, loan = aLoan()) =>
  loanOf(live(borrowerWith(loan), loan.disbursedOn, through).borrower);
const granting = (component: Waiver['component'], grantedPaise: number, on: string): Waiver => ({
  id: `waiver of ${grantedPaise}`,
  component,
  grantedPaise: paise(grantedPaise),
  effectiveOn: day(on),
});
const applied = ({ changes }: Decision) =>
  changes.flatMap((change) => (change.change === 'waiver_applied' ? [change.amountPaise] : []));

describe('waive', () => {
  test('LEND-24: given less owed than granted, then no more than is there is let off', () => {
    const loan = later('2027-03-20');
    const most = waivablePaise(loan, 'penal', day('2027-03-21'));
    const decided = waive(loan, granting('penal', most + 1, '2027-03-21'));
    expect(most).toBeGreaterThan(0);
    expect(applied(decided)).toEqual([most]);
    expect(sumsOf(decided.journals)).toEqual({ E510: most, A220: -most });
    expect(waivablePaise(loanAfter(loan, decided.changes), 'penal', day('2027-03-21'))).toBe(0);
  });

  test('LEND-24: given two instalments due, then the older interest is let off first', () => {
    const loan = later('2027-03-20');
    const decided = waive(loan, granting('interest', 15_001, '2027-03-21'));
    const shares = decided.changes.flatMap((change) =>
      change.change === 'share_waived' ? [[change.number, change.amountPaise]] : [],
    );
    expect(shares).toEqual([
      [1, 15_000],
      [2, 1],
    ]);
  });

  test('LEND-D4: given a loan in suspense, then its charge leaves suspense and is no expense', () => {
    const loan = later('2027-06-01');
    expect(loan.status).toBe('npa');
    const decided = waive(loan, granting('penal', 100, '2027-06-02'));
    expect(sumsOf(decided.journals)).toEqual({ L350: 100, A220: -100 });
  });

  test('LEND-24: given a loan that ended, then the waiver comes to nothing', () => {
    const loan: Loan = { ...later(FIRST_DUE), status: 'closed' };
    const decided = waive(loan, granting('interest', 100, '2027-02-16'));
    expect(decided.journals).toEqual([]);
    expect(applied(decided)).toEqual([0]);
  });

  test('LEND-9: given nothing else owed, then the loan closes and its allowance goes back', () => {
    const owing = later('2027-04-20');
    const paid = owing.instalments.map((one) => ({
      ...one,
      paidPrincipalPaise: one.principalPaise,
      paidFeePaise: one.feePaise,
      paidInterestPaise: one.interestPaise,
    }));
    const [first] = owing.charges;
    const loan: Loan = { ...owing, instalments: paid, charges: [first!], status: 'active' };
    expect(loan.allowancePaise).toBeGreaterThan(0);
    const decided = waive(loan, granting('penal', 50_000, '2027-04-21'));
    const after = loanAfter(loan, decided.changes);
    expect([after.status, after.closedOn, after.allowancePaise]).toEqual(['closed', '2027-04-21', 0]);
    expect(sumsOf(decided.journals)).toMatchObject({ A290: loan.allowancePaise });
    expect(decided.notices).toEqual([{ notice: 'nothing_owed_any_more', loanId: loan.id }]);
  });
});

describe('the tax of a waived fee', () => {
  const wholeFee = 10_000;

  test('LEND-F5: given another state, then it goes back by the head it was booked with', () => {
    const loan = later(FIRST_DUE);
    const between: Loan = { ...loan, feeTax: { ...loan.feeTax, supplyState: '29' } };
    const sums = (one: Loan) => sumsOf(waive(one, granting('fee', wholeFee, '2027-02-16')).journals);
    expect(sums(loan)).toEqual({ I400: 8_474, L330: 763, L331: 763, A203: -wholeFee });
    expect(sums(between)).toEqual({ I400: 8_474, L332: 1_526, A203: -wholeFee });
  });

  test('LEND-F2: in any parts it comes to the tax inside the whole fee', () => {
    const loan = later(FIRST_DUE);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 100, max: 4_000 }), { maxLength: 5 }), (parts) => {
        let state = loan;
        const back: Record<string, number>[] = [];
        for (const [index, part] of [...parts, wholeFee].entries()) {
          const decided = waive(state, { ...granting('fee', part, '2027-02-16'), id: `w${index}` });
          if (decided.journals.length > 0) back.push(sumsOf(decided.journals));
          state = loanAfter(state, decided.changes);
        }
        const tax = back.reduce((sum, one) => sum + (one['L330'] ?? 0) + (one['L331'] ?? 0), 0);
        expect(tax).toBe(gstInsideFee(paise(wholeFee)).gstPaise);
      }),
    );
  });
});

describe('writeOff', () => {
  const onDay = day('2027-08-15');

  test('LEND-D5: W11 on the 181st day, its allowance is used first', () => {
    const loan = later('2027-08-14');
    const decided = writeOff(loan, { id: 'gone', effectiveOn: onDay });
    expect(sumsOf(decided.journals)).toEqual({
      A290: 918_000,
      E520: 612_000,
      L350: 150_000,
      A201: -1_500_000,
      A203: -30_000,
      A211: -30_000,
      A220: -120_000,
    });
    const after = loanAfter(loan, decided.changes);
    expect([after.status, after.allowancePaise]).toEqual(['written_off', 0]);
    expect(decided.changes.at(-1)).toMatchObject({ principalPaise: 1_500_000, chargesPaise: 120_000 });
  });

  test('LEND-D5: given instalments to come, then interest that had not accrued is never owed', () => {
    const loan = later('2027-08-14', aLoan({ billPaise: 6_000_000, count: 12 }));
    const after = loanAfter(loan, writeOff(loan, { id: 'gone', effectiveOn: onDay }).changes);
    const lastOne = after.instalments.at(-1)!;
    expect(after.instalments.every(({ isDemanded }) => isDemanded)).toBe(true);
    expect(lastOne.paidInterestPaise).toBe(lastOne.interestPaise);
    expect(after.instalments[0]!.paidInterestPaise).toBe(0);
  });

  test('LEND-D5: given an allowance above the loss, then the rest of it comes back', () => {
    const loan: Loan = { ...later('2027-08-14'), allowancePaise: paise(2_000_000) };
    const decided = writeOff(loan, { id: 'gone', effectiveOn: onDay });
    expect(sumsOf(decided.journals)).toMatchObject({ A290: 2_000_000, E520: -470_000 });
  });

  test('LEND-D5: given a loan that ended, then nothing is written off', () => {
    const loan: Loan = { ...later(FIRST_DUE), status: 'closed' };
    expect(writeOff(loan, { id: 'gone', effectiveOn: onDay })).toEqual({
      journals: [],
      changes: [{ change: 'write_off_void', loanId: loan.id, writeOffId: 'gone' }],
      notices: [],
    });
  });
});

describe('levyBounce', () => {
  const due = later(FIRST_DUE);
  const on = day('2027-02-16');
  const levied = (loan: Loan) => levyBounce(loan, 1, on).changes;

  test('LEND-L6: ₹100 by the terms of the loan, once for an instalment', () => {
    const decided = levyBounce(due, 1, on);
    expect(sumsOf(decided.journals)).toEqual({ A221: 10_000, I421: -10_000 });
    expect(decided.changes).toEqual([
      {
        change: 'charge_levied',
        loanId: due.id,
        kind: 'bounce',
        number: 1,
        lateDays: 0,
        leviedOn: on,
        overdueOn: '2027-03-15',
        amountPaise: 10_000,
      },
    ]);
    const charged = loanAfter(due, decided.changes);
    expect(levied(charged)).toEqual([]);
    expect(levyBounce(charged, 2, on).changes).toHaveLength(1);
    const late = charged.charges.map((one) => ({ ...one, kind: 'penal', lateDays: 4 }) as const);
    expect(levied({ ...due, charges: late })).toHaveLength(1);
  });

  const hardship = {
    id: 'h',
    fromOn: day(FIRST_DUE),
    openedOn: day(FIRST_DUE),
    untilOn: day('2027-03-15'),
    endedOn: null,
  };
  test.each<[string, Partial<Loan>, number]>([
    ['that does not perform', { status: 'npa' }, 0],
    ['in hardship', { hardships: [hardship] }, 0],
    ['in hardship told that day', { hardships: [{ ...hardship, fromOn: on }] }, 0],
    ['in hardship on its last day', { hardships: [{ ...hardship, untilOn: on }] }, 0],
    ['on the day its hardship ends', { hardships: [{ ...hardship, endedOn: on }] }, 0],
    ['after its hardship', { hardships: [{ ...hardship, untilOn: addDays(on, -1) }] }, 1],
    ['whose hardship ended', { hardships: [{ ...hardship, endedOn: addDays(on, -1) }] }, 1],
    ['whose bill is on its way back', { freezes: [{ isFrozen: true, fromOn: on }] }, 0],
    ['sold without such a charge', { late: { ...due.late, bouncePaise: paise(0) } }, 0],
  ])('LEND-L6, LEND-23, LEND-X10: a loan %s', (_, change, count) => {
    expect(levied({ ...due, ...change })).toHaveLength(count);
  });
});
