import type { Mandate, StartedMandate } from '@mohlat/contract';
import { addDays, istDate, istDayBounds } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { untilSoon } from '#test/soon.ts';
import { moveTo, signInAgain } from '#test/steps.ts';

/** An order that registers a mandate is approved on its own day, in India. */
let server: TestServer;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const begin = async ({ person, id }: Loan) =>
  (await person.call<StartedMandate>('POST', '/mandates', { paymentId: id, kind: 'upi' })).body;

/** The status that the rail answers when a person approves an order. */
const approve = async (orderId: string) => {
  const act = { what: 'pay_order', orderId, with: 'ok@razorpay' };
  return server.control('POST', '/act', act).then(
    () => 'approved',
    () => 'refused',
  );
};

test('LEND-20: given a set-up left overnight, when it goes on, then it has an order that can be approved', async () => {
  const loan = await aLoan(900_000, 3);
  const first = await begin(loan);
  const nextDay = addDays(istDate(Date.parse(first.mandate.createdAt)), 1);
  await moveTo(server, new Date(istDayBounds(nextDay).startMs + 5 * 60_000).toISOString());
  await signInAgain(loan.person);
  const second = await begin(loan);
  expect(second.checkout.orderId).not.toBe(first.checkout.orderId);
  expect(await approve(first.checkout.orderId)).toBe('refused');
  expect((await begin(loan)).checkout.orderId).toBe(second.checkout.orderId);
  expect(await approve(second.checkout.orderId)).toBe('approved');
  await untilSoon(server, async () => {
    const { items } = await loan.person.ok<{ items: Mandate[] }>('GET', `/mandates?paymentId=${loan.id}`);
    return items[0]!.status === 'active' ? true : undefined;
  });
});
