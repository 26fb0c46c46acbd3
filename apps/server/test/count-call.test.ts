import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid } from './laying.ts';
import { idOf, type Lab, openLab } from './lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const HOUR = 3_600;
/** Calls at these seconds, of a kind that may come twice an hour, and whether each is let through. */
const CALLS: readonly (readonly [second: number, isFree: boolean])[] = [
  [0, true],
  [1, true],
  [HOUR - 1, false],
  // At the end of the hour another begins.
  [HOUR, true],
  [HOUR + 1, true],
  [2 * HOUR - 1, false],
  [2 * HOUR, true],
];

test.each([
  ['count_call of a person', "count_call($1, $2, interval '1 hour', 2)"],
  ['count_call_wait of a person', "count_call_wait($1, $2, interval '1 hour', 2) is null"],
  ['count_target of a place outside', "count_target($1, '\\x01', $2, interval '1 hour', 2)"],
])(
  'given calls that may come twice an hour, when %s counts them, then a third waits for the end of the hour',
  async (_, text) => {
    const free = await amongLaid(lab, async (client: pg.PoolClient) => {
      await client.query("select set_config('app.user_id', $1, true)", [idOf('anna')]);
      const answers: boolean[] = [];
      for (const [second] of CALLS) {
        const at = new Date(lab.clock.now().getTime() + second * 1000);
        // Calls of another kind are counted apart.
        for (const kind of ['one', 'other'])
          answers.push(
            (await client.query<{ free: boolean }>(`select ${text} as free`, [kind, at])).rows[0]!.free,
          );
      }
      return answers;
    });
    expect(free).toEqual(CALLS.flatMap(([, isFree]) => [isFree, isFree]));
  },
);

test('given an hour whose calls are used up, when another is counted, then count_call_wait answers the whole seconds until the next', async () => {
  const waits = await amongLaid(lab, async (client: pg.PoolClient) => {
    await client.query("select set_config('app.user_id', $1, true)", [idOf('anna')]);
    const answers: (number | null)[] = [];
    for (const second of [0, 1, 600.5, HOUR - 0.5]) {
      const at = new Date(lab.clock.now().getTime() + second * 1000);
      const { rows } = await client.query<{ wait: number | null }>(
        "select count_call_wait('one', $1, interval '1 hour', 1) as wait",
        [at],
      );
      answers.push(rows[0]!.wait);
    }
    return answers;
  });
  expect(waits).toEqual([null, HOUR - 1, 3_000, 1]);
});
