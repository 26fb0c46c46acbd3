import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '#platform/config/config.ts';
import { createLog } from '#platform/log/log.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { sweepReconciliation } from './reconciliation.read.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function raisedOn(day: string): Promise<boolean> {
  lab.set(new Date(`${day}T06:30:00Z`));
  const config = { env: { BANK_HOLIDAYS: '2026-12-25' } } as unknown as Config;
  await sweepReconciliation({ ...lab, config, log: createLog('silent') });
  const { rowCount } = await lab.owner.query(
    "select 1 from reconciliation_breaks where reference = 'holy' and escalated_at is not null",
  );
  return rowCount === 1;
}

test('LEND-T6: a difference of 24 December is due on the second day on which banks work', async () => {
  // Christmas, the fourth Saturday and a Sunday lie between.
  await lab.worker.plain((tx) =>
    tx.call(
      "select break_open(null, 'unmatched_row', 'razorpay', 'finance', 'holy', null, null, null, null, 98, '{}', $1)",
      [new Date('2026-12-24T06:30:00Z')],
    ),
  );
  expect(await raisedOn('2026-12-29')).toBe(false);
  expect(await raisedOn('2026-12-30')).toBe(true);
});
