import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#platform/db/database.ts';
import { patientPool } from '#test/database.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { idOf } from '#test/racing.ts';
import { attemptsOf, clearFaults, fault, somebody, statusesOf } from '#test/steps.ts';
import { submitPayment, type SubmitDeps } from './submit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function aPayment() {
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard('4021')).id, 200_000);
  return { person, id };
}

test('LEND-18: given a rail that takes no more calls, when it says when to come again, then the bill is paid then', async () => {
  await fault(server, 'setu_billpay', 'pay_start', { rate_limit: 1 }, 4);
  const { person, id } = await aPayment();
  await person.untilBill(id, 'paid', 'failed');
  expect(await statusesOf(server, id)).toEqual(['accepted', 'submitted', 'paid']);
});

test('LEND-18: given an open circuit, when a payment is to be sent, then it waits and nothing has begun', async () => {
  await fault(server, 'setu_billpay', 'fetch_start', { http: 503 }, 'always');
  const { person, id } = await aPayment();
  const clock = { now: () => new Date(server.now()) };
  const worker = createDatabase(patientPool(server.databaseUrl, 'mohlat_worker', 1), clock as never);
  const deps = { worker, clock, providers: { billPayment: { maySubmit: () => false } } };
  const ids = { userId: await idOf(person), paymentId: id };
  expect(await submitPayment(deps as unknown as SubmitDeps, ids)).toBe('held_up');
  await worker.close();
  expect([await statusesOf(server, id), await attemptsOf(server, id)]).toEqual([['accepted'], []]);
  await clearFaults(server);
  await person.untilBill(id, 'paid');
});
