import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillPayState } from '#providers/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { READ_TASK, readDay, sweepReconciliation } from './reconciliation.read.ts';

const DAY = businessDate('2027-03-01');
const NOON = noonOf(DAY);
const MINUTE = 60_000;
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(NOON);
});
afterAll(() => lab.close());

const at = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);

/** The days whose reading waits in the queue after a sweep. */
async function swept(): Promise<string[]> {
  await sweepReconciliation({ ...lab.deps, config: { env: {} }, log: { warn() {} } } as never);
  const { rows } = await lab.owner.query<{ day: string }>(
    `select payload ->> 'day' as day from graphile_worker._private_jobs
     where key like '${READ_TASK}:%' and locked_at is null order by 1`,
  );
  return rows.map(({ day }) => day);
}

test('LEND-21: given a list that takes longer than its lease, when it comes part by part, then it is not begun again', async () => {
  expect(await swept()).toEqual([addDays(DAY, -1), DAY]);
  await lab.owner.query('delete from graphile_worker._private_jobs');
  const during: string[][] = [];
  async function* listPayments() {
    for (let number = 0; number < 1500; number += 1) {
      if (number > 0 && number % 500 === 0) {
        lab.set(at((number / 500) * 8));
        during.push(await swept());
      }
      yield rowOf(number);
    }
  }
  await readDay({ ...lab.deps, providers: { billPayment: { listPayments } } }, DAY);
  // The one that nobody reads is due again, the one that is read is not.
  expect(during).toEqual([[], [addDays(DAY, -1)]]);
});

const rowOf = (number: number): BillPayState => ({
  paymentKey: `slow-${number}`,
  payRef: `SLOW${number}`,
  state: 'success',
  amount: 10_000,
});

test('LEND-21: given a reading under way whose lease ran out, when its sweep comes, then no second one is begun beside it', async () => {
  await lab.owner.query('delete from graphile_worker._private_jobs');
  lab.set(at(60));
  expect(await swept()).toEqual([addDays(DAY, -1), DAY]);
  await lab.owner.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another' where key = $1",
    [`${READ_TASK}:${DAY}`],
  );
  lab.set(at(75));
  expect(await swept()).toEqual([addDays(DAY, -1)]);
  await lab.owner.query("delete from graphile_worker._private_jobs where locked_by = 'another'");
  lab.set(at(90));
  expect(await swept()).toEqual([addDays(DAY, -1), DAY]);
});
