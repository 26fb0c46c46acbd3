import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followReturn } from '../collections.jobs.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';

/** The words of a rail that take a repayment back which its file took out of a settlement without a dispute. */
const START = businessDate('2027-01-15');
const PAISE = 520_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

interface Word {
  /** The answer of the rail about the payment. */
  readonly status: string;
  readonly amount: number;
  /** The sum that its file takes out; undefined where it has no row of the payment. */
  readonly outPaise: number | undefined;
}

const TRUE_WORD: Word = { status: 'failed', amount: PAISE, outPaise: PAISE };

/** A repayment, and what became of it after the rail's word. */
async function follow(name: string, { status, amount, outPaise }: Word) {
  const loan = await lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  const paymentRef = `pay_${name}`;
  await lab.credit(loan, name, PAISE, lab.clock.now());
  if (outPaise !== undefined)
    await lab.owner.query(
      `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, payment_ref, amount_paise,
         fee_paise, tax_paise, credit_paise, debit_paise, occurred_at, read_at, looked_at)
       values ('razorpay', convert_to($1, 'UTF8'), $2, 'setl', 'other', 'adj', $1, $3, 0, 0, 0, $3, $4, $4, $4)`,
      [paymentRef, addDays(START, 3), outPaise, lab.clock.now()],
    );
  const collection = { getPayment: () => Promise.resolve({ status, amount }) };
  await followReturn({ ...lab.deps, providers: { collection }, log: {} } as never, paymentRef);
  const { rows } = await lab.owner.query<{ status: string; told: number; unlooked: number }>(
    `select r.status,
       (select count(*)::int from notifications n where n.user_id = $1 and n.title like 'Your bank took back%') as told,
       (select count(*)::int from settlement_rows s where s.payment_ref = $2 and s.looked_at is null) as unlooked
     from repayments r where r.user_id = $1`,
    [loan.userId, paymentRef],
  );
  return rows[0];
}

test('LEND-16 journal 17: given money its bank returned, when followed, then it counts no more, its person is told and its row is looked at', async () => {
  expect(await follow('whole', TRUE_WORD)).toEqual({ status: 'failed', told: 1, unlooked: 1 });
});

test.each([
  ['succeeded', { ...TRUE_WORD, status: 'captured' }],
  ['differs', { ...TRUE_WORD, amount: PAISE - 100 }],
  ['untaken', { ...TRUE_WORD, outPaise: undefined }],
  ['parted', { ...TRUE_WORD, outPaise: PAISE - 100 }],
])(
  'LEND-16 journal 17: given a word about a return that is not of the whole (%s), when followed, then the repayment counts',
  async (name, word) => {
    expect(await follow(name, word)).toMatchObject({ status: 'succeeded', told: 0, unlooked: 0 });
  },
);
