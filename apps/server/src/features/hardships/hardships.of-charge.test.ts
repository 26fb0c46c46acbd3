import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { findFacts } from './hardships.repo.ts';
import { hardshipRefusal } from './hardships.rules.ts';

const LENT_ON = businessDate('2027-01-15');
/** Due on 14 February, charged on the morning of the fourth day after it. */
const CHARGED_ON = businessDate('2027-02-18');

let lab: Lab;
let loan: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('charged l', { billPaise: 900_000, instalments: 1, disbursedOn: LENT_ON });
  lab.set(noonOf(CHARGED_ON));
  await lab.catchUp(loan, businessDate('2027-02-17'));
});
afterAll(() => lab.close());

const refusal = () =>
  lab.worker.forUser(loan.userId, async (tx) => {
    const facts = await findFacts(tx, loan.userId, loan.loanId);
    return facts && hardshipRefusal(facts, lab.clock.today());
  });

test('LEND-23, LEND-L7: given a loan of which only a charge is left, then a hardship can be told', async () => {
  await lab.credit(loan, 'bill', 918_000, lab.clock.now());
  const { rows } = await lab.owner.query(
    `select l.status, (select amount_paise - paid_paise from charges c where c.loan_id = l.id)::integer as "leftPaise",
       (select sum(principal_paise + fee_paise - paid_principal_paise - paid_fee_paise) from instalments i where i.loan_id = l.id)::integer as "duePaise"
     from loans l where l.id = $1`,
    [loan.loanId],
  );
  expect(rows).toEqual([{ status: 'active', leftPaise: 20_000, duePaise: 0 }]);
  expect(await refusal()).toBeNull();
  lab.set(noonOf(businessDate('2027-03-10')));
  expect(await refusal()).toBeNull();
});

test('LEND-23: given that the charge is paid, too, then there is nothing a hardship could be about', async () => {
  await lab.catchUp(loan, businessDate('2027-03-09'));
  await lab.credit(loan, 'charge', 20_000, lab.clock.now());
  expect(await refusal()).toBe('payment_not_payable');
});
