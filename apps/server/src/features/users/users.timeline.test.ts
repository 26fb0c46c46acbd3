import type { AnswerOf, listUserTimeline } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { STAFF_STEP_UP: 'on' } });
});
afterAll(() => server.stop());

test('a repayment received in the second it began is told as begun first', async () => {
  const asha = await somebody(server).ready();
  const { id: cardId } = await asha.addCard();
  const { id } = await asha.pay(cardId, 300_000);
  await asha.untilBill(id, 'paid');
  await asha.repay(id, 100_000);
  const userId = await idOf(asha);
  // A bank says the second; the instant of the start is finer, and therefore later.
  await server.sql.query(
    `update repayments set received_at = date_trunc('second', created_at) where user_id = $1`,
    [userId],
  );
  const staff = await promote(server, await somebody(server).signUp(), { roles: ['support'] });
  const read = (query: string) =>
    staff.ok<AnswerOf<typeof listUserTimeline>>(
      'GET',
      `/admin/users/${userId}/timeline?kind=repayment${query}`,
    );
  const { items } = await read('');
  expect(items.map(({ code }) => code)).toEqual(['succeeded', 'started']);
  // Page by page it is the same.
  const first = await read('&limit=1');
  const next = await read(`&limit=1&cursor=${first.nextCursor}`);
  expect([...first.items, ...next.items]).toEqual(items);
});
