import { livesOf, TEMPERAMENTS } from '@mohlat/lending/simulate';
import { businessDate } from '@mohlat/money';
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

test('LEND-17: given the simulated lives, when all were lived, then every invariant of the database holds', async () => {
  expect(await lab.broken()).toEqual([]);
});
