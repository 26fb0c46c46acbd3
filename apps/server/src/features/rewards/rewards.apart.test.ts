import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { keepRewards } from './index.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const BEGUN = '2027-01-15' as BusinessDate;
const DUE = '2027-02-15' as BusinessDate;

test('LEND-24: given one whose reward cannot be posted, when a day closes, then the others earn', async () => {
  const names = ['asha', 'bina', 'chitra', 'dev', 'esha'];
  const loans = [];
  for (const name of names)
    loans.push(await lab.lend(`${name} l1`, { billPaise: 1_500_000, instalments: 3, disbursedOn: BEGUN }));
  lab.set(noonOf(DUE));
  for (const [index, loan] of loans.entries()) await lab.credit(loan, names[index]!, 520_000, noonOf(DUE));
  lab.set(noonOf(addDays(DUE, 1)));
  for (const loan of loans) await lab.catchUp(loan, DUE);
  const [first] = loans.map(({ userId }) => userId).toSorted();
  await lab.owner.query(
    `create function refuse_reward() returns trigger language plpgsql as $$ begin raise exception 'no posting'; end $$`,
  );
  await lab.owner.query(
    `create trigger refuse_reward before insert on rewards for each row when (new.user_id = '${first!}') execute function refuse_reward()`,
  );
  await lab.owner.query(
    'insert into business_days (day_on, opened_at, closed_at) values ($1, now(), $2) on conflict (day_on) do update set closed_at = $2',
    [DUE, lab.clock.now()],
  );
  const keep = () => keepRewards({ ...lab.deps, log: createLog('silent') });
  const earners = async () =>
    (await lab.owner.query<{ id: string }>('select user_id as id from rewards order by user_id')).rows.map(
      ({ id }) => id,
    );
  await keep();
  const others = loans
    .map(({ userId }) => userId)
    .filter((userId) => userId !== first)
    .toSorted();
  expect(await earners()).toEqual(others);
  expect((await lab.owner.query('select day_on from reward_days')).rows).toEqual([{ day_on: DUE }]);

  await lab.owner.query('drop trigger refuse_reward on rewards; delete from reward_days');
  await keep();
  expect(await earners()).toEqual([first, ...others]);
});
