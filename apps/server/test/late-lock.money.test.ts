import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reversePayment } from '../src/features/reconciliation/reconciliation.unwind.ts';
import { dispute } from './disputing.ts';
import { type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';
import { lockOf, passWhileWaiting } from './racing.ts';

/** Money that waits for the lock of its borrower past midnight in India is booked on the day under the lock. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const lend = (name: string) =>
  lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') });

/** Works while the borrower is locked, until a minute after midnight. */
async function pastMidnight<T>({ userId }: LabLoan, work: () => Promise<T>): Promise<T> {
  lab.set(new Date('2027-02-20T18:29:00Z'));
  const pass = () => lab.set(new Date('2027-02-20T18:31:00Z'));
  return passWhileWaiting({ sql: lab.owner }, lockOf.credit(userId), work, pass);
}

async function bookedOn({ loanId }: LabLoan, kind: string): Promise<string[]> {
  const { rows } = await lab.owner.query<{ on: string }>(
    `select distinct posting_on::text as "on" from journals where loan_id = $1 and source_kind = $2`,
    [loanId, kind],
  );
  return rows.map(({ on }) => on);
}

test('LEND-16 journal 9: given a returned bill that waits past midnight, then its loan is undone on the new day', async () => {
  const loan = await lend('unwound');
  const { userId, loanId } = loan;
  await pastMidnight(loan, () =>
    lab.worker.forUser(userId, (tx) => reversePayment(lab.deps, tx, { userId, paymentId: loanId }, {})),
  );
  expect(await bookedOn(loan, 'unwind')).toEqual(['2027-02-21']);
});

test('LEND-16 journal 34: given a dispute that waits past midnight, then it is booked on the new day', async () => {
  const loan = await lend('disputed');
  const paidAt = noonOf(businessDate('2027-02-15'));
  lab.set(paidAt);
  await lab.credit(loan, 'disputed', 520_000, paidAt);
  const taken = { paymentRef: 'pay_disputed', amountPaise: 520_000, isDeducted: true };
  await pastMidnight(loan, () => dispute(lab, 'disputed', taken, ['open']));
  expect(await bookedOn(loan, 'chargeback')).toEqual(['2027-02-21']);
});
