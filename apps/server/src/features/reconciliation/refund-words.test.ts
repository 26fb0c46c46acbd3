import { afterAll, beforeAll, expect, test } from 'vitest';
import { settlePaid } from '#features/payments/rail/settle.ts';
import { newId } from '#platform/crypto/ids.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { atTheRail, BACK, BILL, DAY, PROMISED } from '#test/rail-lab.ts';
import { matchRows } from './reconciliation.books.ts';
import { settleBreaks } from './reconciliation.cleared.ts';
import { reversePayment } from './reconciliation.unwind.ts';

/** Words of a refund that the rail says once, before the payment stands as it ends. */
const { hear, breaks, books } = atTheRail(() => lab);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const TERMS = { billPaise: BILL, instalments: 3, disbursedOn: DAY };

async function freezesOf({ loanId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ word: string }>(
    'select word from loan_freezes where loan_id = $1 order by seq',
    [loanId],
  );
  return rows.map((one) => one.word);
}

/** A later reading, of a list that says nothing new. */
async function readOnce(): Promise<void> {
  await lab.worker.plain(async (tx) => {
    await matchRows(tx, newId(), lab.clock.now());
    await settleBreaks(tx, lab.clock.now());
  });
}

async function reverse({ userId, loanId }: LabLoan): Promise<void> {
  const ids = { userId, paymentId: loanId };
  await lab.worker.forUser(userId, (tx) => reversePayment(lab.deps, tx, ids, {}));
}

test.each([
  ['success', 'required'],
  ['success', 'processed'],
  ['adjusted', 'requested'],
] as const)(
  'LEND-X10: “%s” with a refund “%s”, heard before the payment is known to be paid, freezes it once it is',
  async (state, refundStatus) => {
    const loan = await lab.lend(`early-${state}-${refundStatus} l`, { ...TERMS, isUnanswered: true });
    await hear(loan, { state, refundStatus });
    expect(await freezesOf(loan)).toEqual([]);
    const ids = { userId: loan.userId, paymentId: loan.loanId };
    const success = { paidAt: lab.clock.now(), railReference: 'LAB', railFeePaise: 0 };
    expect(await settlePaid(lab.deps, ids, success)).toBe(true);
    await hear(loan, { state, refundStatus });
    await hear(loan, { state, refundStatus });
    expect(await freezesOf(loan)).toEqual([`refund_${refundStatus}`]);
    const open = (await breaks(loan)).filter((one) => one.resolution === null);
    expect(open.map((one) => one.kind)).toContain('returned');
  },
);

test.each([['adjusted'], ['success']] as const)(
  'LEND-16: “%s”, refunded, heard while two people decide is booked once the loan is undone: journal 8, once',
  async (state) => {
    const loan = await lab.lend(`meanwhile-${state} l`, TERMS);
    await hear(loan, { state, refundStatus: 'required' });
    await hear(loan, { state, refundStatus: 'processed' });
    await reverse(loan);
    expect(await books(loan)).toEqual({ A105: -BILL, A115: BILL });
    await readOnce();
    expect(await books(loan)).toEqual({});
    await readOnce();
    await hear(loan, { state, refundStatus: 'processed' });
    expect(await books(loan)).toEqual({});
    expect((await breaks(loan)).filter((one) => one.resolution === null)).toEqual([]);
  },
);

test('LEND-16: “success”, refunded, of a bill that was reversed before is its money, no contradiction', async () => {
  const loan = await lab.lend('after l', TERMS);
  await hear(loan, PROMISED);
  await reverse(loan);
  await hear(loan, { state: 'success', refundStatus: 'processed' });
  expect(await books(loan)).toEqual({});
  expect((await breaks(loan)).filter((one) => one.resolution === null)).toEqual([]);
});

test('LEND-16: the money of a failed bill that came back before it was known to have failed is booked', async () => {
  const loan = await lab.lend('failed l', { ...TERMS, isUnanswered: true });
  await hear(loan, { state: 'failure', refundStatus: 'processed' });
  await lab.worker.forUser(loan.userId, (tx) =>
    tx.call("select payment_failed($1, $2, $3, 'refused', true)", [
      loan.userId,
      loan.loanId,
      lab.clock.now(),
    ]),
  );
  expect(await books(loan)).toEqual({ A105: -BILL, A115: BILL });
  await readOnce();
  expect(await books(loan)).toEqual({});
});

test('LEND-21: what staff booked of a return that the rail told of during the freeze is booked once', async () => {
  const loan = await lab.lend('hand l', TERMS);
  const { open, book } = atTheRail(() => lab);
  await hear(loan, PROMISED);
  await hear(loan, BACK);
  await reverse(loan);
  await book(loan, await open(loan, 'refund_due'), 'refund_arrived');
  await readOnce();
  expect(await books(loan)).toEqual({});
});
