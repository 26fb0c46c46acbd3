import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Log } from '#platform/log/log.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { keepRewards } from './rewards.jobs.ts';

const labs: Lab[] = [];
let lab: Lab;
beforeEach(async () => {
  lab = await openLab();
  labs.push(lab);
});
afterAll(() => Promise.all(labs.map((one) => one.close())));

const BEGUN = '2027-01-15' as BusinessDate;
const DUE = '2027-02-15' as BusinessDate;

const errors: string[] = [];
const log = { info() {}, error: (_: object, text: string) => errors.push(text) } as unknown as Log;
const keep = () => keepRewards({ ...lab.deps, log });

/** People whose first instalment was paid on its day, which is closed; answers their ids, in order. */
async function punctual(names: readonly string[]): Promise<string[]> {
  lab.set(noonOf(BEGUN));
  const loans = [];
  for (const name of names)
    loans.push(await lab.lend(`${name} l1`, { billPaise: 1_500_000, instalments: 3, disbursedOn: BEGUN }));
  lab.set(noonOf(DUE));
  for (const [index, loan] of loans.entries()) await lab.credit(loan, names[index]!, 520_000, noonOf(DUE));
  lab.set(noonOf(addDays(DUE, 1)));
  for (const loan of loans) await lab.catchUp(loan, DUE);
  await closed(DUE);
  return loans.map(({ userId }) => userId).toSorted();
}

async function closed(day: BusinessDate): Promise<void> {
  await lab.owner.query(
    'insert into business_days (day_on, opened_at, closed_at) values ($1, now(), $2) on conflict (day_on) do update set closed_at = $2',
    [day, lab.clock.now()],
  );
}

/** Refuses writes of rewards of these people while some work is done. */
async function refusing(
  event: 'insert' | 'update',
  userIds: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const list = userIds.map((id) => `'${id}'`).join(', ');
  await lab.owner.query(
    `create or replace function refuse_reward() returns trigger language plpgsql as $$ begin raise exception 'no posting'; end $$;
     create trigger refuse_reward before ${event} on rewards for each row when (new.user_id in (${list})) execute function refuse_reward()`,
  );
  await work();
  await lab.owner.query('drop trigger refuse_reward on rewards');
}

const peopleWith = async (state: string) =>
  (
    await lab.owner.query<{ id: string }>(
      'select distinct user_id as id from rewards where state = $1 order by user_id',
      [state],
    )
  ).rows.map(({ id }) => id);

const daysKept = async () => (await lab.owner.query('select day_on from reward_days')).rowCount;

test('LEND-24: given one whose reward cannot be posted, when a day closes, then the others earn', async () => {
  const people = await punctual(['asha', 'bina', 'chitra', 'dev', 'esha']);
  const [first, ...others] = people;
  await refusing('insert', [first!], keep);
  expect(await peopleWith('available')).toEqual(others);
  expect(await daysKept()).toBe(1);
  await lab.owner.query('delete from reward_days');
  await keep();
  expect(await peopleWith('available')).toEqual(people);
});

test('LEND-24: given one whose reward cannot end, when rewards expire, then those of the others end', async () => {
  const [first, ...others] = await punctual(['asha', 'bina', 'chitra']);
  await keep();
  lab.set(noonOf(addDays(DUE, 800)));
  await closed(addDays(DUE, 799));
  await refusing('update', [first!], keep);
  expect(await peopleWith('expired')).toEqual(others);
  await lab.owner.query('delete from reward_days where day_on > $1', [DUE]);
  await keep();
  expect(await peopleWith('available')).toEqual([]);
});

test('LEND-24: given a fault that hits everybody, when a day closes, then ten are tried and the day stays open', async () => {
  const people = await punctual(Array.from({ length: 24 }, (_, index) => `all${index}`));
  errors.length = 0;
  await refusing('insert', people, async () => {
    await expect(keep()).rejects.toThrow('rewards');
  });
  expect(errors).toHaveLength(10);
  expect(await daysKept()).toBe(0);
  await keep();
  expect(await peopleWith('available')).toEqual(people);
});
