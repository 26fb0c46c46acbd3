import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { mostRead } from '#test/rows-read.ts';
import {
  firstPlace,
  listDoubted,
  listHeld,
  listPeople,
  type People,
  type Place,
} from './rewards.looks.repo.ts';

const DAY = businessDate('2027-01-15');
/** More than two lots of people who have something to look at, among many more who have not. */
const MOVED = 1_203;
const OTHERS = 20_000;
const ALL = { without: [], limit: 100_000 };

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(DAY));
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of BORROWERS) await client.query(statement, [MOVED, OTHERS]);
    await client.query('reset session_replication_role');
    for (const table of TABLES) await client.query(`analyze ${table}`);
  } finally {
    client.release();
  }
});
afterAll(() => lab.close());

/**
 * Borrowers of whom nothing else is there, each with a loan, a reward and a repayment by one. The first of them live with a loan that
 * was taken back to an earlier day or undone, and a part of their repayments was not needed.
 */
const BORROWERS = [
  `create table borrowers as select new_id() as user_id, new_id() as loan_id, new_id() as repayment_id, n
   from generate_series(1, $1::integer + $2::integer) n`,
  `insert into loans (user_id, id, disbursed_on, status, rewound_count)
   select user_id, loan_id, '2026-12-01', case n % 5 when 0 then 'exited' when 1 then 'unwound' else 'active' end,
     case when n % 5 > 1 then n % 4 else 0 end
   from borrowers where n <= $1 and $2 > 0`,
  `insert into loans (user_id, id, disbursed_on, status) select user_id, loan_id, '2026-12-01', 'closed' from borrowers where n > $1 and $2 > 0`,
  `insert into rewards (user_id, kind, amount_paise, state, is_used, repayment_id, loan_id, number, rewound_count, earned_on, earned_at, expires_on)
   select user_id, 'cashback', 100, case n % 7 when 0 then 'expired' else 'available' end, n % 3 = 0, repayment_id, loan_id, 1,
     case when n <= $1 and n % 5 > 1 then n % 2 else 0 end, '2026-12-31', '2026-12-31', '2027-12-31' from borrowers where $2 > 0`,
  `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, created_at)
   select user_id, repayment_id, loan_id, 5000, 'succeeded', case when n > $1 * 2 then 'checkout' else 'reward' end, '2027-01-01'
   from borrowers where $2 > 0`,
  `insert into allocations (user_id, repayment_id, loan_id, component, amount_paise, written_by)
   select user_id, repayment_id, loan_id, 'excess', 300, new_id() from borrowers where n <= $1 and $2 > 0 and n % 2 = 0`,
  // Those in the middle pay an instalment a month, over two years; some closed a loan, with none due or beside it.
  `insert into instalments (user_id, loan_id, version, number, start_on, due_on, principal_paise, fee_paise, interest_paise, is_active)
   select user_id, loan_id, 1, number, '2025-01-01', '2027-06-01'::date - n % 30 - 30 * number, 100, 0, 0, n % 11 > 0
   from borrowers, generate_series(1, 24) number where $2 > 0 and n between $1 and 3 * $1`,
  // Some of these, and some who have nothing else, were frozen.
  `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word)
   select user_id, loan_id, 2, false, '2026-11-01'::date + n % 90, '2026-11-01', 'withdrawn'
   from borrowers where $2 > 0 and n % 3 = 0 and n between 3.5 * $1 and 5 * $1`,
  `update loans l set closed_on = '2026-12-01'::date + b.n % 40 from borrowers b
   where b.user_id = l.user_id and $2 > 0 and b.n between 2.5 * $1 and 4 * $1`,
];

const TABLES = ['loans', 'instalments', 'rewards', 'repayments', 'allocations'];

const readBy = (work: (tx: Tx) => Promise<unknown>) =>
  lab.worker.plain((tx) => mostRead(tx, TABLES, () => work(tx)));

test('LEND-24: given rewards of years, when doubted ones are looked for, then only loans that moved are read', async () => {
  expect(await readBy((tx) => listDoubted(tx, ALL))).toBeLessThan(3 * MOVED);
});

test('LEND-24: given repayments of years, when some to give back are looked for, then those by rewards are read', async () => {
  expect(await readBy((tx) => listHeld(tx, ALL))).toBeLessThan(5 * MOVED);
});

