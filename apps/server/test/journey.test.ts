import type { Me } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from './harness.ts';
import { Person } from './person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('SPEC-9.available, SPEC-9.emi: a person signs up, proves who they are, has a bill paid as three EMIs and repays it all', async () => {
  const asha = await new Person(server).ready();
  const card = await asha.addCard();
  const bill = await asha.ok<{ amountDuePaise: number }>('POST', `/cards/${card.id}/bill`);
  expect(bill.amountDuePaise).toBe(502_100);
  const quote = await asha.quote(card.id, 1_500_000, 3);
  expect(quote.schedule.map((row) => row.amountPaise)).toEqual([520_000, 520_000, 520_000]);
  const accepted = await asha.accept(quote.quoteId);
  expect(accepted.status).toBe(202);
  const paid = await asha.untilBill(accepted.body.id, 'paid');
  expect(paid.status).toBe('pending');
  expect(paid.outstandingPaise).toBe(1_560_000);
  const credit = async () => (await asha.ok<Me>('GET', '/me')).credit;
  const limit = { limitPaise: 2_500_000 };
  expect(await credit()).toMatchObject({
    ...limit,
    usedPaise: 1_500_000,
    availablePaise: 1_000_000,
    usedPercent: 60,
  });

  const first = await asha.repay(paid.id, 520_000);
  expect(first.status).toBe('succeeded');
  expect((await asha.payment(paid.id)).outstandingPaise).toBe(1_040_000);
  const usedPaise = 1_500_000 - (paid.schedule[0]?.principalPaise ?? 0);
  expect(await credit()).toMatchObject({ ...limit, usedPaise, usedPercent: Math.round(usedPaise / 25_000) });
  await asha.repay(paid.id, 1_040_000);
  const closed = await asha.payment(paid.id);
  expect(closed).toMatchObject({ status: 'completed', outstandingPaise: 0, nextDue: null });

  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  const executed = await server.control<{ amountPaise: number }[]>(
    'GET',
    `/truth/bill-payments?paymentRefId=${closed.ourReference}`,
  );
  expect(executed.map((one) => one.amountPaise)).toEqual([1_500_000]);
});
