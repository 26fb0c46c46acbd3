import { addDays } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';
import { slotsAt } from './reminders.calendar.ts';
import { findCandidates } from './reminders.repo.ts';

/** Freezes of more loans than two lots hold, and the last lot is not full. */
const FROZEN = 1_203;
const LOT = 500;

let all: World;
beforeAll(async () => {
  all = await world(Array.from({ length: 8 }, (_, n) => `thawed${n} l1`));
});
afterAll(() => all.lab.close());

async function freeze(from: string, query: string, values: readonly unknown[]): Promise<void> {
  const client = await all.lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
       select user_id, loan_id, seq, seq = 1, case seq when 1 then $1::date else $1::date + days end, $1::date,
         case seq when 1 then 'refund_required' else 'withdrawn' end, case seq when 1 then new_id() end
       from (${query}) frozen, generate_series(1, 2) seq`,
      [from, ...values],
    );
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

/** The instalments found to remind of at half past nine, and the most rows that one statement answered. */
async function found(day: number) {
  const now = at(day, '09:30');
  let most = 0;
  const names = await all.lab.worker.plain(async (tx: Tx) => {
    const call: Tx['call'] = async (text, values) => {
      const rows = await tx.call(text, values);
      most = Math.max(most, rows.length);
      return rows as never;
    };
    const rows = await findCandidates({ ...tx, call }, slotsAt(now), now, { limit: 100, without: [] });
    return rows.map((one) => `${one.user_id} ${one.loan_id} ${one.number} ${one.counted_on} ${one.step}`);
  });
  return { names: names.toSorted(), most };
}

test('LEND-X10: given many loans that were frozen once, then reminders read them in lots, and miss none', async () => {
  // A freeze of three days moves the step of the third day after the due date to the sixth, of six loans out of eight.
  const ids = all.loans.slice(0, 6).map(({ loanId }) => loanId);
  await freeze(on(0), 'select user_id, id as loan_id, 3 as days from loans where id = any ($2::uuid[])', [
    ids,
  ]);
  for (const loan of all.loans) {
    all.lab.set(at(6, '00:45'));
    await all.lab.catchUp(loan, on(5));
  }
  const few = [await found(3), await found(6)];
  const later = (names: readonly string[]) => names.filter((one) => one.includes(` ${on(3)} `));
  expect(few.map(({ names }) => [names.length, later(names).length])).toEqual([
    [8, 6],
    [8, 6],
  ]);
  await freeze(
    addDays(on(0), -400),
    'select new_id() as user_id, new_id() as loan_id, 7 as days from generate_series(1, $2)',
    [FROZEN],
  );
  // Some of the loans stand behind those of all lots but the last.
  const many = [await found(3), await found(6)];
  expect(many.map(({ names }) => names)).toEqual(few.map(({ names }) => names));
  for (const { most } of many) expect(most).toBeLessThanOrEqual(LOT);
});
