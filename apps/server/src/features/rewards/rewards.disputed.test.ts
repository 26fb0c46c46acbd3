import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispute } from '#test/disputing.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { listRewardRows, lockUsable } from './rewards.repo.ts';

const START = businessDate('2027-01-15');
const PAISE = 520_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('LEND-24: given cashback of a payment whose repayment is disputed, then it cannot be used until the dispute is won', async () => {
  const loan = await lab.lend('cashback l', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  await lab.credit(loan, 'cashback', PAISE, lab.clock.now());
  const hear = (word: string) =>
    dispute(lab, 'cashback', { paymentRef: 'pay_cashback', amountPaise: PAISE, isDeducted: false }, [word]);
  const { rows } = await lab.owner.query<{ id: string }>(
    `insert into rewards (user_id, kind, amount_paise, loan_id, number, earned_on, earned_at, expires_on)
     values ($1, 'cashback', 1300, $2, 1, $3, $4, '2028-01-15') returning id`,
    [loan.userId, loan.loanId, START, lab.clock.now()],
  );
  const today = lab.clock.today();
  const usable = () =>
    lab.worker.forUser(loan.userId, async (tx) => {
      const page = { limit: 10, usable: true } as const;
      const { usablePaise } = await listRewardRows(tx, loan.userId, page, today);
      return [usablePaise, await lockUsable(tx, loan.userId, [rows[0]!.id], today)];
    });
  expect(await usable()).toEqual([1300, [1300]]);
  await hear('open');
  expect(await usable()).toEqual([0, []]);
  await hear('won');
  expect(await usable()).toEqual([1300, [1300]]);
});
