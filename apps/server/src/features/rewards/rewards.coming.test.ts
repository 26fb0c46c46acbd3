import type { Rewards } from '@mohlat/contract';
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

test('LEND-9, LEND-24: given a closing sum paid some rupees short, then what was shown as coming is given', async () => {
  // Another loan, of which days go on being closed.
  await w2(2027);
  const loan = await w2(2027);
  const { person, id } = loan;
  await onDay(loan, '2027-02-10');
  await person.repay(id, 520_000);
  const rewards = () => person.ok<Rewards>('GET', '/rewards');
  const coming = async () =>
    ((await rewards()).coming ?? []).map(({ paymentId, instalment, on, amountPaise }) => [
      paymentId,
      instalment,
      on,
      amountPaise,
    ]);
  expect(await coming()).toEqual([[id, 1, '2027-02-15', 1_300]]);
  const { coming: ofUsable } = await person.ok<Rewards>('GET', '/rewards?usable=true');
  expect(ofUsable).toBeUndefined();

  const { totalPaise } = await person.ok<{ totalPaise: number }>('GET', `/payments/${id}/foreclosure`);
  await person.repay(id, totalPaise - 900);
  expect((await person.payment(id)).status).toBe('completed');
  const shown = await coming();
  expect(shown.map(([, instalment, on]) => [instalment, on])).toEqual([
    [1, '2027-02-10'],
    [2, '2027-02-10'],
    [3, '2027-02-10'],
  ]);
  await onDay(loan, '2027-02-11');
  const given = await until(async () => {
    const { items } = await rewards();
    return items.length === shown.length ? items : undefined;
  });
  expect(given.map((one) => [one.instalment, one.amountPaise])).toEqual(
    expect.arrayContaining(shown.map(([, instalment, , amountPaise]) => [instalment, amountPaise])),
  );
  expect(await coming()).toEqual([]);
});
