import { livesOf, simulate, TEMPERAMENTS } from '@mohlat/lending/simulate';
import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { expectSame } from '#test/living.ts';
import { brokenSums } from '#test/sums.ts';

const FIRST_ON = businessDate('2026-01-10');
const SEED = 23;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** As in `simulated.lives.test.ts`: one whose money is heard of in time, two of whom much is heard weeks late. */
const lives = [
  ...livesOf({
    seed: SEED,
    people: TEMPERAMENTS.length,
    firstOn: FIRST_ON,
    days: 240,
    hasFaults: true,
  }).filter(({ options }) => options.temperament === 'rewarded'),
  ...[0, 3].map((turn) =>
    simulate({
      userId: `q6${turn}`,
      seed: SEED * 131 + 6 * 7 + turn,
      temperament: 'rewarded',
      firstOn: FIRST_ON,
      days: 280,
      faults: { latePercent: 60, outages: new Set() },
    }),
  ),
];

test.each(lives.map((life) => [life.options.userId, life] as const))(
  'LEND-W6: given the rewarded life of %s, when the database lives it, then its journals are the same',
  (_, life) => expectSame(lab, life),
);

test('LEND-W7: given the rewarded lives, when they were lived, then rewards were used, ended and came back', async () => {
  const kinds = ['reward', 'reward_end', 'reward_returned'];
  const { rows } = await lab.owner.query<{ kind: string }>(
    'select distinct source_kind as kind from journals where source_kind = any ($1) order by 1',
    [kinds],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(kinds);
});

test('LEND-17: given the rewarded lives, when all were lived, then every invariant of the database holds', async () => {
  expect([...(await lab.broken()), ...(await brokenSums(lab))]).toEqual([]);
});
