import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { mostRead } from '#test/rows-read.ts';
import { claimRewarded } from './referrals.repo.ts';

const MANY = 20_000;
const NOW = new Date('2027-03-01T06:30:00Z');

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(NOW);
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    // As many were repaid lately, and left long ago; three friends who earned a reward left lately.
    await client.query(
      `insert into loans (user_id, id, disbursed_on, status, closed_on)
       select new_id(), new_id(), '2025-01-01', x.status, x.closed_on from generate_series(1, $1::integer),
         (values ('closed', '2027-02-01'::date), ('exited', '2025-01-02')) as x(status, closed_on)`,
      [MANY],
    );
    await client.query(
      `with left_loans as (
         insert into loans (user_id, id, disbursed_on, status, closed_on)
         select new_id(), new_id(), '2027-02-01', 'exited', '2027-02-02' from generate_series(1, 3) returning user_id)
       insert into referrals (user_id, referred_id, created_at, reward_credited, reward_amount_paise)
       select new_id(), user_id, '2027-01-01', true, 100 from left_loans`,
    );
    await client.query('reset session_replication_role');
    await client.query('analyze loans');
  } finally {
    client.release();
  }
});
afterAll(() => lab.close());

test('LEND-24: given many loans that ended, when friends who left are looked for, then only loans left lately are read', async () => {
  const read = await lab.worker.plain((tx) =>
    mostRead(tx, ['loans'], async () => {
      expect(await claimRewarded(tx, NOW, NOW, 10)).toHaveLength(3);
    }),
  );
  expect(read).toBeLessThan(100);
});
