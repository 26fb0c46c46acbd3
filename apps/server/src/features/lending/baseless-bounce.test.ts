import { addDays, businessDate } from '@mohlat/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginDebit, failRepayment, reverseRepayment } from '#features/repayments/index.ts';
import { creditCaptured } from '#features/repayments/repayments.settle.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { chargeBounce } from './index.ts';

const at = (day: string) => noonOf(businessDate(day));
const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };

let lab: Lab;
let loan: LabLoan;
beforeEach(async () => {
  lab = await openLab();
  loan = await lab.lend('asha l', TERMS);
});
afterEach(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function untilMorning(day: string): Promise<void> {
  lab.set(at(day));
  await lab.catchUp(loan, addDays(businessDate(day), -1));
}

const bounce = (number: number) =>
  lab.worker.forUser(loan.userId, (tx) =>
    chargeBounce(tx, loan.userId, { loanId: loan.loanId, number }, lab.clock.now()),
  );

async function chargesOf() {
  const { rows } = await lab.owner.query<{ kind: string; isReversed: boolean }>(
    'select kind, reversed_on is not null as "isReversed" from charges where loan_id = $1',
    [loan.loanId],
  );
  return rows;
}

async function statusOf(): Promise<string> {
  const { rows } = await lab.owner.query<{ status: string }>('select status from loans where id = $1', [
    loan.loanId,
  ]);
  return rows[0]!.status;
}

test('LEND-9, LEND-L6: a closing payment heard of after a bounce ends the loan on its day, and the charge is reversed', async () => {
  await untilMorning('2027-02-15');
  await lab.credit(loan, 'first', 520_000, at('2027-02-15'));
  await untilMorning('2027-03-17');
  expect(await bounce(2)).toMatchObject({ amountPaise: 10_000 });
  await untilMorning('2027-03-18');
  await lab.credit(loan, 'closes', 1_035_000, at('2027-03-15'));
  expect(await statusOf()).toBe('closed');
  expect(await chargesOf()).toEqual([{ kind: 'bounce', isReversed: true }]);
});

const present = () =>
  lab.worker.forUser(loan.userId, (tx) =>
    beginDebit(
      tx,
      { ...loan, repaymentId: idOf('debit'), amountPaise: 520_000, orderRef: 'order_1', number: 1 },
      lab.clock.now(),
    ),
  );

async function comeBack(): Promise<void> {
  const ids = { userId: loan.userId, repaymentId: idOf('debit') };
  await lab.worker.forUser(loan.userId, (tx) => failRepayment(tx, ids, 'insufficient_funds'));
  expect(await bounce(1)).toMatchObject({ amountPaise: 10_000 });
}

async function succeed(): Promise<void> {
  const money = { providerPaymentRef: 'pay_1', amountPaise: 520_000, refundedPaise: 0 } as const;
  const taken = { ...money, capturedAt: lab.clock.now(), isCreditSource: false };
  await creditCaptured(lab.deps, { userId: loan.userId, repaymentId: idOf('debit') }, taken);
}

test('LEND-20, LEND-L6: a debit that came back and succeeds on its own day leaves no charge', async () => {
  const atHour = (hour: number) => lab.set(new Date(`2027-02-15T${hour}:00:00+05:30`));
  await untilMorning('2027-02-15');
  atHour(10);
  await present();
  atHour(12);
  await comeBack();
  atHour(14);
  await succeed();
  expect(await chargesOf()).toEqual([{ kind: 'bounce', isReversed: true }]);
  const { rows } = await lab.owner.query('select status from repayments where id = $1', [idOf('debit')]);
  expect(rows).toEqual([{ status: 'succeeded' }]);
});

test('LEND-20, LEND-L6: a debit that came back and succeeds after all leaves no charge', async () => {
  const { loanId } = loan;
  await untilMorning('2027-02-15');
  await present();
  await untilMorning('2027-02-16');
  await comeBack();
  await untilMorning('2027-02-17');
  await succeed();
  expect(await chargesOf()).toEqual([{ kind: 'bounce', isReversed: true }]);
  await untilMorning('2027-03-15');
  await lab.credit(loan, 'second', 520_000, at('2027-03-15'));
  await untilMorning('2027-03-17');
  const { rows } = await lab.owner.query(
    'select max(dpd) as most from dpd_log where loan_id = $1 and is_active',
    [loanId],
  );
  expect(rows[0]).toEqual({ most: 0 });
});

test('LEND-D4, LEND-L6: a bounce on a loan that a lost payment of another loan makes NPA is reversed, and is no income', async () => {
  const { userId } = loan;
  await untilMorning('2027-02-20');
  const debited = await lab.lend('asha debited', { ...TERMS, disbursedOn: businessDate('2027-02-20') });
  await untilMorning('2027-03-20');
  await lab.credit(debited, 'first', 520_000, at('2027-03-20'));
  await untilMorning('2027-04-01');
  await lab.credit(loan, 'closes', 1_700_000, at('2027-04-01'));
  await untilMorning('2027-04-20');
  await lab.credit(debited, 'second', 520_000, at('2027-04-20'));
  await untilMorning('2027-05-20');
  const returned = { loanId: debited.loanId, number: 3 };
  const charge = () =>
    lab.worker.forUser(userId, (tx) => chargeBounce(tx, userId, returned, lab.clock.now()));
  expect(await charge()).toMatchObject({ amountPaise: 10_000 });
  await untilMorning('2027-05-30');
  const lost = { userId, repaymentId: idOf('repayment closes') };
  await lab.worker.forUser(userId, (tx) => reverseRepayment(tx, lost, 'charged_back', lab.clock.now()));
  const { rows } = await lab.owner.query(
    `select c.reversed_on is not null as "isReversed", l.status, coalesce((
       select sum(p.amount_paise)::int from postings p where p.loan_id = l.id and p.account = 'I421'), 0) as income
     from charges c join loans l on l.id = c.loan_id where c.loan_id = $1 and c.kind = 'bounce'`,
    [debited.loanId],
  );
  expect(rows).toEqual([{ isReversed: true, status: 'npa', income: 0 }]);
  expect(await charge()).toBeUndefined();
});
