import type { AdminPayment, AnswerOf, shareInstalment, StartedMandate } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { repaying } from '#test/repaying.ts';
import { signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let staff: Person;
const { aLoan, payOrder } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  staff = await somebody(server).signUp();
  await promote(server, await signInAgain(staff), { roles: ['support'] });
});
afterAll(() => server.stop());

const look = (id: string) => staff.ok<AdminPayment>('GET', `/admin/payments/${id}`);

async function asStranger<T>(path: string, body?: object): Promise<T> {
  const reply = await fetch(`${server.url}/api/v1/public/repay-links/${path}`, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (await reply.json()) as T;
}

test('given one repayment by link and one by hand, then staff read of each how it was paid', async () => {
  const { person, id } = await aLoan(900_000, 3);
  const { token } = await person.ok<AnswerOf<typeof shareInstalment>>('POST', `/payments/${id}/repay-links`);
  const { orderId } = await asStranger<{ orderId: string }>(`${token}/order`);
  const { paymentId, signature } = await payOrder(orderId, 'success@razorpay');
  await asStranger(`${token}/confirm`, { paymentId, signature });
  await person.repay(id, 10_000);
  const { repayments } = await look(id);
  expect(repayments.map(({ channel, isPaidByLink }) => [channel, isPaidByLink])).toEqual([
    ['checkout', true],
    ['checkout', false],
  ]);
});

test('LEND-20: given autopay, then staff read its state as its owner does', async () => {
  const { person, id } = await aLoan(900_000, 3);
  expect((await look(id)).mandates).toEqual([]);
  const { mandate } = await person.ok<StartedMandate>('POST', '/mandates', { paymentId: id, kind: 'upi' });
  const { mandates } = await look(id);
  expect(mandates).toMatchObject([{ id: mandate.id, kind: 'upi', status: 'setting_up', nextDebit: null }]);
  expect(mandates).toEqual((await person.ok<{ items: unknown[] }>('GET', `/mandates?paymentId=${id}`)).items);
});
