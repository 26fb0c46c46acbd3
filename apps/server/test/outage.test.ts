import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxProvidersConfig } from '../src/providers/index.ts';
import { isDeclared } from './declared.ts';
import { type OwnProduct, startOwnProduct } from './outage/product.ts';
import { Person, until } from './person.ts';
import { brokenNow } from './prover.ts';

/** A biller that executes and answers late: the job is under way meanwhile. */
const SLOW = '1007';
/** So many jobs end while the database only reads. */
const SLOW_PAYMENTS = 2;

let product: OwnProduct;
let asha: Person;
beforeAll(async () => {
  product = await startOwnProduct();
  asha = await new Person(product.server).ready();
});
afterAll(() => product.close());
beforeEach(() => isReady());

interface Told {
  readonly status: number;
  readonly code: unknown;
  readonly retryAfter: string | null;
}

type Ask = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

async function ask(path: string, init: Ask = {}): Promise<Told> {
  const response = await fetch(`${product.server.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json', ...init.headers },
  });
  const text = await response.text();
  const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: unknown };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers });

function webhook(): Promise<Told> {
  const { webhookSecret } = sandboxProvidersConfig(product.server.sandboxUrl, 0).razorpay;
  const body = JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity: { id: 'pay_1', order_id: 'order_1' } } },
  });
  return ask('/api/v1/webhooks/razorpay', {
    method: 'POST',
    body,
    headers: {
      'x-razorpay-event-id': randomUUID(),
      'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
    },
  });
}

const MESSAGE = [
  '/api/v1/support/messages',
  {
    name: 'Asha Rao',
    email: 'asha@example.in',
    subject: 'My bill',
    message: 'When is my bill paid?',
  },
] as const;

/** Each way into the product that needs the database, by name. */
async function askEverywhere(quoteId: string): Promise<Record<string, Told>> {
  return {
    reads: await ask('/api/v1/payments'),
    writes: await post(
      '/api/v1/payments',
      { quoteId, acceptKeyFacts: true },
      { 'idempotency-key': randomUUID() },
    ),
    staff: await ask('/api/v1/admin/overview'),
    events: await ask('/api/v1/events'),
    webhook: await webhook(),
    ...(isDeclared('POST /support/messages') ? { 'signed out': await post(...MESSAGE) } : {}),
  };
}

const BUSY = { status: 503, code: 'busy', retryAfter: '3' };

async function signIn(): Promise<Told> {
  const credentials = { email: asha.email, password: 'a quiet river stone' };
  return post('/auth/v1/token?grant_type=password', credentials);
}

async function expectBusyEverywhere(quoteId: string): Promise<void> {
  const told = await askEverywhere(quoteId);
  for (const [door, answer] of Object.entries(told)) expect([door, answer]).toEqual([door, BUSY]);
  expect(await signIn()).toEqual({ status: 503, code: 503, retryAfter: '3' });
  await isRed();
  expect((await ask('/healthz')).status).toBe(200);
  // Else each process would be told to be down.
  expect((await ask('/metrics')).status).toBe(200);
}

/** Until readiness is red: an answer holds for a second. */
const isRed = () => until(async () => ((await ask('/readyz')).status === 503 ? true : undefined));

/** Until readiness is green. */
const isReady = () =>
  until(async () => ((await ask('/readyz').catch(() => undefined))?.status === 200 ? true : undefined));

test('a database that is stopped is told as busy at every door, and what was accepted is settled once', async () => {
  const card = await asha.addCard();
  const { quoteId } = await asha.quote(card.id, 100_000);
  const accepted = await asha.pay(card.id, 200_000);
  await product.postgres.stop();
  await expectBusyEverywhere(quoteId);
  await product.postgres.start();
  await isReady();
  expect((await asha.untilBill(accepted.id, 'paid', 'failed')).billStatus).toBe('paid');
  expect(product.process.isRunning()).toBe(true);
});

test('a database that only reads ends no process, also not one with jobs under way', async () => {
  const card = await asha.addCard(SLOW);
  const { quoteId } = await asha.quote(card.id, 100_000);
  const slow = [];
  for (let count = 0; count < SLOW_PAYMENTS; count += 1) slow.push(await asha.pay(card.id, 10_000 + count));
  const { sql } = product.server;
  const answered = 'select 1 from payment_attempts where state = $1';
  await until(async () => ((await sql.query(answered, ['sending'])).rowCount ? true : undefined));
  await sql.query('alter system set default_transaction_read_only = on');
  await sql.query('select pg_reload_conf()');
  await until(async () =>
    (await post('/api/v1/payments', { quoteId, acceptKeyFacts: true }, { 'idempotency-key': randomUUID() }))
      .status === 503
      ? true
      : undefined,
  );
  expect(product.process.isRunning()).toBe(true);
  await sql.query('alter system reset default_transaction_read_only');
  await sql.query('select pg_reload_conf()');
  await isReady();
  for (const { id } of slow) await asha.untilBill(id, 'paid');
  expect(product.process.isRunning()).toBe(true);
  expect(await brokenNow(product.server.databaseUrl)).toEqual([]);
});

test('readiness is red while the database only reads, and green once it writes again', async () => {
  const { sql } = product.server;
  const { rows } = await sql.query<{ name: string }>('select quote_ident(current_database()) as name');
  const alter = (change: string) =>
    sql.query(`begin read write; alter database ${rows[0]!.name} ${change}; commit`);
  await sql.query('alter system set default_transaction_read_only = on');
  await sql.query('select pg_reload_conf()');
  await isRed();
  expect((await ask('/healthz')).status).toBe(200);
  // A connection opened now stays read-only afterwards, as a connection to a former leader does.
  await alter('set default_transaction_read_only = on');
  await sql.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mohlat_api'",
  );
  await isRed();
  await alter('reset default_transaction_read_only');
  await sql.query('alter system reset default_transaction_read_only');
  await sql.query('select pg_reload_conf()');
  await isReady();
});
