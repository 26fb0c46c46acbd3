import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '#test/sandbox.ts';
import { openStubRail, type StubRail } from '#test/stub-rail.ts';

/** A customer with several mandates, of which the rail says something new of one. */
let stub: StubRail;
const token = (id: string, status: string) => ({ id, recurring_details: { status }, max_amount: 600_000 });
const TOKENS = [
  token('token_new', 'halted'),
  'no token',
  { id: 7 },
  token('token_ok', 'confirmed'),
  token('token_refused', 'rejected'),
];
let paidWith: readonly string[] = [];
const answer: RequestListener = (request, response) => {
  const isList = request.url?.endsWith('/tokens') === true;
  const isCancel = request.url?.endsWith('/cancel') === true;
  const items = isList ? TOKENS : paidWith.map((id) => ({ token_id: id }));
  response.writeHead(isCancel ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isCancel ? { error: { code: 'BAD_REQUEST_ERROR' } } : { items }));
};

beforeAll(async () => {
  stub = await openStubRail(answer);
});
afterAll(() => stub.close());

const customerRef = 'cust_1';
const ctx = { requestId: 'tokens', actor: 'job' } as const;
const get = (tokenRef: string) => stub.providers.mandates.getMandate({ customerRef, tokenRef });
const find = (...ids: readonly string[]) => {
  paidWith = ids;
  return stub.providers.mandates.findByOrder({ customerRef, orderRef: 'order_1' });
};
const DRIFT = { name: 'ProviderContractDrift', outcome: 'unknown' };

test('given one mandate of an unknown status, then the others of its customer are read, and it is not', async () => {
  expect(await get('token_ok')).toMatchObject({ state: 'confirmed', maxAmount: 600_000 });
  expect(await failureOf(get('token_new'))).toMatchObject({
    ...DRIFT,
    field: 'recurring_details.status',
  });
  expect(await failureOf(get('token_gone'))).toMatchObject(DRIFT);
});

test('given an order that was approved at the second try, then what can be read and stands counts', async () => {
  expect(await find('token_new', 'token_ok')).toMatchObject({ tokenRef: 'token_ok' });
  expect(await failureOf(find('token_new'))).toMatchObject(DRIFT);
  expect(await find('token_ok')).toMatchObject({ state: 'confirmed' });
});

test('given a try at an order whose token is not listed, then it is neither refused nor without a try', async () => {
  for (const ids of [['token_gone'], ['token_refused', 'token_gone']])
    expect(await failureOf(find(...ids))).toMatchObject({ ...DRIFT, field: 'items.id' });
  expect(await find('token_gone', 'token_ok')).toMatchObject({ tokenRef: 'token_ok' });
  expect(await find('token_refused')).toMatchObject({ state: 'rejected' });
  expect(await find()).toBeNull();
});

test('given a refused cancelling, then the token alone says whether it has ended', async () => {
  const cancel = (tokenRef: string) => stub.providers.mandates.cancel({ customerRef, tokenRef }, ctx);
  expect(await failureOf(cancel('token_ok'))).toMatchObject({ name: 'ProviderRejected' });
  expect(await failureOf(cancel('token_new'))).toMatchObject(DRIFT);
});
