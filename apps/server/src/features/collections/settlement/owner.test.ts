import { businessDate } from '@mohlat/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';

const DAY = businessDate('2027-01-15');
const NOON = noonOf(DAY);

let lab: Lab;
let client: pg.PoolClient;
beforeAll(async () => {
  lab = await openLab();
  client = await lab.owner.connect();
});
afterAll(async () => {
  client.release();
  await lab.close();
});

/** A row of the file that says the rail gave money of `pay_kept` back. */
async function refundRow(
  entityRef: string,
  amountPaise: number,
  state: 'waiting' | 'matched',
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, payment_ref, amount_paise, fee_paise,
       tax_paise, credit_paise, debit_paise, occurred_at, read_at, state, matched_at)
     values ('razorpay', sha256(convert_to($1, 'UTF8')), $2, 'setl', 'refund', $1, 'pay_kept', $3, 0, 0, 0, $3, $4, $4, $5, case when $5 = 'matched' then $4::timestamptz end)
     returning id`,
    [entityRef, DAY, amountPaise, NOON, state],
  );
  return rows[0]!.id;
}

test('LEND-21: given our own refund of the rest is settled, then what the rail gave back before it was held still has its owner', async () => {
  await client.query(
    `insert into unidentified_receipts (provider, payment_ref, amount_paise, refunded_paise, is_credit_source, received_at, value_on,
       status, return_on, refund_ref, created_at)
     values ('razorpay', 'pay_kept', 7000, 3000, false, $1, $2, 'held', $2::date + 30, 'rfnd_ours', $1)`,
    [NOON, DAY],
  );
  await refundRow('rfnd_ours', 7000, 'matched');
  const ofRail = await refundRow('rfnd_rail', 3000, 'waiting');
  const owner = async () =>
    (
      await client.query(
        `select o.amount_paise::integer as amount, o.sign from settlement_rows s, settlement_owner(s, '{}') o where s.id = $1`,
        [ofRail],
      )
    ).rows;
  expect(await owner()).toEqual([{ amount: 3000, sign: -1 }]);
  // Another refund by the rail takes of the same sum, and leaves the rest.
  await refundRow('rfnd_other', 2000, 'matched');
  expect(await owner()).toEqual([{ amount: 1000, sign: -1 }]);
});
