import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '#test/sandbox.ts';
import { createProviders, type Providers, sandboxProvidersConfig } from '../index.ts';

/** A rail with more rows than one page holds. */
const ROWS = 130;
const PAYMENT = 'pay_1';
let providers: Providers;
let isSkipping = true;
let skips: number[] = [];

const CREATED_AT = 1_795_000_000;
const refund = (number: number) => ({
  id: `rfnd_${number}`,
  payment_id: PAYMENT,
  status: 'processed',
  amount: 100,
  currency: 'INR',
  created_at: CREATED_AT,
});
const settled = (number: number) => ({
  entity_id: `pay_${number}`,
  type: 'payment',
  amount: 100,
  currency: 'INR',
  created_at: CREATED_AT,
});

const rail = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://rail');
  const skip = Number(searchParams.get('skip'));
  skips.push(skip);
  const rowOf = pathname.endsWith('/refunds') ? refund : settled;
  const from = isSkipping ? skip : 0;
  const all = Array.from({ length: ROWS }, (_, number) => rowOf(number));
  const items = all.slice(from, from + Number(searchParams.get('count')));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ entity: 'collection', count: items.length, items }));
});

beforeAll(async () => {
  await new Promise<void>((done) => rail.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(rail.address() as AddressInfo).port}`;
  providers = createProviders(sandboxProvidersConfig(url, 1), {
    now: () => new Date('2026-11-20T06:30:00Z'),
  });
});
beforeEach(() => {
  isSkipping = true;
  skips = [];
});
afterAll(async () => {
  await providers.close();
  await new Promise((done) => rail.close(done));
});

async function refunds(): Promise<readonly string[]> {
  return (await providers.collection.refundsOf(PAYMENT)).map(({ refundRef }) => refundRef);
}

async function settlements(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { entityRef } of providers.collection.settlementRows('2026-11-20')) found.push(entityRef);
  return found;
}

test.each([
  ['refunds', refunds],
  ['rows of a settlement', settlements],
])('given more %s than a page holds, when they are listed, then all are found once', async (_, list) => {
  expect(new Set(await list()).size).toBe(ROWS);
  expect(skips).toEqual([0, 100]);
});

test.each([
  ['refunds', refunds],
  ['rows of a settlement', settlements],
])(
  'given a rail that answers one page of %s again and again, then the list ends as unread',
  async (_, list) => {
    isSkipping = false;
    const error = await failureOf(list());
    expect(error).toMatchObject({ name: 'ProviderContractDrift' });
    expect(String(error)).toContain('a page came again');
    expect(skips).toEqual([0, 100]);
  },
);
