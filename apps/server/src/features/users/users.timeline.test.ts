import type { AnswerOf, listUserTimeline, StaffRole } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
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

test('LEND-24: what staff did is told to risk and administrators alone, and to no member about themselves', async () => {
  const colleague = (role: StaffRole) =>
    somebody(server)
      .signUp()
      .then((person) => promote(server, person, { roles: [role] }));
  const [support, finance, risk, admin] = [
    await colleague('support'),
    await colleague('finance'),
    await colleague('risk'),
    await colleague('admin'),
  ];
  const suspectId = await idOf(risk);
  const reveal = { field: 'email', reason: 'Looked into a hint' };
  await admin.ok('POST', `/admin/users/${suspectId}/reveal`, reveal);
  const told = async (person: Person, query = '') => {
    const { items } = await person.ok<AnswerOf<typeof listUserTimeline>>(
      'GET',
      `/admin/users/${suspectId}/timeline?limit=100${query}`,
    );
    return items.filter(({ kind }) => kind === 'staff').map(({ text }) => text);
  };
  expect([await told(support), await told(finance, '&kind=staff')]).toEqual([[], []]);
  expect([await told(risk), await told(risk, '&kind=staff')]).toEqual([[], []]);
  expect(await told(admin)).toEqual([reveal.reason]);
  expect(await told(await colleague('risk'))).toEqual([reveal.reason]);
});
