import { type ListedRow, type PaymentAtRail, railVerdict, sentDifferences } from '@mohlat/lending';
import { type Paise, paise } from '@mohlat/money';
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

test('LEND-21: given a reading that is compared again, then a row stays matched since its first comparing', async () => {
  const { userId, loanId } = await lab.lend('again', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const [now, later] = [lab.clock.now(), new Date(lab.clock.now().getTime() + 60_000)];
  const client = await lab.owner.connect();
  try {
    await client.query('begin');
    const readId = newId();
    await client.query('set local session_replication_role = replica');
    await client.query("update payments set bill_status = 'paid' where id = $1", [loanId]);
    await client.query(INSERT, [userId, DAY, 'FIT', 'success', null, BILL, now, readId, loanId, null]);
    for (const at of [now, later]) await client.query('select 1 from rail_compare($1, $2)', [readId, at]);
    const { rows } = await client.query('select matched_at, matched_as from rail_rows where read_id = $1', [
      readId,
    ]);
    expect(rows).toEqual([{ matched_at: now, matched_as: 'paid' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

interface Sent {
  readonly status: PaymentAtRail;
  readonly moving: Paise;
  readonly isBooked: boolean;
  readonly isListed: boolean;
}
const SENT: readonly Sent[] = PAYMENTS.flatMap((status) =>
  [true, false].flatMap((isBooked) =>
    [true, false].flatMap((isListed) =>
      [0, BILL].map((moving) => ({ status, isBooked, isListed, moving: paise(moving) })),
    ),
  ),
);

test('LEND-21: given a sent payment that the database leaves out, then the rule finds no difference in it', async () => {
  const { userId, loanId } = await lab.lend('sent', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const client = await lab.owner.connect();
  let left = 0;
  try {
    for (const { status, moving, isBooked, isListed } of SENT) {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query('update payments set bill_status = $2 where id = $1', [loanId, status]);
      await client.query('update payment_attempts set started_at = $2 where payment_id = $1', [
        loanId,
        `${DAY}T06:00:00Z`,
      ]);
      if (!isBooked)
        await client.query("delete from journals where source_kind = 'loan_booked' and source_id = $1", [
          loanId,
        ]);
      if (moving > 0)
        await client.query(
          "update postings set account = 'A110', amount_paise = $2 where loan_id = $1 and account = 'A200'",
          [loanId, moving],
        );
      const now = lab.clock.now();
      if (isListed)
        await client.query(INSERT, [userId, DAY, 'SAME', 'success', null, BILL, now, newId(), loanId, now]);
      const answered = await client.query(
        `select bill_status as status, bill_paise::integer as "billPaise", moving_paise::integer as "movingPaise",
           is_booked as "isBooked", is_listed as "isListed"
         from rail_sent($1) where payment_id = $2`,
        [DAY, loanId],
      );
      const sent = { status, billPaise: paise(BILL), movingPaise: moving, isBooked, isListed };
      if (answered.rowCount === 0) {
        left += 1;
        expect([sent, sentDifferences(sent)]).toEqual([sent, []]);
      } else expect(answered.rows).toEqual([sent]);
      await client.query('rollback');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(left).toBe(1);
});
