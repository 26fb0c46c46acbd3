import type { Bill, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf, lockOf, meetAt, untilWaiting } from '#test/racing.ts';
import { advance, attemptsOf, drained, somebody, statusesOf } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const ask = (person: Person, cardId: string) => person.call<Bill & Problem>('POST', `/cards/${cardId}/bill`);

/** The references under which bills of a card are kept, oldest first. */
async function keptUnder(cardId: string): Promise<string[]> {
  const { rows } = await server.sql.query<{ provider_ref: string }>(
    'select provider_ref from bill_fetches where card_id = $1 order by fetched_at',
    [cardId],
  );
  return rows.map((row) => row.provider_ref);
}

async function openRef(cardId: string): Promise<string | null> {
  const { rows } = await server.sql.query<{ bill_fetch_ref: string | null }>(
    'select bill_fetch_ref from cards where id = $1',
    [cardId],
  );
  return rows[0]!.bill_fetch_ref;
}

test('PAY-26: given a bank that needs 30 seconds, when asked again, then the same fetch gives the bill', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  const first = await ask(person, card.id);
  expect([first.status, first.body.code]).toEqual([503, 'bill_not_ready']);
  expect(first.headers.get('retry-after')).toBe('5');
  const begun = await openRef(card.id);
  expect(begun).not.toBeNull();
  await advance(server, 'PT30S');
  const second = await ask(person, card.id);
  expect(second).toMatchObject({ status: 200, body: { amountDuePaise: 100_500 } });
  expect(await keptUnder(card.id)).toEqual([begun]);
  expect(await openRef(card.id)).toBeNull();
});

test('PAY-26: given a fetch that two take up at once, when it is ready, then its bill is kept once', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  await ask(person, card.id);
  await advance(server, 'PT30S');
  const lock = { text: 'select 1 from cards where id = $1 for update', values: [card.id] };
  const again = () => ask(person, card.id);
  const [one, other] = await meetAt(server, lock, [again, again]);
  expect(one).toMatchObject({ status: 200, body: { amountDuePaise: 100_500 } });
  expect(other?.body).toEqual(one?.body);
  expect(await keptUnder(card.id)).toHaveLength(1);
});

test('PAY-26: given a bank silent for a minute, when asked again, then another fetch begins', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0004');
  expect((await ask(person, card.id)).body.code).toBe('bill_not_ready');
  const begun = await openRef(card.id);
  await advance(server, 'PT1M');
  expect((await ask(person, card.id)).body.code).toBe('bill_not_ready');
  expect(await openRef(card.id)).not.toBe(begun);
});

test('PAY-26: given a fetch under a number that changed, when asked again, then another fetch begins', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0004');
  await ask(person, card.id);
  const begun = await openRef(card.id);
  await server.sql.query("update cards set bill_fetch_mobile_hash = '' where id = $1", [card.id]);
  await ask(person, card.id);
  expect(await openRef(card.id)).not.toBe(begun);
});

test('PAY-26: given a bank that needs 30 seconds, when the worker fetches the bill, then it is paid', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  const { id } = await person.pay(card.id, 100_500);
  const begun = await until(async () => (await openRef(card.id)) ?? undefined);
  await advance(server, 'PT30S');
  await person.untilBill(id, 'paid');
  await drained();
  expect(await keptUnder(card.id)).toEqual([begun]);
  expect(await statusesOf(server, id)).toEqual(['accepted', 'submitted', 'paid']);
});

test('PAY-26: given a fetch that the network forgot, when asked again, then another fetch begins', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  await ask(person, card.id);
  await server.sql.query("update cards set bill_fetch_ref = 'BFR-FORGOTTEN' where id = $1", [card.id]);
  expect((await ask(person, card.id)).body.code).toBe('bill_not_ready');
  expect(await openRef(card.id)).not.toBe('BFR-FORGOTTEN');
});

test('PAY-26: given a fetch that a person began, when the worker needs the bill, then it takes that up', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  await ask(person, card.id);
  const begun = await openRef(card.id);
  const { id } = await person.pay(card.id, 100_500);
  await advance(server, 'PT30S');
  await person.untilBill(id, 'paid');
  expect(await keptUnder(card.id)).toEqual([begun]);
});

/** The hour's share of a person, used up. A trial has twenty times as much. */
const useUp = async (person: Person, kind: string, count: number) =>
  server.sql.query(
    `insert into call_counters (user_id, kind, window_start, count) values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update set count = excluded.count`,
    [await idOf(person), kind, new Date(server.now()), count],
  );

test('PAY-26: given no share of fetches left, when an open fetch is taken up, then it counts as none', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  await ask(person, card.id);
  await useUp(person, 'bill_fetch', 1200);
  expect((await ask(person, card.id)).body.code).toBe('bill_not_ready');
  await advance(server, 'PT30S');
  expect((await ask(person, card.id)).status).toBe(200);
  expect((await ask(person, card.id)).body.code).toBe('too_many_requests');
});

test('PAY-26: given an open fetch, when it is taken up too often in an hour, then that is refused', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  await ask(person, card.id);
  await useUp(person, 'bill_look', 12_000);
  expect((await ask(person, card.id)).body.code).toBe('too_many_requests');
});

test('LEND-X4: given one fetch without a bill number, when two payments begin on it, then one waits its turn', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard('0005');
  await server.sql.query(
    `create function numberless() returns trigger language plpgsql as $$ begin new.bill_number := null; return new; end $$;
     create trigger numberless before insert on payment_attempts for each row when (new.card_id = '${card.id}')
     execute function numberless()`,
  );
  const ids = [(await person.pay(card.id, 50_000)).id, (await person.pay(card.id, 50_500)).id];
  const ref = await until(async () => (await openRef(card.id)) ?? undefined);
  const { text, values } = lockOf.advisory(`bill-fetch:${await idOf(person)}:${ref}`);
  const client = await server.sql.connect();
  try {
    await client.query('begin');
    await client.query(text, values);
    await advance(server, 'PT30S');
    await untilWaiting(client, 2);
    await client.query('commit');
  } finally {
    client.release();
  }
  await drained();
  const begun = await Promise.all(ids.map(async (id) => (await attemptsOf(server, id)).length));
  expect(begun.toSorted((a, b) => a - b)).toEqual([0, 1]);
  // The other one has a bill fetched for itself.
  await until(async () => (await openRef(card.id)) ?? undefined);
  await advance(server, 'PT30S');
  for (const id of ids) await person.untilBill(id, 'paid');
  expect(await keptUnder(card.id)).toHaveLength(2);
});
