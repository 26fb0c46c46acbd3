import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person, Reply } from '#test/person.ts';
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

test('a code of a later version is answered as busy, so that another server takes the call', async () => {
  const { quoteId } = await person.quote(cardId, 10_000);
  await server.sql.query(
    `create or replace function accept_quote(
       p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
       p_quote_id uuid, p_bill_on date, p_bill_due_on date, p_from inet, p_looked text[], p_machine_now timestamptz,
       out outcome text, out replayed boolean, out facts jsonb, out has_job boolean
     ) language sql as $$ select 'a_code_of_next_year', false, null::jsonb, true $$`,
  );
  expect(said(await person.accept(quoteId))).toBe('503 busy');
});
