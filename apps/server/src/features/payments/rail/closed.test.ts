import { afterAll, beforeAll, expect, test } from 'vitest';
import { close } from '#test/erasing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { breaksOf, somebody } from '#test/steps.ts';

/** The rail's word about payments of accounts that were closed: what was sent of them is erased. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Hears of a payment again, and answers the error of the job that looks at it; null where it ended. */
async function hearAgain(reference: string): Promise<string | null> {
  await server.sql.query("select enqueue_job('payments.hint', $1, null, 'once more')", [{ reference }]);
  return until(async () => {
    const { rows } = await server.sql.query<{ last_error: string | null }>(
      "select last_error from graphile_worker._private_jobs where key = 'once more'",
    );
    const isWaiting = rows[0]?.last_error === null;
    return isWaiting ? undefined : { error: rows[0]?.last_error ?? null };
  }).then(({ error }) => error);
}

test.each([
  { ending: '1002', word: 'failed', knownBy: 'its reference' },
  { ending: '1002', word: 'failed', knownBy: 'our reference alone' },
  { ending: '1001', word: 'paid', knownBy: 'its reference' },
] as const)(
  'LEND-X9: given a closed account, when the rail is heard of its $word payment by $knownBy, then the look is final',
  async ({ ending, word, knownBy }) => {
    const person = await somebody(server).ready();
    const { id } = await person.pay((await person.addCard(ending)).id, 300_000);
    const { outstandingPaise } = await person.untilBill(id, word);
    if (word === 'paid') await person.repay(id, outstandingPaise);
    await close(person);
    const { rows } = await server.sql.query<{ ours: string; sealed: Buffer | null }>(
      `update payment_attempts set provider_ref = case when $2 then null else provider_ref end where payment_id = $1
       returning our_reference as ours, request_sealed as sealed`,
      [id, knownBy === 'our reference alone'],
    );
    expect(rows[0]!.sealed).toBeNull();
    expect(await hearAgain(rows[0]!.ours)).toBeNull();
    expect(await breaksOf(server, id)).toEqual([]);
  },
);
