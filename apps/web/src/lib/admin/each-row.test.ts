import { expect, test } from 'vitest';
import { forEachRow, type Outcome } from './each-row.ts';

const ROWS = Array.from({ length: 10 }, (_, index) => `row ${index}`);

test('given ten rows, at most four calls are under way, and each row is called once', async () => {
  const calls: string[] = [];
  let underWay = 0;
  let most = 0;
  const outcomes: Outcome[] = [];
  await forEachRow(
    ROWS,
    (row) => row,
    async (row) => {
      calls.push(row);
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      await Promise.resolve();
      underWay -= 1;
    },
    (outcome) => outcomes.push(outcome),
  );
  expect(calls).toEqual(ROWS);
  expect(most).toBe(4);
  expect(outcomes.map(({ key }) => key).toSorted()).toEqual(ROWS);
  expect(outcomes.every(({ error }) => error === undefined)).toBe(true);
});

test('given a row that is refused, the others are done, and only that one has an error', async () => {
  const refusal = new Error('somebody was quicker');
  const outcomes: Outcome[] = [];
  await forEachRow(
    ROWS,
    (row) => row,
    (row) => (row === 'row 3' ? Promise.reject(refusal) : Promise.resolve()),
    (outcome) => outcomes.push(outcome),
  );
  expect(outcomes).toHaveLength(10);
  expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([{ key: 'row 3', error: refusal }]);
});
