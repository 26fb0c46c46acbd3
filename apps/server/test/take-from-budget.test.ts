import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid } from './laying.ts';
import { type Lab, openLab } from './lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('given what a provider may cost on a day, when calls take from it, then it is taken to the paisa, and what is refused is counted', async () => {
  const said = await amongLaid(lab, async (client) => {
    const take = async (provider: string, day: string, paise: number, budget: number) =>
      (
        await client.query<{ taken: boolean }>('select take_from_budget($1, $2, $3, $4) as taken', [
          provider,
          day,
          paise,
          budget,
        ])
      ).rows[0]!.taken;
    const taken = [
      // Another day of it, and another provider.
      await take('one', '2031-03-02', 3, 3),
      await take('other', '2031-03-01', 3, 3),
      await take('one', '2031-03-01', 4, 10),
      await take('one', '2031-03-01', 6, 10),
      await take('one', '2031-03-01', 1, 10),
      await take('one', '2031-03-01', 2, 11),
      await take('one', '2031-03-01', 1, 11),
    ];
    const { rows } = await client.query<{ said: string }>(
      `select concat_ws(' ', provider, day_on, spent_paise, budget_paise, refused_count) as said from provider_spend
       where day_on >= '2031-01-01' order by provider, day_on`,
    );
    return { taken, stands: rows.map((row) => row.said) };
  });
  expect(said.taken).toEqual([true, true, true, true, false, false, true]);
  expect(said.stands).toEqual(['one 2031-03-01 11 11 2', 'one 2031-03-02 3 3 0', 'other 2031-03-01 3 3 0']);
});
