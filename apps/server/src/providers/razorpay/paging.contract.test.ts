import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failureOf, openSandbox, type SandboxWorld } from '#test/sandbox.ts';

const ctx = { requestId: 'contract', actor: 'job' } as const;
let world: SandboxWorld;
beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

test('given more refunds of a payment than the rail names unasked, then all are found', async () => {
  const { collection } = world.providers;
  const order = { receipt: randomUUID(), amount: 100_000, notes: {} };
  const { orderRef } = await collection.createOrder(order, ctx);
  await world.control('POST', '/act', { what: 'pay_order', orderId: orderRef, with: 'success@razorpay' });
  const [payment] = await collection.paymentsOf(orderRef);
  const { paymentRef } = payment!;
  for (let count = 0; count < 12; count += 1) {
    const refund = { paymentRef, key: randomUUID(), amount: 1_000, reason: 'Surplus' };
    await collection.refund(refund, ctx);
  }
  expect(await collection.refundsOf(paymentRef)).toHaveLength(12);
});

test.each([
  [
    'given the two values of a known customer the other way round, then it is asked for by the other one',
    'ignore_key',
    2,
  ],
  ['given a customer that is said to exist already by both values, then it is looked up', 'refuse_known', 3],
])('%s', async (_, idem, calls) => {
  const { mandates } = world.providers;
  const person = { name: 'Asha Rao', email: 'Asha@example.in', contact: '+919812345678' };
  const first = await mandates.openCustomer(person, ctx);
  await mandates.openCustomer({ ...person, contact: '+919812345679' }, ctx);
  await world.fault({ provider: 'razorpay', op: 'customer_create', times: 'always', fault: { idem } });
  const before = world.calls.length;
  expect(await mandates.openCustomer(person, ctx)).toEqual(first);
  expect(world.calls.length - before).toBe(calls);
});

test('given a customer that is refused, then it is not looked up', async () => {
  const nobodys = { name: 'Asha Rao', email: undefined, contact: undefined };
  const before = world.calls.length;
  const error = await failureOf(world.providers.mandates.openCustomer(nobodys, ctx));
  expect(error).toMatchObject({ name: 'ProviderRejected' });
  expect(world.calls.length - before).toBe(1);
});
