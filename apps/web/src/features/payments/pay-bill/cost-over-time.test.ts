import { expect, test } from 'vitest';
import { samplePayment } from '../../../../test/samples.ts';
import { costOverTime } from './cost-over-time.ts';

const { amountPaise, totalAmountPaise, schedule } = samplePayment();

test('the bill falls to nothing while the cost grows to what is agreed', () => {
  const points = costOverTime({ amountPaise, schedule });
  expect(points[0]).toEqual({ dueDate: undefined, leftPaise: amountPaise, costPaise: 0 });
  expect(points.slice(1).map(({ dueDate }) => dueDate)).toEqual(schedule.map((row) => row.dueDate));
  expect(points.at(-1)).toMatchObject({ leftPaise: 0, costPaise: totalAmountPaise - amountPaise });
});

test('neither ever turns back', () => {
  const points = costOverTime({ amountPaise, schedule });
  for (const [index, point] of points.slice(1).entries()) {
    expect(point.leftPaise).toBeLessThan(points[index]!.leftPaise);
    expect(point.costPaise).toBeGreaterThan(points[index]!.costPaise);
  }
});
