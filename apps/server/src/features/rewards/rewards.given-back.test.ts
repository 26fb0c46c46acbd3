import { type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepRewardsOf, spendRewards } from '#test/lab-rewards.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { brokenSums } from '#test/sums.ts';
import { until } from '#test/waiting.ts';
import { giveBack } from './rewards.repo.ts';

const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
const at = (day: string): Date => noonOf(businessDate(day));

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

async function pay(loan: LabLoan, name: string, paise: number, day: string, heardOn = day) {
  lab.set(at(heardOn));
  await lab.credit(loan, name, paise, at(day));
}

async function close(throughOn: BusinessDate) {
  await lab.owner.query('insert into business_days (day_on, opened_at, closed_at) values ($1, now(), $2)', [
    throughOn,
    lab.clock.now(),
  ]);
  await keepRewardsOf(lab);
}

test('LEND-24: what a reward paid for nothing is given back once, however many look at once', async () => {
  const loan = await lab.lend('many lookers', W2);
  await pay(loan, 'many one', 520_000, '2027-02-15');
  lab.set(at('2027-03-20'));
  await lab.catchUp(loan, businessDate('2027-03-19'));
  await close(businessDate('2027-03-19'));
  await spendRewards(lab, loan, { name: 'many spent', mostPaise: 10_000_000 });
  await pay(loan, 'many two', 1_040_000, '2027-03-14', '2027-03-25');
  const look = () => lab.worker.plain((tx) => giveBack(tx, [loan.userId], lab.clock.now()));
  // Held until all of them have looked: whoever reads before it waits has read the same.
  const holder = await lab.owner.connect();
  await holder.query('begin');
  await holder.query('select 1 from account_balances where user_id = $1 for update', [loan.userId]);
  const all = Promise.all([look(), look(), look()]);
  await until(async () => {
    const { rowCount } = await lab.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 3 ? true : undefined;
  });
  await holder.query('commit');
  holder.release();
  await all;
  const { rows } = await lab.owner.query(
    "select amount_paise::integer as paise from rewards where user_id = $1 and kind = 'returned'",
    [loan.userId],
  );
  expect(rows).toEqual([{ paise: 1300 }]);
  expect([...(await lab.broken()), ...(await brokenSums(lab))]).toEqual([]);
});
