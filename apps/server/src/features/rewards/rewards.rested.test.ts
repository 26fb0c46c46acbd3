import { addDays, businessDate } from '@mohlat/money';
import { afterAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { keepRewards } from './rewards.jobs.ts';

const BEGAN = businessDate('2027-01-15');
const DUE = addDays(BEGAN, 30);
let lab: Lab;
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** Closes the business day of a date and looks after rewards. */
async function keep(on: typeof DUE): Promise<void> {
  await lab.owner.query(
    'insert into business_days (day_on, opened_at, closed_at) values ($1, $2, $2) on conflict (day_on) do update set closed_at = $2',
    [on, lab.clock.now()],
  );
  await keepRewards({ ...lab.deps, log: { info() {}, error() {} } as never });
}

test('LEND-24: given days that could not be closed for three months, when they are, then what was paid on time meanwhile is rewarded', async () => {
  lab = await openLab();
  lab.set(noonOf(BEGAN));
  const loan = await lab.lend('rested l', { billPaise: 1_500_000, instalments: 1, disbursedOn: BEGAN });
  lab.set(noonOf(addDays(BEGAN, 1)));
  await keep(BEGAN);
  lab.set(noonOf(DUE));
  await lab.credit(loan, 'rested', 1_530_000, lab.clock.now());
  lab.set(noonOf(addDays(DUE, 91)));
  await lab.catchUp(loan, addDays(DUE, 90));
  await keep(addDays(DUE, 90));
  const { rows } = await lab.owner.query('select amount_paise::integer as paise, state from rewards');
  expect(rows).toEqual([{ paise: 3825, state: 'available' }]);
});
