import type { Payment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Page {
  readonly items: readonly Payment[];
  readonly nextCursor: string | null;
}

test('given several payments, when they are listed, each is what it is alone, newest first', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const ids: string[] = [];
  for (const rupees of [1_000, 2_000, 3_000]) {
    const quote = await person.quote(card.id, rupees * 100);
    const reply = await person.accept(quote.quoteId);
    expect(reply.status).toBe(202);
    ids.unshift(reply.body.id);
  }
  const whole = await until(async () => {
    const { items } = await person.ok<Page>('GET', '/payments?limit=20');
    return items.every(({ billStatus }) => billStatus === 'paid') ? items : undefined;
  });
  const alone = await Promise.all(ids.map((id) => person.ok<Payment>('GET', `/payments/${id}`)));
  expect(whole).toEqual(alone);
  const first = await person.ok<Page>('GET', '/payments?limit=2');
  const second = await person.ok<Page>('GET', `/payments?limit=2&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items]).toEqual(alone);
});

test('given a payment, when it is read, then the rate of its cashback is a decimal string', async () => {
  const person = await somebody(server).ready();
  const { quoteId } = await person.quote((await person.addCard()).id, 100_000);
  const { body: accepted } = await person.accept(quoteId);
  const { cashback } = await person.ok<Payment>('GET', `/payments/${accepted.id}`);
  expect(cashback).toEqual({ cashbackPercent: '0.25', cashbackBps: 25, monthlyMaxPaise: 50_000 });
  expect(accepted.cashback).toEqual(cashback);
});
