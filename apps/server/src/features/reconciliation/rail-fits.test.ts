import { type ListedRow, type PaymentAtRail, railVerdict } from '@mohlat/lending';
import { paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { BILL, DAY } from '#test/rail-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const STATUSES = ['processing', 'success', 'failure', 'adjusted'] as const;
const WORDS = [null, 'required', 'requested', 'processed'] as const;
const PAYMENTS: readonly PaymentAtRail[] = ['accepted', 'submitted', 'unknown', 'paid', 'failed', 'reversed'];
/** The reference and status of an earlier row of the list about the same payment. */
const EARLIER = [
  ['SAME', 'success'],
  ['OTHER', 'success'],
  ['OTHER', 'failure'],
] as const;

const AMOUNTS = PAYMENTS.flatMap((payment) => [BILL, BILL - 1].map((amount) => ({ payment, amount })));
const CASES = [
  ...STATUSES.flatMap((status) =>
    WORDS.flatMap((refundStatus) => AMOUNTS.map((one) => ({ ...one, status, refundStatus, earlier: null }))),
  ),
  ...EARLIER.flatMap((earlier) =>
    AMOUNTS.map((one) => ({ ...one, status: 'success' as const, refundStatus: null, earlier })),
  ),
];

const INSERT = `insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, refund_status, amount_paise,
  occurred_at, row_hash, payment_id, read_id, first_seen_at, matched_at, matched_as)
  values ($1, 'billpay', $2, 'ours', $3, $4, $5, $6, $7, sha256(convert_to($8, 'UTF8')), $9, $8::uuid, $7, $10, 'submitted')`;

test('LEND-21: given a row that the database matches by itself, then the rule finds no difference in it either', async () => {
  const { userId, loanId } = await lab.lend('fits', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const now = lab.clock.now();
  const client = await lab.owner.connect();
  let matched = 0;
  try {
    for (const { status, refundStatus, payment, amount, earlier } of CASES) {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query('update payments set bill_status = $2 where id = $1', [loanId, payment]);
      if (earlier !== null)
        await client.query(INSERT, [userId, DAY, ...earlier, null, BILL, now, newId(), loanId, now]);
      const readId = newId();
      await client.query(INSERT, [
        userId,
        DAY,
        'SAME',
        status,
        refundStatus,
        amount,
        now,
        readId,
        loanId,
        null,
      ]);
      const answered = await client.query('select 1 from rail_compare($1, $2) where not is_heard_again', [
        readId,
        now,
      ]);
      if (answered.rowCount === 0) {
        matched += 1;
        const row: ListedRow = {
          status,
          refundStatus,
          amountPaise: paise(amount),
          payment: { status: payment, billPaise: paise(BILL) },
          isSecond: false,
          hasOtherSuccess: earlier?.[0] === 'OTHER' && earlier[1] === 'success',
          ofOtherAmounts: [],
        };
        expect([row, railVerdict(row)]).toEqual([row, null]);
      }
      await client.query('rollback');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  // A success of the paid bill, to the paisa, with nothing or the same execution heard before.
  expect(matched).toBe(2);
});
