import { businessDate } from '@mohlat/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMI3, idOf, type Lab, noonOf, openLab } from '#test/lending-lab.ts';

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

/** A row of the file that says the rail gave money of a payment back. */
async function refundRow(
  entityRef: string,
  amountPaise: number,
  state: 'waiting' | 'matched',
  paymentRef = 'pay_kept',
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, payment_ref, amount_paise, fee_paise,
       tax_paise, credit_paise, debit_paise, occurred_at, read_at, state, matched_at)
     values ('razorpay', sha256(convert_to($1 || $6, 'UTF8')), $2, 'setl', 'refund', $1, $6, $3, 0, 0, 0, $3, $4, $4, $5, case when $5 = 'matched' then $4::timestamptz end)
     returning id`,
    [entityRef, DAY, amountPaise, NOON, state, paymentRef],
  );
  return rows[0]!.id;
}

/** The money that our books know a row of the file by. */
async function ownerOf(rowId: string): Promise<unknown[]> {
  const { rows } = await client.query(
    `select o.amount_paise::integer as amount, o.sign from settlement_rows s, settlement_owner(s, '{}') o where s.id = $1`,
    [rowId],
  );
  return rows;
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
  expect(await ownerOf(ofRail)).toEqual([{ amount: 3000, sign: -1 }]);
  // Another refund by the rail takes of the same sum, and leaves the rest.
  await refundRow('rfnd_other', 2000, 'matched');
  expect(await ownerOf(ofRail)).toEqual([{ amount: 1000, sign: -1 }]);
});

test('LEND-21: given a person with two repayments, when the file names a refund beside the other of them, then the row has no owner', async () => {
  const loan = await lab.lend('two-repayments', EMI3);
  await lab.credit(loan, 'first', 20_000, NOON);
  await lab.credit(loan, 'second', 30_000, NOON);
  await client.query(
    `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, provider_ref, created_at, settled_at)
     values ($1, $2, $3, 5000, 'processed', 'rfnd_first', $4, $4)`,
    [loan.userId, loan.loanId, idOf('repayment first'), NOON],
  );
  expect(await ownerOf(await refundRow('rfnd_first', 5000, 'waiting', 'pay_first'))).toEqual([
    { amount: 5000, sign: -1 },
  ]);
  expect(await ownerOf(await refundRow('rfnd_first', 5000, 'waiting', 'pay_second'))).toEqual([]);
});
