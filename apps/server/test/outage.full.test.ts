import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnProduct, startOwnProduct } from './outage/product.ts';
import { Person, until } from './person.ts';
import { brokenNow } from './prover.ts';

/** The owner, as whom these tests connect, may take them all. */
const CONNECTIONS_MAX = 60;

let product: OwnProduct;
let asha: Person;
beforeAll(async () => {
  product = await startOwnProduct({}, { max_connections: String(CONNECTIONS_MAX) });
  asha = await new Person(product.server).ready();
});
afterAll(() => product.close());

const BUSY = { status: 503, code: 'busy', retryAfter: '3' };

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${product.server.url}${path}`, init);
  const text = await response.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string; id?: string };
  return {
    told: { status: response.status, code: body.code, retryAfter: response.headers.get('retry-after') },
    id: body.id,
  };
}

/** Accepts a quote, always under the key it is given. */
const accept = (quoteId: string, key: string) =>
  ask('/api/v1/payments', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${asha.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ quoteId, acceptKeyFacts: true }),
  });

async function expectAcceptedOnce(quoteId: string, key: string): Promise<void> {
  const accepted = await until(async () => {
    const answer = await accept(quoteId, key);
    return answer.told.status === 202 ? answer : undefined;
  });
  expect((await accept(quoteId, key)).id).toBe(accepted.id);
  await asha.untilBill(accepted.id!, 'paid');
  const { rows } = await product.server.sql.query(
    'select count(*)::int as payments from payments where quote_id = $1',
    [quoteId],
  );
  expect(rows).toEqual([{ payments: 1 }]);
  expect(product.process.isRunning()).toBe(true);
  expect(await brokenNow(product.server.databaseUrl)).toEqual([]);
}

/** Takes every connection the database has, those of the product too; answers the way to give them back. */
async function takeAllConnections(): Promise<() => Promise<void>> {
  const open = async () => {
    const client = new pg.Client(product.postgres.url);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { client, pid: rows[0]!.pid };
  };
  const held = [await open()];
  // One that is just being opened is not shown yet, and has a place already: it is full when all places are ours.
  await until(async () => {
    await held[0]!.client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> all ($1::int[])`,
      [held.map(({ pid }) => pid)],
    );
    for (let next; (next = await open().catch(() => undefined));) held.push(next);
    return held.length === CONNECTIONS_MAX ? true : undefined;
  });
  return async () => void (await Promise.all(held.map(({ client }) => client.end())));
}

test('a database without a connection left is told as busy at the door, and the same call succeeds later', async () => {
  const { quoteId } = await asha.quote((await asha.addCard()).id, 100_000);
  const key = randomUUID();
  const giveBack = await takeAllConnections();
  const { told } = await accept(quoteId, key);
  const health = await ask('/healthz');
  await giveBack();
  expect(told).toEqual(BUSY);
  expect(health.told.status).toBe(200);
  await expectAcceptedOnce(quoteId, key);
});

test('a disk of the database that is full is told as busy at the door, and nothing stays half done', async () => {
  const { quoteId } = await asha.quote((await asha.addCard()).id, 200_000);
  const key = randomUUID();
  const { sql } = product.server;
  // The error of the real thing, at the last row of the statement: what was written before it has to go too.
  await sql.query(`create function refuse_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await sql.query(`create constraint trigger full_disk after insert on payments
    deferrable initially deferred for each row execute function refuse_full()`);
  const { told } = await accept(quoteId, key);
  expect(told).toEqual(BUSY);
  const { rows } = await sql.query('select 1 from payments where quote_id = $1', [quoteId]);
  expect(rows).toEqual([]);
  await sql.query('drop trigger full_disk on payments');
  await expectAcceptedOnce(quoteId, key);
});
