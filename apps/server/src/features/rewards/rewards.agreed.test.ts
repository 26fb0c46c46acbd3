import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { keepRewardsThrough, spendRewards } from '#test/lab-rewards.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';

const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('LEND-24: given an agreed sum, when rewards complete it, then its owner is told', async () => {
  const loan = await lab.lend('agreed with rewards', W2);
  lab.set(noonOf(businessDate('2027-02-15')));
  await lab.credit(loan, 'one', 520_000, lab.clock.now());
  const day = businessDate('2027-03-19');
  lab.set(noonOf(businessDate('2027-03-20')));
  await lab.catchUp(loan, day);
  await keepRewardsThrough(lab, day);
  const { rows: rewards } = await lab.owner.query<{ sum: number }>(
    'select sum(amount_paise)::integer as sum from rewards where user_id = $1',
    [loan.userId],
  );
  await deciding(lab).agree(loan, 'rewarded', rewards[0]!.sum, businessDate('2027-03-25'));
  await spendRewards(lab, loan, { name: 'spent', mostPaise: rewards[0]!.sum });
  const { rows } = await lab.owner.query(
    `select l.status, n.texts->'en'->>'title' as title from loans l
     left join notifications n on n.user_id = l.user_id and n.texts->'en'->>'title' like '%agreed sum is complete'
     where l.id = $1`,
    [loan.loanId],
  );
  expect(rows).toEqual([
    { status: 'settled', title: expect.stringMatching(/^We received ₹[\d.]+: the agreed sum is complete$/) },
  ]);
});
