import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderUnreachable } from '#providers/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { collectionJobs, sweepCollections } from '../collections.jobs.ts';

const NOON = noonOf(businessDate('2027-03-01'));
const READING = { payload: {}, key: 'collections.read' };
let lab: Lab;
let isAway = true;
beforeAll(async () => {
  lab = await openLab();
  lab.set(NOON);
});
afterAll(() => lab.close());

async function* settlementRows() {
  if (isAway) throw new ProviderUnreachable({ provider: 'razorpay', op: 'settlementRows', message: 'away' });
  yield* [];
}

/** The jobs of the read that wait in the queue, taken from it. */
async function taken(): Promise<number> {
  const { rowCount } = await lab.owner.query(
    "delete from graphile_worker._private_jobs where key = 'collections.read'",
  );
  return rowCount ?? 0;
}

/** Sweeps so many seconds after noon; answers the reads that it asked for. */
async function sweptAt(seconds: number): Promise<number> {
  lab.set(new Date(NOON.getTime() + seconds * 1000));
  await sweepCollections(lab.deps);
  return taken();
}

async function read(): Promise<void> {
  const deps = { ...lab.deps, providers: { collection: { settlementRows } }, log: { warn() {}, info() {} } };
  const job = collectionJobs(deps as never).find(({ task }) => task === 'collections.read')!;
  await job.run({}, { attempt: 1, isLastAttempt: false });
}

const differences = async () =>
  (await lab.owner.query('select kind, rail, owner, reference from reconciliation_breaks')).rows;

test('LEND-21: given a rail away, when its file is due, then reads back off', async () => {
  expect(await sweptAt(0)).toBe(1);
  // It is being read: no second job comes beside the first.
  expect(await sweptAt(3)).toBe(0);
  await read();
  expect([await sweptAt(6), await sweptAt(62), await sweptAt(64)]).toEqual([0, 0, 1]);
  await read();
  expect([await sweptAt(180), await sweptAt(184)]).toEqual([0, 1]);
  await read();
  expect([await sweptAt(420), await sweptAt(424)]).toEqual([0, 1]);
  expect(await differences()).toEqual([]);
  await read();
  expect(await differences()).toEqual([
    { kind: 'list_unread', rail: 'razorpay', owner: 'engineering', reference: '2027-03-01' },
  ]);
});

test('LEND-21: given a rail that is back, when its file is read, then failures are forgotten and settled', async () => {
  isAway = false;
  expect(await sweptAt(1000)).toBe(1);
  await read();
  expect(await sweptAt(1003)).toBe(0);
  const { rows } = await lab.owner.query('select kind, resolution from reconciliation_breaks');
  expect(rows).toEqual([{ kind: 'list_unread', resolution: 'settled' }]);
  isAway = true;
  expect(await sweptAt(86_400)).toBe(1);
  await read();
  expect([await sweptAt(86_458), await sweptAt(86_461)]).toEqual([0, 1]);
});

test('LEND-21: given a reading that is just ending, when the next file is due, then the sweep after it asks', async () => {
  isAway = false;
  await read();
  await lab.worker.plain((tx) => tx.enqueueAgain('collections.read', [READING], { attemptsMax: 5 }));
  await lab.owner.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another'");
  lab.set(new Date(NOON.getTime() + 2 * 86_400_000));
  await sweepCollections(lab.deps);
  expect(await taken()).toBe(1);
  expect(await sweptAt(2 * 86_400 + 3)).toBe(1);
});
