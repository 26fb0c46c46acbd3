import { randomUUID } from 'node:crypto';
import type { Notification, Overview, Payment, Problem } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { advance, clearFaults, drained, fault, journalKinds, somebody } from '#test/steps.ts';

let server: TestServer;
let person: Person;
let staff: Person;
let cardId: string;
beforeAll(async () => {
  server = await startTestServer();
  person = await somebody(server).ready();
  cardId = (await person.addCard()).id;
  staff = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const MARK = 10_000_000;
const mark = (paise: number) =>
  server.sql.query(
    `update settings set content = content || jsonb_build_object('floatLowWaterPaise', $1::bigint)`,
    [paise],
  );

const topUp = (paise: number) =>
  server.sql.query(
    `select float_move('top_up', $1, $2, (select min(day_on) from business_days where closed_at is null), looked_at)
     from float_state`,
    [randomUUID(), paise],
  );

/** A minute later the sweep has looked again. */
async function untilShort(isShort: boolean): Promise<void> {
  await advance(server, 'PT1M');
  await until(async () => {
    const { rows } = await server.sql.query<{ is_short: boolean }>('select is_short from float_state');
    return rows[0]!.is_short === isShort ? true : undefined;
  });
}

const said = (reply: Reply<Payment>) =>
  reply.status === 202 ? 'taken' : `${reply.status} ${(reply.body as unknown as Problem).code}`;

async function countRows(table: 'payments' | 'idempotency_keys'): Promise<number> {
  const { rows } = await server.sql.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]!.count;
}

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function balancePaise(): Promise<number> {
  const { rows } = await server.sql.query<{ paise: string }>(
    'select balance_paise::text as paise from float_state',
  );
  return Number(rows[0]!.paise);
}

async function warnings(): Promise<number> {
  const { items } = await staff.ok<{ items: Notification[] }>('GET', '/notifications?limit=100');
  return items.filter((one) => one.title === 'The float at the rail is short').length;
}

test('PAY-23, LEND-C7: while the float is short nothing is accepted, and the same call works when there is money', async () => {
  // Without a mark the float may be as empty as it is here.
  const before = randomUUID();
  const first = await person.quote(cardId, 100_000);
  const taken = await person.accept(first.quoteId, before);
  expect(said(taken)).toBe('taken');
  await person.untilBill(taken.body.id, 'paid');

  await mark(MARK);
  await untilShort(true);
  const key = randomUUID();
  const { quoteId } = await person.quote(cardId, 100_000);
  const rows = [await countRows('payments'), await countRows('idempotency_keys')];
  const refused = await Promise.all(
    Array.from({ length: 10 }, (_, at) => person.accept(quoteId, at === 0 ? key : randomUUID())),
  );
  expect(new Set(refused.map(said))).toEqual(new Set(['503 payments_paused']));
  expect(Number(refused[0]!.headers.get('retry-after'))).toBe(120);
  expect([await countRows('payments'), await countRows('idempotency_keys')]).toEqual(rows);
  // An accept from before is replayed as it was.
  const again = await person.accept(first.quoteId, before);
  expect([said(again), again.headers.get('idempotency-replayed')]).toEqual(['taken', 'true']);

  await drained();
  expect(await warnings()).toBe(1);
  expect((await staff.ok<Overview>('GET', '/admin/overview')).float).toMatchObject({
    isShort: true,
    balancePaise: -100_000,
  });
  expect([await gauge('mohlat_float_short'), await gauge('mohlat_float_paise')]).toEqual([1, -100_000]);

  await topUp(MARK + 100_000 + 50_000);
  await untilShort(false);
  const now = await person.accept(quoteId, key);
  expect(said(now)).toBe('taken');
  await person.untilBill(now.body.id, 'paid');
  expect(await gauge('mohlat_float_short')).toBe(0);
});

test('PAY-23: paying it down makes it short again, and staff hear of it once an hour', async () => {
  await untilShort(true);
  await drained();
  expect(await warnings()).toBe(1);
  await topUp(MARK);
  await untilShort(false);
  // Half a payment above the mark: one that is accepted makes it short before a rupee has left.
  await advance(server, 'PT1H');
  await mark((await balancePaise()) - 50_000);
  await untilShort(false);
  // Its bill is older than may be paid, and the rail does not tell it again.
  await fault(server, 'setu_billpay', 'fetch_start', { http: 503 }, 'always');
  const { body: held } = await person.accept((await person.quote(cardId, 100_000)).quoteId);
  await untilShort(true);
  await drained();
  expect((await person.payment(held.id)).billStatus).toBe('accepted');
  expect(await journalKinds(server, held.id)).toEqual(['reserve']);
  expect(await warnings()).toBe(2);
  expect(said(await person.accept((await person.quote(cardId, 100_000)).quoteId))).toBe(
    '503 payments_paused',
  );
  await clearFaults(server);
  await person.untilBill(held.id, 'paid');
  await mark(MARK);
  await untilShort(false);
});

test('PAY-23: a rail that says it is short is believed for a quarter of an hour', async () => {
  const card = await person.addCard('1003');
  const { id } = await person.pay(card.id, 100_000);
  await person.untilBill(id, 'failed');
  await untilShort(true);
  expect(said(await person.accept((await person.quote(cardId, 100_000)).quoteId))).toBe(
    '503 payments_paused',
  );
  await advance(server, 'PT15M');
  await untilShort(false);
});

test('PAY-23: given a payment accepted long before, when refused for want of money, then that counts from the refusal', async () => {
  const card = await person.addCard('1003');
  await fault(server, 'setu_billpay', 'fetch_start', { http: 503 }, 'always');
  const { id } = await person.pay(card.id, 100_000);
  await advance(server, 'PT10M');
  await clearFaults(server);
  await person.untilBill(id, 'failed');
  await advance(server, 'PT8M');
  const asked = new Date(server.now());
  const seen = await until(async () => {
    const { rows } = await server.sql.query<{ is_short: boolean }>(
      'select is_short from float_state where looked_at >= $1',
      [asked],
    );
    return rows[0];
  });
  expect(seen.is_short).toBe(true);
  await advance(server, 'PT8M');
  await untilShort(false);
});
