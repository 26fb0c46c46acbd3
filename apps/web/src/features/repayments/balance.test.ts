import { expect, test } from 'vitest';
import { balanceToZero } from './balance.ts';

const due = (dueDate: string, duePaise: number, status: 'upcoming' | 'overdue' = 'upcoming') => ({
  dueDate,
  duePaise,
  status,
});
const TODAY = '2026-11-24';

test('given instalments of two plans, the balance falls day by day to zero', () => {
  const items = [due('2026-12-20', 520_000), due('2026-12-20', 100), due('2027-01-20', 520_000)];
  expect(balanceToZero(items, TODAY)).toEqual([
    { on: TODAY, leftPaise: 1_040_100 },
    { on: '2026-12-20', leftPaise: 520_000 },
    { on: '2027-01-20', leftPaise: 0 },
  ]);
});

test('given something overdue, or one day that pays everything, there is nothing to draw', () => {
  expect(balanceToZero([due('2026-11-20', 5, 'overdue'), due('2026-12-20', 5)], TODAY)).toBeUndefined();
  expect(balanceToZero([due('2026-12-20', 5), due('2026-12-20', 7)], TODAY)).toBeUndefined();
  expect(balanceToZero([], TODAY)).toBeUndefined();
});

test('given more days than columns, the last of each month stays, and the end is zero', () => {
  const items = Array.from({ length: 24 }, (_, index) =>
    due(`2027-${String(1 + Math.floor(index / 2)).padStart(2, '0')}-${index % 2 === 0 ? '05' : '20'}`, 100),
  );
  const steps = balanceToZero(items, TODAY);
  expect(steps?.map(({ on }) => on.slice(8))).toEqual(['24', ...Array.from({ length: 12 }, () => '20')]);
  expect(steps?.at(1)?.leftPaise).toBe(2_200);
  expect(steps?.at(-1)).toEqual({ on: '2027-12-20', leftPaise: 0 });
});
