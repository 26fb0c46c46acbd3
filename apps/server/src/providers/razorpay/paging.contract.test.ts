import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox, type SandboxWorld } from '#test/sandbox.ts';

const ctx = { requestId: 'contract', actor: 'job' } as const;
let world: SandboxWorld;
beforeAll(async () => {
  world = await openSandbox();
});
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
