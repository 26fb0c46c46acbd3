import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderRejected, ProviderUnreachable } from '#providers/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { followDispute } from './collections.chargebacks.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(businessDate('2027-03-01')));
});
afterAll(() => lab.close());

const UNSAID = { provider: 'razorpay', op: 'getDispute', message: 'no answer' } as const;

/** The call-back of a dispute is followed up while the rail answers with an error. */
const follow = (disputeRef: string, error: Error) =>
  followDispute(
    {
      ...lab.deps,
      providers: { collection: { getDispute: () => Promise.reject(error) } },
      log: { info() {}, warn() {} },
    } as never,
    disputeRef,
  );

async function jobsOf(disputeRef: string) {
  const { rows } = await lab.owner.query<{ task: string; minutes: number }>(
    `select task_identifier as task, round(extract(epoch from run_at - $2::timestamptz) / 60)::integer as minutes
     from graphile_worker.jobs where key = $1`,
    [`hint:${disputeRef}`, lab.clock.now()],
  );
  return rows;
}

test('LEND-20: a dispute that the rail does not answer about is asked for again, for the call-back comes once', async () => {
  await follow('disp_silent', new ProviderUnreachable(UNSAID));
  expect(await jobsOf('disp_silent')).toEqual([{ task: 'collections.dispute', minutes: 5 }]);
});

test('a dispute that the rail does not know is not asked for again', async () => {
  await expect(follow('disp_unknown', new ProviderRejected(UNSAID))).rejects.toThrow(ProviderRejected);
  expect(await jobsOf('disp_unknown')).toEqual([]);
});
