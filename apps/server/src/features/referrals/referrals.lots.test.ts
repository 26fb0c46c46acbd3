import type { BusinessDate } from '@mohlat/money';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { sweepReferrals } from './referrals.jobs.ts';

const labs: Lab[] = [];
let lab: Lab;
beforeEach(async () => {
  lab = await openLab();
  labs.push(lab);
  lab.set(noonOf('2026-03-10' as BusinessDate));
});
afterAll(() => Promise.all(labs.map((one) => one.close())));

/** Friends who brought a reward and were then blocked for fraud, of people who need not be there. */
async function blockedFriends(count: number): Promise<void> {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `with friends as (select gen_random_uuid() as user_id, gen_random_uuid() as referred_id from generate_series(1, $1)),
         blocked as (
           insert into account_blocks (user_id, reason, blocked_by, blocked_at, is_fraud)
           select referred_id, 'fraud', user_id, $2, true from friends)
       insert into referrals (user_id, referred_id, created_at, kyc_completed, payment_completed, reward_credited, reward_amount_paise)
       select user_id, referred_id, $2, true, true, true, 12500 from friends`,
      [count, lab.clock.now()],
    );
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

const sweep = () => sweepReferrals({ ...lab.deps, log: createLog('silent') });
const stillRewarded = async () =>
  (
    await lab.owner.query<{ count: number }>(
      'select count(*)::integer as count from referrals where reward_credited',
    )
  ).rows[0]!.count;
const minutes = (count: number) => lab.set(new Date(lab.clock.now().getTime() + count * 60_000));

test('LEND-24: given six hundred friends blocked for fraud, when looked at, then five hundred a look', async () => {
  await blockedFriends(600);
  await sweep();
  expect(await stillRewarded()).toBe(100);
  await sweep();
  expect(await stillRewarded()).toBe(0);
});

test('LEND-24: given one that cannot be taken back, when looked at, then the others are, and it comes again', async () => {
  await blockedFriends(7);
  await lab.owner.query(
    `create function refuse_this_one() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`,
  );
  const { rows } = await lab.owner.query<{ id: string }>('select min(id::text) as id from referrals');
  await lab.owner.query(
    `create trigger refuse_this_one before update of reward_credited on referrals for each row
     when (new.id = '${rows[0]!.id}') execute function refuse_this_one()`,
  );
  await sweep();
  expect(await stillRewarded()).toBe(1);
  await lab.owner.query('drop trigger refuse_this_one on referrals');
  await sweep();
  expect(await stillRewarded()).toBe(1);
  minutes(2);
  await sweep();
  expect(await stillRewarded()).toBe(0);
});
