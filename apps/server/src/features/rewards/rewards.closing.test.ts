import { randomUUID } from 'node:crypto';
import type { Repayment, Rewards, StartedRepayment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';

let server: TestServer;
const { w2, onDay } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer({ startsAt: '2027-01-15T06:00:00Z' });
});
afterAll(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  await server.stop();
});

test('LEND-9, LEND-24: given rewards that leave at most ₹10 of the closing sum, when used, then nothing is left to check out', async () => {
  const loan = await w2(2027);
  const { person, id } = loan;
  await onDay(loan, '2027-02-10');
  await person.repay(id, 520_000);
  await onDay(loan, '2027-02-16');
  const { items } = await until(async () => {
    const rewards = await person.ok<Rewards>('GET', '/rewards');
    return rewards.items.length > 0 ? rewards : undefined;
  });
  const closing = async () =>
    (await person.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`)).totalPaise;
  await person.repay(id, (await closing()) - 2000);
  expect(await closing()).toBe(2000);

  const key = { 'idempotency-key': randomUUID() };
  const body = { amountPaise: 2000, rewardIds: [items[0]!.id] };
  const start = () => person.call<StartedRepayment>('POST', `/payments/${id}/repayments`, body, key);
  const started = await start();
  expect([started.status, started.body]).toMatchObject([
    202,
    { status: 'succeeded', amountPaise: 1300, checkout: null },
  ]);
  expect((await start()).body).toEqual(started.body);
  expect((await person.payment(id)).status).toBe('completed');
  const { items: repayments } = await person.ok<{ items: Repayment[] }>('GET', '/repayments');
  const told = repayments.map(({ amountPaise, status, failureReason }) => ({
    amountPaise,
    status,
    failureReason,
  }));
  expect(told).toContainEqual({ amountPaise: 700, status: 'failed', failureReason: 'not_paid' });
  expect(told.filter(({ status }) => status === 'initiated')).toEqual([]);
});
