import { missingBefore } from '@mohlat/lending';
import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { mostRead } from '#test/rows-read.ts';
import { openMissing } from '../collections.repo.ts';

const NOW = noonOf(businessDate('2027-01-15'));
/** Repayments whose owner staff found, in years, and those that the rail has still to settle. */
const IDENTIFIED = 20_000;
const WAITING = 40;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into repayments (user_id, loan_id, amount_paise, status, channel, created_at, provider_payment_ref, received_at, value_on)
       select new_id(), new_id(), 5000 + n, 'succeeded', case when n % 501 = 0 then 'checkout' else 'identified' end, at, 'pay_' || n, at, at::date
       from (select n, $1::timestamptz - n * interval '1 hour' as at from generate_series(1, $2::integer) n) money`,
      [NOW, IDENTIFIED + WAITING],
    );
    await client.query('reset session_replication_role');
    await client.query('analyze repayments');
  } finally {
    client.release();
  }
});
afterAll(() => lab.close());

test('LEND-21: given no money of the channels that are asked for, then none is missing', async () => {
  const ask = (channels: string[]) =>
    lab.owner.query('select channel from repayments_unsettled($1, $2, 100)', [NOW, channels]);
  expect((await ask(['mandate', 'identified'])).rows).toEqual([]);
  expect((await ask(['mandate', 'checkout'])).rowCount).toBeGreaterThan(0);
});

test('LEND-21: given identified money of years, when what is missing is looked for, then it is not read', async () => {
  const { rows } = await lab.owner.query<{ count: number }>(
    `select count(*)::integer as count from repayments where channel = 'checkout' and received_at < $1`,
    [missingBefore(NOW)],
  );
  const read = await lab.worker.plain((tx) =>
    mostRead(tx, ['repayments'], async () => {
      expect(await openMissing(tx, NOW)).toBe(rows[0]!.count);
    }),
  );
  expect(read).toBeLessThan(10 * WAITING);
});
