import { addDays, businessDate } from '@mohlat/money';
import { afterEach, expect, test } from 'vitest';
import { reversePayment } from './reconciliation.unwind.ts';
import { chargeBounce } from '#features/lending/index.ts';
import { deciding } from '#test/deciding.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2027-01-15');
const BILL = 1_500_000;
const labs: Lab[] = [];
afterEach(async () => {
  for (const lab of labs.splice(0)) await lab.close();
});

async function aLab(): Promise<{ lab: Lab; loan: LabLoan }> {
  const lab = await openLab();
  labs.push(lab);
  return { lab, loan: await lab.lend('p l', { billPaise: BILL, instalments: 3, disbursedOn: START }) };
}

async function liveTo(lab: Lab, loan: LabLoan, day: string): Promise<void> {
  lab.set(noonOf(businessDate(day)));
  await lab.catchUp(loan, addDays(businessDate(day), -1));
}

function reverse(lab: Lab, { userId, loanId }: LabLoan): Promise<string | null> {
  return lab.worker.forUser(userId, (tx) => reversePayment(lab.deps, tx, { userId, paymentId: loanId }, {}));
}

/** Sums of a loan's accounts, refunds under way counted as still owed. */
async function sums(lab: Lab, { loanId }: LabLoan): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; paise: string }>(
    `select replace(account, 'L311', 'L310') as account, sum(amount_paise)::text as paise from postings
     where loan_id = $1 group by 1 having sum(amount_paise) <> 0`,
    [loanId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.paise)]));
}

async function standing(lab: Lab, { userId, loanId }: LabLoan) {
  const { rows } = await lab.owner.query(
    `select p.bill_status, l.status, c.used_paise::integer as used, c.reserved_paise::integer as reserved
     from payments p join loans l on l.id = p.id join credit_accounts c on c.user_id = p.user_id
     where p.user_id = $1 and p.id = $2`,
    [userId, loanId],
  );
  return rows[0];
}

const UNWOUND = { bill_status: 'reversed', status: 'unwound', used: 0, reserved: 0 };

test('LEND-16: W14, a bill that comes back after one EMI leaves only what the rail owes and what the person gets back', async () => {
  const { lab, loan } = await aLab();
  await liveTo(lab, loan, '2027-02-15');
  await lab.credit(loan, 'emi', 520_000, noonOf(businessDate('2027-02-15')));
  await liveTo(lab, loan, '2027-02-20');
  expect(await reverse(lab, loan)).not.toBeNull();
  // The float was never topped up and the collection never settled here: both stand beside.
  expect(await sums(lab, loan)).toEqual({ A105: -BILL, A115: BILL, A120: 520_000, L310: -520_000 });
  expect(await standing(lab, loan)).toEqual(UNWOUND);
  expect((await lab.owner.query('select amount_paise::integer as paise, status from refunds')).rows).toEqual([
    { paise: 520_000, status: 'initiated' },
  ]);
  expect(await lab.broken()).toEqual([]);
  expect(await reverse(lab, loan)).toBeNull();
});

test('LEND-16: whatever a loan has lived through, its return leaves nothing of it in the books', async () => {
  const { lab, loan } = await aLab();
  const { waive, writeOff } = deciding(lab);
  await liveTo(lab, loan, '2027-02-25');
  await lab.worker.forUser(loan.userId, (tx) =>
    chargeBounce(tx, loan.userId, { loanId: loan.loanId, number: 1 }, lab.clock.now()),
  );
  await waive(loan, 'some', 'penal', 5_000);
  await liveTo(lab, loan, '2027-06-20');
  await lab.credit(loan, 'some', 300_000, noonOf(businessDate('2027-06-20')));
  await liveTo(lab, loan, '2027-09-20');
  await writeOff(loan, 'all');
  await lab.credit(loan, 'recovered', 100_000, noonOf(businessDate('2027-09-20')));
  await reverse(lab, loan);
  expect(await sums(lab, loan)).toEqual({ A105: -BILL, A115: BILL, A120: 400_000, L310: -400_000 });
  expect(await standing(lab, loan)).toEqual(UNWOUND);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-16: a loan repaid in full comes back too, and money that is heard of afterwards is all the person’s', async () => {
  const { lab, loan } = await aLab();
  await liveTo(lab, loan, '2027-01-25');
  await lab.credit(loan, 'all', 1_560_000, noonOf(businessDate('2027-01-25')));
  await liveTo(lab, loan, '2027-01-28');
  await reverse(lab, loan);
  await liveTo(lab, loan, '2027-01-30');
  await lab.credit(loan, 'late', 520_000, noonOf(businessDate('2027-01-20')));
  expect(await sums(lab, loan)).toEqual({ A105: -BILL, A115: BILL, A120: 2_080_000, L310: -2_080_000 });
  expect(await standing(lab, loan)).toEqual(UNWOUND);
  expect(await lab.broken()).toEqual([]);
});
