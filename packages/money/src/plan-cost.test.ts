import { expect, test } from 'vitest';
import { businessDate } from './calendar.ts';
import { DEFAULT_FEE_PARAMS, serviceFee } from './fee.ts';
import { paise } from './paise.ts';
import { dearCost, leastBill, planCost, type PlanOnOffer, planSchedule } from './plan-cost.ts';

const today = businessDate('2027-01-15');
const bill = { billPaise: paise(1_500_000), feePaise: paise(30_000) };
const emi: PlanOnOffer = {
  kind: 'emi',
  instalments: 3,
  annualRateBps: 1_175,
  dueDays: null,
  billMinPaise: 300_000,
  billMaxPaise: 5_000_000,
};
const single: PlanOnOffer = { ...emi, kind: 'single', instalments: 1, annualRateBps: 0, dueDays: 30 };
const costOf = (plan: PlanOnOffer, aprCeilingBps: number | null = null, of = bill) =>
  planCost(of, plan, aprCeilingBps, today);

test('LEND-4, LEND-F3: the bill and its fee are repaid, with interest under EMIs alone', () => {
  expect(costOf(single)).toMatchObject({ totalPaise: 1_530_000, interestPaise: 0 });
  expect(costOf(emi)).toMatchObject({ totalPaise: 1_560_000, interestPaise: 30_000 });
  expect(costOf(single)!.schedule).toMatchObject([{ dueOn: '2027-02-14', amountPaise: 1_530_000 }]);
});

test('LEND-4: a plan is for bills of its size, both ends included', () => {
  const sizes = [299_999, 300_000, 5_000_000, 5_000_001];
  const isFor = (plan: PlanOnOffer) =>
    sizes.map((size) => costOf(plan, null, { ...bill, billPaise: paise(size) }) !== undefined);
  expect(isFor(emi)).toEqual([false, true, true, false]);
  expect(isFor({ ...emi, billMaxPaise: null })).toEqual([false, true, true, true]);
});

test('LEND-F6: a plan above the ceiling is not offered, one at it is', () => {
  const { aprBps } = costOf(emi)!;
  expect([aprBps - 1, aprBps, null].map((ceiling) => costOf(emi, ceiling)?.aprBps)).toEqual([
    undefined,
    aprBps,
    aprBps,
  ]);
});

test('LEND-E1: where the instalments would be too small there is no cost', () => {
  const small = { billPaise: paise(10_000), feePaise: paise(10_000) };
  const any = { billMinPaise: 0, billMaxPaise: null };
  expect(costOf({ ...emi, ...any }, null, small)).toBeUndefined();
  expect(costOf({ ...single, ...any }, null, small)).toBeDefined();
});

test('LEND-4: borrowing is dear where its cost exceeds a tenth of the bill, to the paisa', () => {
  // The least fee is ₹50.
  expect(dearCost(paise(50_000), DEFAULT_FEE_PARAMS)).toBeUndefined();
  expect(dearCost(paise(49_999), DEFAULT_FEE_PARAMS)).toBe(5_000);
  expect(dearCost(paise(1), DEFAULT_FEE_PARAMS)).toBe(5_000);
  expect(dearCost(paise(50_000), { ...DEFAULT_FEE_PARAMS, minPaise: paise(5_001) })).toBe(5_001);
});

test.each([
  ['three', { ...emi, billMinPaise: 100 }],
  ['twelve', { ...emi, instalments: 12, billMinPaise: 1 }],
])('LEND-E1: the least bill of %s EMIs is the first whose EMI is ₹100', (_, plan) => {
  const least = leastBill(plan, DEFAULT_FEE_PARAMS, today);
  const scheduleOf = (bill: number) =>
    planSchedule(paise(bill), serviceFee(paise(bill), DEFAULT_FEE_PARAMS), plan, today);
  expect(scheduleOf(least - 1)).toBeUndefined();
  expect(scheduleOf(least)?.[0].amountPaise).toBe(10_000);
});

test('LEND-E1: the least bill is that of the terms where its instalments are large enough', () => {
  expect(leastBill(emi, DEFAULT_FEE_PARAMS, today)).toBe(300_000);
  expect(leastBill({ ...single, billMinPaise: 100 }, DEFAULT_FEE_PARAMS, today)).toBe(100);
});
