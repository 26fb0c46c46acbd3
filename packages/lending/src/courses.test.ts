import {
  addDays,
  DEFAULT_GST_BPS,
  DEFAULT_LATE_POLICY,
  emiSchedule,
  paise,
  penalByTable,
  serviceFee,
  singleSchedule,
  sumPaise,
} from '@mohlat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from './borrowers.testing.ts';
import { COURSES, type CourseStep, foreseeCourse } from './courses.ts';
import type { Proposal } from './proposed.ts';

function proposal(count: number, bill = 1_500_000, lentOn = '2026-11-20'): Proposal {
  const billPaise = paise(bill);
  const feePaise = serviceFee(billPaise);
  const sold = { billPaise, feePaise, anchorOn: day(lentOn) };
  return {
    id: 'proposed',
    lentOn: day(lentOn),
    billPaise,
    feePaise,
    gstBps: DEFAULT_GST_BPS,
    aprBps: 2_384,
    annualRateBps: count === 1 ? 0 : 1_175,
    coolingOffDays: 3,
    late: DEFAULT_LATE_POLICY,
    rows: count === 1 ? singleSchedule(sold) : emiSchedule({ ...sold, rateBps: 1_175, count }),
  };
}
const totalOf = (steps: readonly CourseStep[]) => sumPaise(steps.map((step) => step.paidPaise));

test('paid on its days, a loan costs what its schedule says, instalment by instalment', () => {
  const { rows, ...terms } = proposal(3);
  const steps = foreseeCourse({ ...terms, rows }, 'on_time');
  expect(steps.map(({ on, paidPaise }) => [on, paidPaise])).toEqual(
    rows.map((row) => [row.dueOn, row.amountPaise]),
  );
  expect(steps.map(({ leftPaise }) => leftPaise)).toEqual([
    rows[1]!.amountPaise + rows[2]!.amountPaise,
    rows[2]!.amountPaise,
    0,
  ]);
});

test('LEND-L2: paid late, each instalment costs its charge besides', () => {
  const { rows, ...terms } = proposal(3);
  const steps = foreseeCourse({ ...terms, rows }, 'late');
  expect(steps.map(({ on }) => on)).toEqual(rows.map((row) => addDays(row.dueOn, 10)));
  // ₹5,200 unpaid: ₹200 each time.
  expect(steps.map(({ chargesPaise }) => chargesPaise)).toEqual([20_000, 20_000, 20_000]);
  expect(totalOf(steps)).toBe(sumPaise(rows.map((row) => row.amountPaise)) + 60_000);
});

test('LEND-9: closed early, a loan costs no interest that was not earned, and one payment saves nothing', () => {
  const emis = proposal(3);
  const [closing, ...rest] = foreseeCourse(emis, 'early');
  expect(rest).toEqual([]);
  expect(closing).toMatchObject({ on: addDays(emis.lentOn, 15), leftPaise: 0 });
  // Fifteen of the first instalment's thirty days: half of its interest.
  expect(closing!.paidPaise).toBe(emis.billPaise + emis.feePaise + emis.rows[0]!.interestPaise / 2);
  expect(closing!.paidPaise).toBeLessThan(sumPaise(emis.rows.map((row) => row.amountPaise)));
  const single = proposal(1);
  expect(totalOf(foreseeCourse(single, 'early'))).toBe(single.rows[0]!.amountPaise);
});

test('whatever the bill, the plan and the day, each course ends with nothing left and late is dearest', () => {
  const bills = fc.integer({ min: 1_000_000, max: 20_000_000 });
  const counts = fc.constantFrom(1, 3, 6, 12);
  const days = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays(day('2026-01-01'), days));
  fc.assert(
    fc.property(bills, counts, days, (bill, count, lentOn) => {
      const terms = proposal(count, bill, lentOn);
      const [onTime = [], late = [], early = []] = COURSES.map((course) => foreseeCourse(terms, course));
      for (const steps of [onTime, late, early]) expect(steps.at(-1)?.leftPaise).toBe(0);
      const due = terms.rows.map((row) => row.amountPaise);
      expect(onTime.map((step) => [step.paidPaise, step.chargesPaise])).toEqual(due.map((one) => [one, 0]));
      // Each payment covers the instalment and its charge. The cap of the loan is never reached.
      const charges = due.map((one) => penalByTable(one, terms.late));
      expect(late.map((step) => step.chargesPaise)).toEqual(charges);
      expect(late.map((step) => step.paidPaise)).toEqual(due.map((one, index) => one + charges[index]!));
      expect(early.map((step) => step.chargesPaise)).toEqual([0]);
      expect(totalOf(early)).toBeLessThanOrEqual(totalOf(onTime));
    }),
    { numRuns: 40 },
  );
});
