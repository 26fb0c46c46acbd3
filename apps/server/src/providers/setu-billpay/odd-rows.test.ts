import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '#test/sandbox.ts';
import { openStubRail, type StubRail } from '#test/stub-rail.ts';

/** A rail whose lists hold entries that say something new. */
let stub: StubRail;
let transactions: readonly unknown[] = [];
const entry = (id: string, name: string, change: object = {}) => ({
  id,
  name,
  status: 'ACTIVE',
  categoryName: 'Credit Card',
  customerParams: [],
  fetchApiType: 'BILL_FETCH',
  ...change,
});
const BILLERS = [
  entry('SBXA00000NATC1', 'Yes Bank Credit Card', { exactness: '' }),
  entry('SBXB00000NATC2', 'Axis Bank Credit Card', { status: 'SUSPENDED' }),
  'no biller',
  entry('SBXC00000NATC3', 'ICICI Bank Credit Card'),
];
const row = (paymentRefId: string, status: string) => ({ refId: 'REF1', paymentRefId, status, amount: 100 });

function answerTo(path: string): object {
  if (path.endsWith('/auth/token')) return { token: 'token-1', expiresIn: 600 };
  if (path.endsWith('/categories')) return { data: { categories: [{ categoryName: 'Credit Card' }] } };
  return { data: path.endsWith('/billers') ? { billers: BILLERS } : { transactions } };
}

const answer: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://rail');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, traceId: 'TRC1', ...answerTo(pathname) }));
};

beforeAll(async () => {
  stub = await openStubRail(answer);
});
afterAll(() => stub.close());

const find = (paymentKey: string) =>
  stub.providers.billPayment.findByKey({ paymentKey, day: '2026-11-20', amount: 100 });

test('given a biller of an unknown status, when the list is read, then it hides no other', async () => {
  const { items, unread } = await stub.providers.billPayment.listCardBillers({});
  expect(items.map(({ name }) => name)).toEqual(['Yes Bank Credit Card', 'ICICI Bank Credit Card']);
  expect(unread).toEqual(['Axis Bank Credit Card', '']);
});

test('LEND-X1: given a row of another payment that says something new, then ours is found', async () => {
  transactions = [row('another-key', 'SOMETHING_NEW'), row('our-key', 'Success')];
  expect(await find('our-key')).toMatchObject({ state: 'success' });
  expect(await find('absent-key')).toBeNull();
  expect(await failureOf(find('another-key'))).toMatchObject({ name: 'ProviderContractDrift' });
});

test('LEND-X1: given a row that does not say whose it is, then no payment counts as absent', async () => {
  transactions = [{ ...row('', 'SOMETHING_NEW'), paymentRefId: 7 }];
  expect(await failureOf(find('our-key'))).toMatchObject({ name: 'ProviderContractDrift' });
});

test.each([
  ['names its payment', 'key-2', ['key-2']],
  ['names none', '', undefined],
])(
  'given a row that says something new and %s, when a day is listed, then the others come first',
  async (_what, key, references) => {
    transactions = [row('key-1', 'Success'), row(key, 'SOMETHING_NEW'), row('key-3', 'Success')];
    const keys: string[] = [];
    const list = async () => {
      for await (const { paymentKey } of stub.providers.billPayment.listPayments('2026-11-20'))
        keys.push(paymentKey);
    };
    expect(await failureOf(list())).toMatchObject({ name: 'RowsUnread', outcome: 'unknown', references });
    expect(keys).toEqual(['key-1', 'key-3']);
  },
);
