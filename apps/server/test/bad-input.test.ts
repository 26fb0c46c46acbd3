import { randomUUID } from 'node:crypto';
import type { Problem, Quote } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bad, CASES, ids } from './bad-input.cases.ts';
import { CREDIT_CASES } from './bad-input.credit.cases.ts';
import { DOCUMENT_CASES } from './bad-input.documents.ts';
import { EXIT_CASES } from './bad-input.exit.cases.ts';
import { HARDSHIP_CASES } from './bad-input.hardship.cases.ts';
import { VIDEO_CASES } from './bad-input.video.cases.ts';
import { isDeclared } from './declared.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Person, Reply } from './person.ts';
import { advance, signInAgain, somebody } from './steps.ts';

const KEYED = () => ({ 'idempotency-key': randomUUID() });
const quoteOf = (amount: string, id = () => ids.payment) => ({
  method: 'GET',
  path: () => `/payments/${id()}/part-prepayment${amount}`,
});

const PREPAY_CASES: readonly Bad[] = [
  ...['', '?amountPaise=', '?amountPaise=-1', '?amountPaise=0', '?amountPaise=1e9', '?amountPaise=500.5'].map(
    (amount) => ({
      name: `a part paid early of ${amount || 'nothing'}`,
      ...quoteOf(amount),
      expect: [422, 'validation_failed'] as const,
    }),
  ),
  {
    name: 'a part paid early below ₹500',
    ...quoteOf('?amountPaise=49999'),
    expect: [422, 'part_prepayment_too_small'],
  },
  {
    name: 'a part paid early that leaves less than ₹1,000',
    ...quoteOf('?amountPaise=100001'),
    expect: [422, 'part_prepayment_close_instead'],
  },
  {
    name: 'a part of another person’s payment',
    ...quoteOf('?amountPaise=60000', () => ids.raviPayment),
    expect: [404, 'not_found'],
  },
  {
    name: 'a repayment with an unknown intent',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 60_000, intent: 'exit' },
    headers: KEYED(),
    expect: [422, 'validation_failed'],
  },
  {
    name: 'a repayment that is to make instalments smaller, and leaves less than ₹1,000',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 100_001, intent: 'part_prepay' },
    headers: KEYED(),
    expect: [422, 'part_prepayment_close_instead'],
  },
];

let server: TestServer;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  server = await startTestServer();
  [asha, ravi] = [await somebody(server).ready(), await somebody(server).ready()];
  ids.card = (await asha.addCard()).id;
  ids.raviCard = (await ravi.addCard()).id;
  ids.payment = (await asha.pay(ids.card, 200_000)).id;
  ids.raviPayment = (await ravi.pay(ids.raviCard, 200_000)).id;
  await asha.untilBill(ids.payment, 'paid');
  await ravi.untilBill(ids.raviPayment, 'paid');
  ids.quote = (await asha.quote(ids.card, 100_000)).quoteId;
  ids.raviQuote = (await ravi.quote(ids.raviCard, 100_000)).quoteId;
});
afterAll(() => server.stop());

const WATCHED = [
  'profiles',
  'kyc_records',
  'kyc_attempts',
  'consents',
  'credit_accounts',
  'credit_assessments',
  'credit_offers',
  'income_evidence',
  'cards',
  'bill_fetches',
  'quotes',
  'payments',
  'payment_attempts',
  'reservations',
  'key_facts',
  'idempotency_keys',
  'journals',
  'postings',
  'loans',
  'instalments',
  'repayments',
  'allocations',
  'aadhaar_sessions',
  'stored_files',
  'video_challenges',
  'video_parts',
  'video_recordings',
  'reviews',
  'approvals',
  'audit_log',
] as const;

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await server.sql.query<Record<string, string>>(
    `select ${WATCHED.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
  );
  return Object.fromEntries(Object.entries(rows[0]!).map(([table, count]) => [table, Number(count)]));
}

function expectProblem(reply: Reply<unknown>, status: number, code: string): void {
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = reply.body as Problem;
  expect(problem).toMatchObject({ status, code, type: expect.stringContaining(code) });
  expect(problem.title.length).toBeGreaterThan(0);
  expect(problem.detail.length).toBeGreaterThan(0);
  expect(problem.requestId).toBe(reply.headers.get('x-request-id'));
}

describe('a problem document, and no row written, for', () => {
  test.each(
    [
      ...CASES,
      ...CREDIT_CASES,
      ...EXIT_CASES,
      ...(isDeclared('POST /payments/{id}/hardship') ? HARDSHIP_CASES : []),
      ...PREPAY_CASES,
      ...VIDEO_CASES,
      ...DOCUMENT_CASES,
    ].map((one) => [one.name, one] as const),
  )('%s', async (_, bad) => {
    const before = await countRows();
    const path = typeof bad.path === 'function' ? bad.path() : bad.path;
    const body = typeof bad.body === 'function' ? (bad.body as () => unknown)() : bad.body;
    const reply = await asha.call(bad.method ?? 'POST', path, body, bad.headers);
    expectProblem(reply, ...bad.expect);
    if (bad.fields) {
      const named = ((reply.body as Problem).errors ?? []).map((one) => one.path);
      expect(named.toSorted()).toEqual([...bad.fields].toSorted());
    }
    const after = await countRows();
    // A business refusal of a keyed call is kept under its key, and nothing else.
    expect({ ...after, idempotency_keys: 0 }).toEqual({ ...before, idempotency_keys: 0 });
  });

  test('a call without a token, with a broken one, and with one of no account', async () => {
    for (const token of ['', 'nonsense', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']) {
      const reply = await fetch(`${server.url}/api/v1/payments`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expectProblem(
        { status: reply.status, headers: reply.headers, body: await reply.json() },
        401,
        'unauthorized',
      );
    }
  });
});

test('LEND-F8: a quote is over after fifteen minutes', async () => {
  const quote: Quote = await asha.quote(ids.card, 100_000);
  await advance(server, 'PT15M1S');
  const before = await countRows();
  const reply = await asha.accept(quote.quoteId);
  expectProblem(reply, 409, 'quote_expired');
  const after = await countRows();
  expect(after).toEqual({ ...before, idempotency_keys: before['idempotency_keys']! + 1 });
  await signInAgain(asha);
});

test('a request id that was sent comes back, and an unfit one does not', async () => {
  const fit = await asha.call('GET', '/payments', undefined, { 'x-request-id': 'my-request-0001' });
  expect(fit.headers.get('x-request-id')).toBe('my-request-0001');
  const unfit = await asha.call('GET', '/payments', undefined, { 'x-request-id': '<script>' });
  expect(unfit.headers.get('x-request-id')).not.toBe('<script>');
});
