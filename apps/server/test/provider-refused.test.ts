import { randomUUID } from 'node:crypto';
import type { Problem } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { type Loan, repaying } from './repaying.ts';
import { clearFaults, fault } from './steps.ts';

let server: TestServer;
let loan: Loan;
let token: string;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  loan = await aLoan(900_000, 3);
  ({ token } = await loan.person.ok<{ token: string }>('POST', `/payments/${loan.id}/repay-links`));
});
afterEach(() => clearFaults(server));
afterAll(() => server.stop());

const call = (path: string, body?: object) =>
  loan.person.call<Problem>('POST', path, body, { 'idempotency-key': randomUUID() });
async function openLink() {
  const reply = await fetch(`${server.url}/api/v1/public/repay-links/${token}/order`, { method: 'POST' });
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Problem };
}
const autopay = () => call('/mandates', { paymentId: loan.id, kind: 'upi' });

test.each([
  ['an order for autopay', 'order_create', autopay],
  [
    'an order for a repayment',
    'order_create',
    () => call(`/payments/${loan.id}/repayments`, { amountPaise: 50_000 }),
  ],
  ['an order for leaving a loan', 'order_create', () => call(`/payments/${loan.id}/cancel`)],
  ['an order of a link', 'order_create', openLink],
])('given the rail refuses %s, then no one is told to wait and ask again', async (_what, op, ask) => {
  await fault(server, 'razorpay', op, { http: 400 }, 'always');
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([409, 'provider_refused']);
  expect(refused.headers.get('retry-after')).toBeNull();
  await clearFaults(server);
  expect((await ask()).status).toBe(202);
});
