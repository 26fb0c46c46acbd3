import type { Payment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { balances, somebody, statusesOf } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('LEND-18: a step of one payment leaves the others of the same person as they are', async () => {
  const person = await somebody(server).ready();
  const [good, failing] = [await person.addCard('1001'), await person.addCard('1012')];
  const untilIs = (id: string, status: Payment['billStatus']) =>
    until(async () => ((await person.payment(id)).billStatus === status ? true : undefined));
  const paid = await person.pay(good.id, 300_000);
  await untilIs(paid.id, 'paid');
  const books = await balances(server, { loanId: paid.id });
  const log = await statusesOf(server, paid.id);

  const failed = await person.pay(failing.id, 200_000);
  await untilIs(failed.id, 'failed');
  expect((await person.payment(paid.id)).billStatus).toBe('paid');
  expect(await statusesOf(server, paid.id)).toEqual(log);
  expect(await balances(server, { loanId: paid.id })).toEqual(books);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
