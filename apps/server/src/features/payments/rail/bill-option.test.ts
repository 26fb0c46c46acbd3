import type { Bill } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { somebody, statusesOf } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('PAY-27: given a fetched bill, when its minimum is paid, then the network is told that option', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const bill = await person.ok<Bill>('POST', `/cards/${card.id}/bill`);
  const { id } = await person.pay(card.id, bill.minimumDuePaise!);
  // The network refuses a minimum without its name.
  await person.untilBill(id, 'paid', 'failed');
  expect(await statusesOf(server, id)).toEqual(['accepted', 'submitted', 'paid']);
});

test('PAY-27: given a typed minimum, when the worker fetches the bill, then it tells the option as well', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard();
  const { id } = await person.pay(card.id, 25_105);
  await person.untilBill(id, 'paid', 'failed');
  expect(await statusesOf(server, id)).toEqual(['accepted', 'submitted', 'paid']);
});