test('LEND-24: given loans that moved, then lots of people find the doubted rewards that one statement does', async () => {
  const atOnce = await lab.owner.query(
    `select r.user_id as "userId", r.id from rewards r join loans l on l.user_id = r.user_id and l.id = r.loan_id
     where r.kind = 'cashback' and r.state = 'available'
       and (l.rewound_count <> r.rewound_count or l.status in ('exited', 'unwound') and not r.is_used)
     order by r.user_id, r.id`,
  );
  expect(atOnce.rows.length).toBeGreaterThan(500);
  const inLots = await lab.worker.plain((tx) => listDoubted(tx, ALL));
  expect(inLots.map(({ userId, id }) => ({ userId, id }))).toEqual(atOnce.rows);
  const [first, second, third] = atOnce.rows;
  const page = { without: [first.id], limit: 2 };
  expect(await lab.worker.plain((tx) => listDoubted(tx, page))).toMatchObject([second, third]);
});

test('LEND-24: given repayments by rewards, then lots of people find what the version before found at once', async () => {
  const atOnce = await lab.owner.query<{ id: string }>(
    'select distinct user_id as id from rewards_held() order by 1',
  );
  expect(atOnce.rows.length).toBeGreaterThan(500);
  const inLots = await lab.worker.plain((tx) => listHeld(tx, ALL));
  expect(inLots.map(({ userId }) => ({ id: userId }))).toEqual(atOnce.rows);
  const [first, second] = atOnce.rows;
  const page = { without: [first!.id], limit: 1 };
  expect(await lab.worker.plain((tx) => listHeld(tx, page))).toMatchObject([second!]);
});

/** The days of a look for people who earn. */
const SPAN = { from: addDays(DAY, -60), to: DAY };

/** Everybody who may earn, by lots of so many. */
async function listAll(tx: Tx, limit: number, without: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for (let place: Place | undefined = firstPlace(SPAN); place;) {
    const { people, next }: People = await listPeople(tx, SPAN, place, { without, limit });
    found.push(...people);
    place = next;
  }
  return found;
}

test('LEND-24: given instalments of sixty days, when people are listed in small lots, then no row is read again', async () => {
  const atOnce = await readBy((tx) => listAll(tx, 100_000));
  expect(await readBy((tx) => listAll(tx, 10))).toBeLessThan(1.2 * atOnce);
});

test('LEND-24: given a span of sixty days in which nothing is due or closed, then its days are passed over in four statements', async () => {
  const said: string[] = [];
  const span = { from: addDays(DAY, 3600), to: addDays(DAY, 3660) };
  const { people, next } = await lab.worker.plain((tx) => {
    const counted: Tx = Object.assign(Object.create(tx) as Tx, {
      call: (text: string, values: readonly unknown[]) => {
        said.push(text);
        return tx.call(text, values);
      },
    });
    return listPeople(counted, span, firstPlace(span), ALL);
  });
  expect({ people, next, statements: said.length }).toEqual({ people: [], next: undefined, statements: 4 });
});

test('LEND-24: given instalments, freezes and loans that end, then lots of a day find each person of one statement once', async () => {
  await lab.owner.query(
    `insert into account_closures (user_id, standing, answer, closed_at)
     select user_id, 'customer', '{}', '2026-12-01' from borrowers where n % 100 = 0`,
  );
  const { rows } = await lab.owner.query<{ id: string }>(
    `select user_id as id from (
       (select user_id from instalments where is_active and due_on between $1 and $2)
       union (select user_id from loan_freezes where not is_frozen and from_on + 1 between $1 and $2)
       union (select user_id from loans where closed_on between $1 and $2)
     ) due where not exists (select 1 from account_closures a where a.user_id = due.user_id) order by 1`,
    [SPAN.from, SPAN.to],
  );
  const expected = rows.map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(2 * MOVED);
  const found = await lab.worker.plain((tx) => listAll(tx, 10));
  expect(found.toSorted()).toEqual(expected);
  const [resting, ...others] = expected;
  const without = await lab.worker.plain((tx) => listAll(tx, 500, [resting!]));
  expect(without.toSorted()).toEqual(others);
});
