import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCounters, listOwedBefore } from '../documents.repo.ts';
import { buildStatement, monthDays, OWED_ACCOUNTS } from './statement.rules.ts';
import { findFacts, outstandingOfFacts } from '#features/payments/index.ts';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { reverseRepayment } from '#features/repayments/index.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const day = (text: string) => text as BusinessDate;
const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: day('2027-01-15') };

let lab: Lab;
let returned: LabLoan;
let disputed: LabLoan;

/** One person, two loans, one EMI paid of each: in March a bank takes one of them back, and the rail returns the other's bill. */
beforeAll(async () => {
  lab = await openLab();
  returned = await lab.lend('meera returned', W2);
  disputed = await lab.lend('meera disputed', W2);
  await reach('2027-02-15');
  for (const loan of [returned, disputed])
    await lab.credit(loan, `${loan.loanId} emi`, 520_000, lab.clock.now());
  await reach('2027-03-10');
  const { userId } = disputed;
  const repaymentId = idOf(`repayment ${disputed.loanId} emi`);
  await lab.worker.forUser(userId, (tx) =>
    reverseRepayment(tx, { userId, repaymentId }, 'charged_back', lab.clock.now()),
  );
  await reach('2027-03-20');
  await lab.worker.forUser(userId, (tx) =>
    reversePayment(lab.deps, tx, { userId, paymentId: returned.loanId }, {}),
  );
  await reach('2027-04-01');
});
afterAll(() => lab.close());

async function reach(on: string): Promise<void> {
  lab.set(noonOf(day(on)));
  await lab.catchUp(returned, addDays(day(on), -1));
}

async function statementOf(month: string) {
  const { firstOn, lastOn } = monthDays(month);
  return lab.worker.forUser(disputed.userId, async (tx) =>
    buildStatement(
      await listOwedBefore(tx, disputed.userId, firstOn),
      await listCounters(tx, disputed.userId, firstOn, lastOn),
      lastOn,
    ),
  );
}

const owed = ({ userId, loanId }: LabLoan) =>
  lab.worker.forUser(userId, async (tx) => outstandingOfFacts((await findFacts(tx, userId, loanId))!));

test('a month in which one loan was undone and a bank took money of another back adds up, loan by loan', async () => {
  const [january, february, march] = await Promise.all(['2027-01', '2027-02', '2027-03'].map(statementOf));
  for (const [before, after] of [
    [january!, february!],
    [february!, march!],
  ] as const) {
    expect(after.openingPaise).toBe(before.closingPaise);
    for (const loan of after.loans) {
      const last = before.loans.find((one) => one.loanId === loan.loanId);
      expect(loan.openingPaise).toBe(last?.closingPaise ?? 0);
      expect(loan.closingPaise).toBe(loan.movements.at(-1)?.balancePaise ?? loan.openingPaise);
    }
  }
  const of = ({ loanId }: LabLoan) => march!.loans.find((one) => one.loanId === loanId)!;
  // Nothing is owed any more on what came back, and the sheet says by how much it fell.
  expect(of(returned)).toMatchObject({ closingPaise: 0 });
  expect(of(returned).movements.length).toBeGreaterThan(0);
  // A repayment that its bank took back is owed again, on the day we heard of it, with its own day beside it.
  const again = of(disputed).movements.find((one) => one.kind === 'repayment');
  expect(again).toMatchObject({ on: '2027-03-10', effectiveOn: '2027-02-15', amountPaise: 520_000 });
  expect(await owed(returned)).toBe(0);
  expect(await lab.broken()).toEqual([]);
});

test('given the close of its last day, which posts after midnight, then a month ends with what is owed by then', async () => {
  const posted = await lab.owner.query(
    `select 1 from journals where source_kind = 'accrual' and effective_on = '2027-03-31' and posting_on = '2027-04-01'`,
  );
  expect(posted.rowCount).toBeGreaterThan(0);
  const booked = await lab.owner.query<{ loan_id: string; owed: number }>(
    `select loan_id, sum(amount_paise)::integer as owed from postings where account = any ($1)
     group by 1 having sum(amount_paise) <> 0`,
    [OWED_ACCOUNTS],
  );
  const { loans } = await statementOf('2027-03');
  const ending = loans.filter((one) => one.closingPaise !== 0);
  expect(ending.map((one) => [one.loanId, one.closingPaise])).toEqual(
    booked.rows.map((row) => [row.loan_id, row.owed]),
  );
  expect(booked.rows.map((row) => row.loan_id)).toEqual([disputed.loanId]);
});
