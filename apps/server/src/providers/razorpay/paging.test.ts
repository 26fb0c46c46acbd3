import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '#test/sandbox.ts';
import { openStubRail, type StubRail } from '#test/stub-rail.ts';

/** A rail with more rows than one page holds. */
const ROWS = 130;
const PAYMENT = 'pay_1';
let stub: StubRail;
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

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://rail');
  const skip = Number(searchParams.get('skip'));
  skips.push(skip);
  const rowOf = pathname.endsWith('/refunds') ? refund : settled;
  const from = isSkipping ? skip : 0;
  const all = Array.from({ length: ROWS }, (_, number) => rowOf(number));
  const items = all.slice(from, from + Number(searchParams.get('count')));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ entity: 'collection', count: items.length, items }));
};

beforeAll(async () => {
  stub = await openStubRail(answer);
});
beforeEach(() => {
  isSkipping = true;
  skips = [];
});
afterAll(() => stub.close());

async function refunds(): Promise<readonly string[]> {
  return (await stub.providers.collection.refundsOf(PAYMENT)).map(({ refundRef }) => refundRef);
}

async function settlements(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { entityRef } of stub.providers.collection.settlementRows('2026-11-20'))
    found.push(entityRef);
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
