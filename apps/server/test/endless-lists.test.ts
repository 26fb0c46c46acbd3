import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBillerDirectory } from '../src/features/cards/index.ts';
import { failureOf } from './sandbox.ts';
import { openStubRail, type StubRail } from './stub-rail.ts';

/** A rail whose lists never come to their end. Each question for a page is counted. */
let stub: StubRail;
let asked = 0;
let nextAfter: Readonly<Record<string, string>> = {};
const MANY = 20;
const SILENT = { warn() {} };

const BILLER = {
  id: 'SBXA00000NATC1',
  name: 'Asha Bank Credit Card',
  status: 'ACTIVE',
  categoryName: 'Credit Card',
  customerParams: [],
  fetchApiType: 'BILL_FETCH',
};
const ROW = {
  entity_id: 'pay_1',
  type: 'payment',
  amount: 100,
  currency: 'INR',
  created_at: 1_790_000_000,
};

function pageOf(url: URL): object {
  if (url.pathname.endsWith('/auth/token')) return { token: 'token-1', expiresIn: 600 };
  if (url.pathname.endsWith('/categories'))
    return { data: { categories: [{ categoryName: 'Credit Card' }] } };
  asked += 1;
  // A client that goes round for ever is let go.
  const next = asked > MANY ? undefined : nextAfter[url.searchParams.get('after') ?? ''];
  if (url.pathname.endsWith('/billers')) return { data: { billers: [BILLER], nextPage: next } };
  if (url.pathname.endsWith('/transactions')) return { data: { transactions: [], nextPage: next } };
  return { items: Array.from({ length: asked > MANY ? 1 : 100 }, () => ROW) };
}

const answer: RequestListener = (request, response) => {
  const body = pageOf(new URL(request.url ?? '', 'http://rail'));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, traceId: 'TRC1', ...body }));
};

beforeAll(async () => {
  stub = await openStubRail(answer);
});
afterAll(() => stub.close());

function begin(next: Readonly<Record<string, string>>): void {
  asked = 0;
  nextAfter = next;
}

async function countOf(list: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _row of list) count += 1;
  return count;
}

test('given a last page of billers that names itself as the next one, then the list ends there', async () => {
  begin({ '': 'one', one: 'one' });
  expect((await createBillerDirectory(stub.providers.billPayment, SILENT).known())?.billers.length).toBe(2);
  expect(asked).toBe(2);
});

test('given pages of billers that go in a circle, then the list ends with what they name', async () => {
  begin({ '': 'one', one: 'two', two: 'one' });
  const directory = createBillerDirectory(stub.providers.billPayment, SILENT);
  expect(await directory.find('Asha Bank')).toMatchObject({ id: BILLER.id });
  expect(asked).toBe(3);
});

test('given pages of payments that go in a circle, then the list counts for nothing', async () => {
  begin({ '': 'one', one: 'two', two: 'one' });
  expect(await failureOf(countOf(stub.providers.billPayment.listPayments('2026-11-19')))).toMatchObject({
    name: 'ProviderContractDrift',
    field: 'data.nextPage',
  });
  expect(asked).toBe(3);
});

test('given settlement rows of which each page is the first one, then the file counts for nothing', async () => {
  begin({});
  expect(await failureOf(countOf(stub.providers.collection.settlementRows('2026-11-19')))).toMatchObject({
    name: 'ProviderContractDrift',
    field: 'items',
  });
  expect(asked).toBe(2);
});
