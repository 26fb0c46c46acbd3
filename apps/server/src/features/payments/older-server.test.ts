import { randomUUID } from 'node:crypto';
import type { Bill, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
let person: Person;
let cardId: string;
beforeAll(async () => {
  server = await startTestServer();
  person = await somebody(server).ready();
  cardId = (await person.addCard('5101', 'HDFC Bank')).id;
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => `${reply.status} ${(reply.body as Problem).code}`;

/** The statement of a server of before codes were added, in a transaction that comes to nothing. */
async function acceptAsBefore(quoteId: string, before = 'select 1'): Promise<string> {
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    await client.query(before);
    await client.query("select set_config('app.user_id', $1, true)", [await idOf(person)]);
    const { rows } = await client.query<{ outcome: string }>(
      `select outcome from quotes q join auth.sessions s on s.user_id = q.user_id
       cross join lateral accept_payment(q.user_id, s.id, q.created_at, $2, '\\x00', q.id, null, null, null)
       where q.id = $1 limit 1`,
      [quoteId, randomUUID()],
    );
    return rows[0]!.outcome;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a server of the version before is answered in codes that it knows', async () => {
  const bill = await person.ok<Bill>('POST', `/cards/${cardId}/bill`);
  const [first, second] = [
    await person.quote(cardId, bill.amountDuePaise),
    await person.quote(cardId, bill.amountDuePaise),
  ];
  expect(await acceptAsBefore(first.quoteId)).toBe('accepted');
  expect(await acceptAsBefore(first.quoteId, 'update float_state set is_short = true')).toBe('busy');
  expect((await person.accept(first.quoteId)).status).toBe(202);
  expect(await acceptAsBefore(second.quoteId)).toBe('quote_used');
  expect(said(await person.accept(second.quoteId))).toBe('409 bill_already_paid');
});

test('a code of a later version is answered as busy, so that another server takes the call', async () => {
  const { quoteId } = await person.quote(cardId, 10_000);
  await server.sql.query(
    `create or replace function accept_quote(
       p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
       p_quote_id uuid, p_bill_on date, p_bill_due_on date, p_from inet,
       out outcome text, out replayed boolean, out facts jsonb
     ) language sql as $$ select 'a_code_of_next_year', false, null::jsonb $$`,
  );
  expect(said(await person.accept(quoteId))).toBe('503 busy');
});
