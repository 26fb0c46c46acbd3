import { standingOn, writtenDaysPastDue, type WrittenLateness } from '@mohlat/lending';
import { livesOf, TEMPERAMENTS } from '@mohlat/lending/simulate';
import { addDays, type BusinessDate, businessDate, daysBetween } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBorrowers } from '../src/features/lending/index.ts';
import { type Lab, idOf, openLab } from './lending-lab.ts';
import { booksOf, journalsOf, liveThrough, standingOf } from './living.ts';

// `npm run bench -- lives` lives many more of them in memory; SIMULATED_PEOPLE and SIMULATED_SEED ask for others here.
const PEOPLE = Number(process.env['SIMULATED_PEOPLE'] ?? TEMPERAMENTS.length);
const SEED = Number(process.env['SIMULATED_SEED'] ?? 23);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const lives = [
  ...livesOf({ seed: SEED, people: PEOPLE, firstOn: businessDate('2026-01-10'), days: 240, hasFaults: true }),
];

test.each(lives.map((life) => [life.options.userId, life.options.temperament, life] as const))(
  'LEND-W6: given the simulated life of %s, %s, when the database lives it, then its journals are the same',
  async (_, __, life) => {
    await liveThrough(lab, life);
    expect(await booksOf(lab, life)).toEqual(journalsOf(life.journals));
    const userId = idOf(`user ${life.options.userId}`);
    const [written] = await lab.worker.forUser(userId, (tx) => loadBorrowers(tx, [userId]));
    const loans = life.borrower.loans.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(
      standingOf(written!, ({ id }) => loans.find((one) => idOf(`loan ${one.id}`) === id)?.id ?? id),
    ).toEqual(standingOf(life.borrower, ({ id }) => id));
  },
);

/** What lists of many loans read in SQL: of each day through the last closed one, and of an account some days later. */
const LISTS = `
  select json_build_object(
    'standings', coalesce((
      select json_agg(json_build_array(l.id, day::date, s.dpd, s.class) order by l.id, day)
      from loans l join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
      cross join generate_series(l.disbursed_on, d.closed_through_on, interval '1 day') as day
      cross join lateral standing_on(l.user_id, l.id, day::date) s
      where l.user_id = c.user_id), '[]'),
    'lateness', (
      select json_agg(days_past_due_on(c, coalesce(c.past_due_on, '2026-01-10') + ahead) order by ahead)
      from generate_series(-2, 40) as ahead)) as lists,
    c.days_past_due as "daysPastDue", c.past_due_on as "pastDueOn"
  from credit_accounts c where c.user_id = $1`;

test.each(lives.map((life) => [life.options.userId] as const))(
  'LEND-D6: given the simulated life of %s, when lists read it in SQL, then the kernel says the same',
  async (name) => {
    const userId = idOf(`user ${name}`);
    const [borrower, [row]] = await lab.worker.forUser(userId, async (tx) => [
      (await loadBorrowers(tx, [userId]))[0]!,
      await tx.call<WrittenLateness & { lists: unknown }>(LISTS, [userId]),
    ]);
    const { pastDueOn } = row!;
    const standings = borrower.loans.flatMap((loan) =>
      daysFrom(loan.disbursedOn, loan.closedThroughOn).flatMap((on) => {
        const stands = standingOn(loan, on);
        return stands ? [[loan.id, on, stands.dpd, stands.class]] : [];
      }),
    );
    const from = addDays(pastDueOn ?? businessDate('2026-01-10'), -2);
    const lateness = daysFrom(from, addDays(from, 42)).map((on) => writtenDaysPastDue(row!, on));
    expect(row!.lists).toEqual({ standings, lateness });
    expect(standings.length).toBeGreaterThan(0);
  },
);

function daysFrom(firstOn: BusinessDate, lastOn: BusinessDate): BusinessDate[] {
  return Array.from({ length: 1 + daysBetween(firstOn, lastOn) }, (_, index) => addDays(firstOn, index));
}

test('LEND-17: given the simulated lives, when all were lived, then every invariant of the database holds', async () => {
  expect(await lab.broken()).toEqual([]);
});
