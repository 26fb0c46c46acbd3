import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFacts } from '#features/payments/index.ts';
import { toPayment } from '#features/payments/payments.facts.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { brokenSums } from '#test/sums.ts';
import { settlePaidIn } from './settle.ts';

const BEGAN = businessDate('2027-01-15');
const BILL_PAISE = 1_500_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect([...(await lab.broken()), ...(await brokenSums(lab))]).toEqual([]);
  await lab.close();
});

/** A bill that was paid on the first day, which we learn on a later one. */
async function learned(name: string, on: BusinessDate, instalments = 3): Promise<LabLoan> {
  const terms = { billPaise: BILL_PAISE, instalments, disbursedOn: BEGAN, isUnanswered: true };
  const loan = await lab.lend(`${name} l`, terms);
  lab.set(noonOf(on));
  const ids = { userId: loan.userId, paymentId: loan.loanId };
  const success = { paidAt: noonOf(BEGAN), railReference: `rail ${name}`, railFeePaise: 0 };
  expect(await lab.worker.forUser(loan.userId, (tx) => settlePaidIn(tx, lab.deps, ids, success))).toBe(true);
  return loan;
}

/** The price of leaving on a day of the lab. */
async function cancelOn(loan: LabLoan, on: BusinessDate) {
  lab.set(noonOf(on));
  await lab.catchUp(loan, addDays(on, -1));
  const facts = await lab.worker.forUser(loan.userId, (tx) => findFacts(tx, loan.userId, loan.loanId));
  return facts && toPayment(facts, on).cancel;
}

async function statusOf({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ status: string; left: number; charges: number }>(
    `select l.status, coalesce((select sum(p.amount_paise) from postings p where p.loan_id = l.id
         and p.account in ('A200', 'A201', 'A202', 'A203', 'A210', 'A211', 'A220', 'L350')), 0)::integer as left,
       (select count(*) from charges c where c.loan_id = l.id and c.reversed_on is null)::integer as charges
     from loans l where l.id = $1`,
    [loanId],
  );
  return rows[0];
}

test('LEND-8, LEND-X6: given a payment heard of after the window, when its owner is told, then they may leave until the day after', async () => {
  const told = addDays(BEGAN, 10);
  const loan = await learned('days', told);
  const quote = await cancelOn(loan, told);
  expect(quote).toMatchObject({ until: addDays(told, 1) });
  const last = await cancelOn(loan, addDays(told, 1));
  expect(last).toMatchObject({ until: addDays(told, 1) });
  // The bill was used since it was paid.
  expect(last!.chargePaise).toBe(Math.round((BILL_PAISE * 2_384 * 11) / 3_650_000));
  await lab.credit(loan, 'days left', last!.amountPaise, lab.clock.now(), 'exit');
  expect(await statusOf(loan)).toEqual({ status: 'exited', left: 0, charges: 0 });
});

test('LEND-8: given a payment heard of after the window, when the day after is over, then it can no longer be left', async () => {
  const told = addDays(BEGAN, 10);
  const loan = await learned('over', told);
  expect(await cancelOn(loan, addDays(told, 2))).toBeNull();
  await lab.credit(loan, 'over left', BILL_PAISE, lab.clock.now(), 'exit');
  expect(await statusOf(loan)).toMatchObject({ status: 'active' });
});

test('LEND-8: given a payment heard of within the window, when it is left, then the window is the agreed one', async () => {
  const loan = await learned('within', addDays(BEGAN, 1));
  expect(await cancelOn(loan, addDays(BEGAN, 1))).toMatchObject({ until: addDays(BEGAN, 3) });
});

test.each([
  ['one payment, past its due date', 1, 33],
  ['instalments, the first of them past its due date', 3, 34],
  ['instalments, past performing', 3, 140],
])(
  'LEND-8, LEND-L4: given %s, when its owner is told and leaves the next day, then no charge comes and nothing is left',
  async (_, instalments, days) => {
    const told = addDays(BEGAN, days);
    const loan = await learned(`due${instalments}-${days}`, told, instalments);
    const quote = await cancelOn(loan, addDays(told, 1));
    expect(quote).toMatchObject({ until: addDays(told, 1) });
    await lab.credit(loan, `due${instalments}-${days} left`, quote!.amountPaise, lab.clock.now(), 'exit');
    expect(await statusOf(loan)).toEqual({ status: 'exited', left: 0, charges: 0 });
  },
);

test('LEND-8: given an instalment that fell due and was paid since its owner was told, then the loan is not left', async () => {
  const told = addDays(BEGAN, 34);
  const loan = await learned('begun', told);
  expect(await cancelOn(loan, told)).not.toBeNull();
  await lab.credit(loan, 'begun one', 100_000, lab.clock.now());
  expect(await cancelOn(loan, told)).toBeNull();
  await lab.credit(loan, 'begun left', BILL_PAISE, lab.clock.now(), 'exit');
  expect(await statusOf(loan)).not.toMatchObject({ status: 'exited' });
});
