import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { somebody } from '#test/steps.ts';

// On a cluster an acceptance is answered without its job (decision 121); here the database says so of one that has it.
const ARGUMENTS = 'uuid, uuid, timestamptz, text, bytea, uuid, date, date, inet, text[], timestamptz';
let server: TestServer;
let person: Person;
let cardId: string;
beforeAll(async () => {
  server = await startTestServer();
  person = await somebody(server).ready();
  cardId = (await person.addCard()).id;
  await server.sql.query(
    `create table asked (payment_id uuid);
     create function note_job() returns trigger language plpgsql security definer set search_path = public as $$
     begin
       insert into asked values ((new.payload ->> 'paymentId')::uuid);
       return null;
     end $$;
     create trigger note_job after insert on graphile_worker._private_jobs for each row
       when (new.priority = -10) execute function note_job();
     alter function accept_quote(${ARGUMENTS}) rename to accept_beside;
     create function accept_quote(${ARGUMENTS}, out outcome text, out replayed boolean, out facts jsonb, out has_job boolean)
     language sql as $$
       select a.outcome, a.replayed, a.facts, a.replayed from accept_beside($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) a
     $$;
     grant execute on function accept_quote(${ARGUMENTS}) to mohlat_api`,
  );
});
afterAll(() => server.stop());

async function timesAsked(paymentId: string): Promise<number> {
  const { rows } = await server.sql.query<{ times: number }>(
    'select count(*)::integer as times from asked where payment_id = $1',
    [paymentId],
  );
  return rows[0]!.times;
}

test('given an acceptance without its job, when it is answered, the server has asked for the job, and once', async () => {
  const { quoteId } = await person.quote(cardId, 100_000);
  const reply = await person.accept(quoteId, 'the-key-of-one-payment');
  expect(reply.status).toBe(202);
  const { id } = reply.body;
  expect(await timesAsked(id)).toBe(2);
  await person.accept(quoteId, 'the-key-of-one-payment');
  expect(await timesAsked(id)).toBe(2);
});

test('given an acceptance whose job the queue refuses, the person is answered that it is accepted', async () => {
  const { quoteId } = await person.quote(cardId, 100_000);
  await server.sql.query('alter function enqueue_submit(uuid, uuid) rename to enqueue_elsewhere');
  await server.sql.query(
    `create function enqueue_submit(p_user_id uuid, p_payment_id uuid) returns void language plpgsql as $$
     begin
       if current_query() like 'select enqueue_submit%' then raise exception 'no queue'; end if;
       perform enqueue_elsewhere(p_user_id, p_payment_id);
     end $$`,
  );
  await server.sql.query('grant execute on function enqueue_submit(uuid, uuid) to mohlat_api');
  expect((await person.accept(quoteId)).status).toBe(202);
});
