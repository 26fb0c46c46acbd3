import { randomUUID } from 'node:crypto';
import type { AnswerOf, listAudit, UserDetail } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAcceptedKeyFacts } from '#features/documents/documents.repo.ts';
import { asWorker } from '#test/borrowing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const FROM = { 'x-forwarded-for': '2001:db8:1:2::9' };
const NETWORK = '2001:db8:1:2::/64';

test('LEND-24: given a call from IPv6, when its address is shown, then it reads as the network that is kept', async () => {
  const staff = await promote(server, await somebody(server).signUp());
  const asha = await new Person(server).ready();
  const id = await idOf(asha);
  const { quoteId } = await asha.quote((await asha.addCard()).id, 100_000);
  const paid = await asha.call<{ id: string }>(
    'POST',
    '/payments',
    { quoteId, acceptKeyFacts: true },
    { 'idempotency-key': randomUUID(), ...FROM },
  );
  await server.sql.query('update auth.sessions set ip = $2 where user_id = $1', [id, NETWORK]);
  await server.sql.query('update auth.events set ip = $2 where user_id = $1', [id, NETWORK]);
  const { sessions } = await staff.ok<UserDetail>('GET', `/admin/users/${id}`);
  expect(sessions.map(({ ip }) => ip)).toEqual([NETWORK]);
  const facts = await asWorker(server, id, (tx) => findAcceptedKeyFacts(tx, id, paid.body.id));
  expect(facts?.accepted_from).toBe(NETWORK);
  const client = await server.sql.connect();
  await client.query("begin; select set_config('app.user_id', '" + id + "', true)");
  const { rows: held } = await client.query(
    `select k.of, e ->> 'address' as address from (values ('sessions'), ('events')) as k (of),
       jsonb_array_elements(auth.held($1) -> k.of) e group by 1, 2 order by 1`,
    [id],
  );
  await client.query('rollback');
  client.release();
  expect(held).toEqual([
    { of: 'events', address: NETWORK },
    { of: 'sessions', address: NETWORK },
  ]);
  await staff.call('POST', `/admin/users/${id}/block`, { reason: 'Phone was stolen' }, FROM);
  const { items } = await staff.ok<AnswerOf<typeof listAudit>>('GET', `/admin/audit?action=user.blocked`);
  expect(items.map(({ ip }) => ip)).toEqual([NETWORK]);
});
