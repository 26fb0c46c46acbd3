import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveReceipt } from '../receipts/receipts.ts';
import { hold } from '../receipts/receipts.repo.ts';
import { followReturn } from '../collections.jobs.ts';
import { createStandingSweep } from '#features/credit/credit.standing.ts';
import { createLog } from '#platform/log/log.ts';
import { dispute } from '#test/disputing.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

/** Where a person's credit comes to stand by each word of a bank about their repayments. */
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

async function aRepaid(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  await lab.credit(loan, name, PAISE, lab.clock.now());
  return loan;
}

/** The rail says of a dispute of a repayment, one word after the other, how it stands. */
const hear = (name: string, words: readonly string[], amountPaise = PAISE) =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise, isDeducted: false }, words);

async function standing({ userId }: LabLoan) {
  const { rows } = await lab.owner.query<{ state: string; hold: string | null }>(
    'select state, state_reason as hold from credit_accounts where user_id = $1',
    [userId],
  );
  return rows[0];
}

const FREE = { state: 'active', hold: null };
const HELD = { state: 'suspended', hold: 'dispute' };

test.each([
  ['open', ['open'], PAISE, HELD],
  ['review', ['under_review'], PAISE, HELD],
  ['asked', ['action_required'], PAISE, HELD],
  ['won', ['open', 'won'], PAISE, FREE],
  ['closed', ['open', 'closed'], PAISE, FREE],
  ['lost', ['open', 'lost'], PAISE, HELD],
  // A person decides about a part; the limit waits for it, too.
  ['part', ['open', 'lost'], 100_000, HELD],
])(
  'LEND-14: given a dispute that is %s, then the limit rests unless it was won',
  async (name, words, paise, place) => {
    const loan = await aRepaid(name);
    expect(await standing(loan)).toEqual(FREE);
    await hear(name, words, paise);
    expect(await standing(loan)).toEqual(place);
  },
);

test('LEND-14: given two disputes of one person, when one is won, then the limit rests for the other', async () => {
  const loan = await aRepaid('one');
  await lab.credit(loan, 'two', PAISE, lab.clock.now());
  await hear('one', ['open']);
  await hear('two', ['open']);
  await hear('one', ['won']);
  expect(await standing(loan)).toEqual(HELD);
  await hear('two', ['won']);
  expect(await standing(loan)).toEqual(FREE);
});

test('LEND-14: given money that its bank returns without a dispute, then the limit rests, too', async () => {
  const loan = await aRepaid('returned');
  await lab.owner.query(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, payment_ref, amount_paise,
       fee_paise, tax_paise, credit_paise, debit_paise, occurred_at, read_at)
     values ('razorpay', 'returned', $1, 'setl', 'other', 'adj', 'pay_returned', $2, 0, 0, 0, $2, $3, $3)`,
    [addDays(START, 3), PAISE, lab.clock.now()],
  );
  const collection = { getPayment: () => Promise.resolve({ status: 'failed', amount: PAISE }) };
  await followReturn({ ...lab.deps, providers: { collection }, log: {} } as never, 'pay_returned');
  expect(await standing(loan)).toEqual(HELD);
});

test('LEND-14, LEND-20: given disputed money without an owner, when staff give it to a payment, then its person’s limit rests', async () => {
  const loan = await lab.lend('given', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  const facts = {
    paymentRef: 'pay_given',
    orderRef: null,
    amountPaise: PAISE,
    isCreditSource: false,
    receivedAt: lab.clock.now(),
    keepDays: 30,
    hintedRepaymentId: null,
  };
  await lab.worker.plain((tx) => hold(tx, facts, lab.clock.now()));
  await hear('given', ['open']);
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from unidentified_receipts where payment_ref = 'pay_given'",
  );
  const given = {
    receiptId: rows[0]!.id,
    amountPaise: PAISE,
    ownerId: loan.userId,
    loanId: loan.loanId,
    by: idOf('staff'),
  };
  await lab.worker.forUser(loan.userId, (tx) => giveReceipt(lab.deps, tx, given));
  expect(await standing(loan)).toEqual(HELD);
});

test('LEND-14: given what a process of the version before wrote of disputes, when the sweep looks, then each limit stands as it should', async () => {
  const sweep = createStandingSweep({ ...lab.deps, log: createLog('silent') });
  const [opened, won] = [await aRepaid('old-opened'), await aRepaid('old-won')];
  await hear('old-opened', ['open']);
  await hear('old-won', ['open']);
  await lab.owner.query(
    "update credit_accounts set state = 'active', state_reason = null where user_id = $1",
    [opened.userId],
  );
  await lab.owner.query("update chargebacks set status = 'won' where user_id = $1", [won.userId]);
  await sweep();
  expect([await standing(opened), await standing(won)]).toEqual([HELD, FREE]);
});
