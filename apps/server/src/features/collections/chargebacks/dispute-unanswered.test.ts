import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderRejected, ProviderUnreachable } from '#providers/index.ts';
import { idOf, type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { followDispute } from './chargebacks.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(businessDate('2027-03-01')));
});
afterAll(() => lab.close());

const UNSAID = { provider: 'razorpay', op: 'getDispute', message: 'no answer' } as const;

/** The call-back of a dispute is followed up while the rail answers with an error; `silent` is what its job says of the times before. */
const follow = (disputeRef: string, error: Error, silent?: number) =>
  followDispute(
    {
      ...lab.deps,
      providers: { collection: { getDispute: () => Promise.reject(error) } },
      log: { info() {}, warn() {} },
    } as never,
    { disputeRef, silent },
  );

async function jobsOf(disputeRef: string) {
  const { rows } = await lab.owner.query<{ task: string; minutes: number; silent: number }>(
    `select task_identifier as task, round(extract(epoch from j.run_at - $2::timestamptz) / 60)::integer as minutes,
       (p.payload ->> 'silent')::integer as silent
     from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id where j.key = $1`,
    [`hint:collections.dispute:${disputeRef}`, lab.clock.now()],
  );
  return rows;
}

test('LEND-20: a dispute that the rail does not answer about is asked for again, for the call-back comes once', async () => {
  await follow('disp_silent', new ProviderUnreachable(UNSAID));
  expect(await jobsOf('disp_silent')).toEqual([{ task: 'collections.dispute', minutes: 5, silent: 1 }]);
});

const differencesOf = async (disputeRef: string) =>
  (await lab.owner.query('select kind, owner from reconciliation_breaks where reference = $1', [disputeRef]))
    .rows;

test('LEND-20: the rail’s silence about a dispute backs off to six hours, and becomes one difference', async () => {
  const minutes: number[] = [];
  const found: number[] = [];
  let silent: number | undefined;
  for (let look = 1; look <= 10; look += 1) {
    await follow('disp_long', new ProviderUnreachable(UNSAID), silent);
    const [job] = await jobsOf('disp_long');
    minutes.push(job!.minutes);
    silent = job!.silent;
    found.push((await differencesOf('disp_long')).length);
  }
  expect(minutes).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360, 360]);
  expect(found).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
  expect(await differencesOf('disp_long')).toEqual([{ kind: 'dispute_unmatched', owner: 'finance' }]);
});

test('LEND-20: a dispute in our books that the rail is silent about is looked at again in an hour', async () => {
  const loan = await lab.lend('known l', {
    billPaise: 300_000,
    instalments: 1,
    disbursedOn: businessDate('2027-03-01'),
  });
  await lab.credit(loan, 'known', 50_000, lab.clock.now());
  await lab.owner.query(
    `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at, next_look_at)
     values ($1, $2, $3, 'disp_known', 50000, 'chargeback', 'open', $4, $4)`,
    [loan.userId, idOf('repayment known'), loan.loanId, lab.clock.now()],
  );
  await follow('disp_known', new ProviderUnreachable(UNSAID));
  expect(await jobsOf('disp_known')).toEqual([]);
  const { rows } = await lab.owner.query<{ at: Date }>(
    "select next_look_at as at from chargebacks where dispute_ref = 'disp_known'",
  );
  expect(rows).toEqual([{ at: new Date(lab.clock.now().getTime() + 3_600_000) }]);
});

test('a dispute that the rail does not know is not asked for again', async () => {
  await expect(follow('disp_unknown', new ProviderRejected(UNSAID))).rejects.toThrow(ProviderRejected);
  expect(await jobsOf('disp_unknown')).toEqual([]);
});
