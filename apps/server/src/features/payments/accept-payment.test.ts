import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test.each([
  ['no bound', '0', '3s'],
  ['a bound', '1s', '1s'],
])(
  'given a wait for locks with %s, when a payment is accepted, then it waits so long',
  async (_, before, after) => {
    const waits = await amongLaid(lab, async (client) => {
      await client.query("select set_config('lock_timeout', $1, true)", [before]);
      await client.query(
        "select outcome from accept_quote($1, $1, $2, 'key', '', $1, null, null, null, null, $2)",
        [idOf('nobody'), lab.clock.now()],
      );
      return (await client.query<{ waits: string }>("select current_setting('lock_timeout') as waits"))
        .rows[0]!.waits;
    });
    expect(waits).toBe(after);
  },
);

test('given no bound of a wait for locks, when a payment was accepted, then the next transaction has none either', async () => {
  const client = await lab.owner.connect();
  try {
    await client.query("begin; set local lock_timeout = '0'");
    await client.query(
      "select outcome from accept_quote($1, $1, $2, 'key', '', $1, null, null, null, null, $2)",
      [idOf('nobody'), lab.clock.now()],
    );
    await client.query('commit');
    const { rows } = await client.query<{ waits: string }>("select current_setting('lock_timeout') as waits");
    expect(rows[0]!.waits).not.toBe('3s');
  } finally {
    client.release();
  }
});
