import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, on, world, type World } from '#test/reminder-days.ts';
import { createReminderSweep } from './index.ts';

let all: World;
beforeAll(async () => {
  all = await world(['asha l1', 'bina l1', 'chitra l1']);
});
afterAll(() => all.lab.close());

test('LEND-23: given reminders that fail at the head of the list, when looked at again, then the rest go out', async () => {
  const { lab, loans } = all;
  const [first, second, third] = loans.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  await lab.owner.query(
    `create function refuse_contact() returns trigger language plpgsql as $$ begin raise exception 'no contact'; end $$`,
  );
  await lab.owner.query(
    `create trigger refuse_contact before insert on contacts for each row
     when (new.user_id in ('${first!.userId}', '${second!.userId}')) execute function refuse_contact()`,
  );
  lab.set(at(10, '00:45'));
  for (const loan of loans) await lab.catchUp(loan, on(9));
  lab.set(at(10, '10:00'));
  // As many as fail fill a look.
  const look = createReminderSweep(lab.deps, 2);
  expect(await look()).toBe(0);
  expect(await look()).toBe(1);
  expect((await all.said(third!)).map((one) => one.step)).toEqual(['late_7']);
  await lab.owner.query('drop trigger refuse_contact on contacts');
  lab.set(at(10, '10:06'));
  await look();
  expect((await all.said(first!)).map((one) => one.step)).toEqual(['late_7']);
});
