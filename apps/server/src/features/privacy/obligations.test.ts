import { readFile } from 'node:fs/promises';
import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginDebit, failRepayment } from '#features/repayments/index.ts';
import { deciding } from '#test/deciding.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import type { Tx } from '#platform/db/database.ts';
import { findObligations } from './erasure.repo.ts';

const START = businessDate('2027-01-15');
const LATE = businessDate('2027-08-15');
const MIGRATION = new URL('../../../../../db/migrations/0440_let_off_recovered.sql', import.meta.url);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** A written-off loan that an agreed lower sum ended, as the version of before left its rows: nothing was let off. */
async function anOldSettled(name: string): Promise<LabLoan> {
  const loan = await lab.lend(name, { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  lab.set(noonOf(LATE));
  await lab.catchUp(loan, addDays(LATE, -1));
  const decide = deciding(lab);
  await decide.writeOff(loan, name);
  await decide.agree(loan, `${name} sum`, 500_000, addDays(LATE, 30));
  await lab.credit(loan, `${name} sum`, 500_000, lab.clock.now());
  await lab.owner.query('update charges set waived_paise = 0 where loan_id = $1', [loan.loanId]);
  await lab.owner.query(
    `update instalments set paid_principal_paise = case number when 1 then least(principal_paise, 500000) else 0 end,
       paid_fee_paise = 0, paid_interest_paise = 0
     where loan_id = $1 and is_active`,
    [loan.loanId],
  );
  return loan;
}

async function leftOf({ loanId }: LabLoan): Promise<number> {
  const { rows } = await lab.owner.query<{ left: number }>(
    `select (select sum(amount_paise - paid_paise - waived_paise) from charges where loan_id = $1)::int
       + (select sum(principal_paise + fee_paise + interest_paise - paid_principal_paise - paid_fee_paise - paid_interest_paise)
          from instalments where loan_id = $1 and is_active)::int as left`,
    [loanId],
  );
  return rows[0]!.left;
}

test('given a settled loan with an unpaid charge, when its person closes the account, then no money is owed', async () => {
  const loan = await anOldSettled('closing');
  const owed = await lab.worker.forUser(loan.userId, (tx) => findObligations(tx, loan.userId));
  expect(owed.money_owed).toEqual({ count: 0, amountPaise: 0 });
});

test('LEND-24: given a repaid loan and a debit with the bank, then a payment is under way until the bank answers', async () => {
  lab.set(noonOf(START));
  const loan = await lab.lend('debited', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  const debit = {
    ...loan,
    repaymentId: idOf('debit'),
    amountPaise: 520_000,
    orderRef: 'order_debit',
    number: 1,
  };
  const inTurn = <T>(run: (tx: Tx) => Promise<T>) => lab.worker.forUser(loan.userId, run);
  const underWay = () => inTurn(async (tx) => (await findObligations(tx, loan.userId)).payment_under_way);
  await inTurn((tx) => beginDebit(tx, debit, lab.clock.now()));
  await lab.credit(loan, 'all', 1_530_000, lab.clock.now());
  expect(await underWay()).toEqual({ count: 1, amountPaise: 520_000 });
  await inTurn((tx) => failRepayment(tx, debit, 'insufficient_funds'));
  expect(await underWay()).toEqual({ count: 0, amountPaise: 0 });
});

test('LEND-24: given a written-off loan settled before, when the migration runs, then its rest is let off', async () => {
  const [settled, open] = [await anOldSettled('settled'), await anOldSettled('open')];
  await lab.owner.query("update loans set status = 'written_off', closed_on = null where id = $1", [
    open.loanId,
  ]);
  const before = await leftOf(open);
  expect([await leftOf(settled), before > 0]).toEqual([before, true]);
  const migration = await readFile(MIGRATION, 'utf8');
  await lab.owner.query(migration);
  await lab.owner.query(migration);
  expect([await leftOf(settled), await leftOf(open)]).toEqual([0, before]);
  expect(await lab.broken()).toEqual([]);
});
