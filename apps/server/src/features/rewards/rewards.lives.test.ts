import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { expectSame, livesToLive } from '#test/living.ts';
import { brokenSums } from '#test/sums.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const lives = livesToLive((temperament) => temperament === 'rewarded');

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
