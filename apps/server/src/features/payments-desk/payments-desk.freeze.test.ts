import type { AdminPayment, Payment } from '@mohlat/contract';
import { addDays, businessDate, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

/** The rail returns a bill of this card a day later. */
const RETURNED_LATER = '1019';

let server: TestServer;
let finance: Person;
let support: Person;
let payer: Person;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  [finance, support] = [await somebody(server).signUp(), await somebody(server).signUp()];
  payer = await somebody(server).ready();
  id = (await payer.pay((await payer.addCard(RETURNED_LATER)).id, 300_000)).id;
  await payer.untilBill(id, 'paid');
  await later('P1DT1M');
});
afterAll(() => server.stop());

async function later(duration: string): Promise<void> {
  await advance(server, duration);
  await promote(server, await signInAgain(finance), { roles: ['finance'] });
  await promote(server, await signInAgain(support), { roles: ['support'] });
  await signInAgain(payer);
}

const today = async () => istDate(Date.parse((await server.control<{ now: string }>('GET', '/clock')).now));
const detail = (by: Person) => by.ok<AdminPayment>('GET', `/admin/payments/${id}`);

test('LEND-X10: staff read since when a loan is frozen, what the rail said, and how many days count for nothing', async () => {
  const seen = await until(async () => {
    const one = await detail(finance);
    return one.freezes.length > 0 ? one : undefined;
  });
  const fromDate = seen.freezes[0]!.fromDate;
  expect(seen.freezes).toEqual([
    { word: expect.stringMatching(/^refund_/), fromDate, endedDate: null, end: null, days: 1 },
  ]);
  expect(fromDate).toBe(await today());
  await later('P3D');
  expect((await detail(finance)).freezes).toMatchObject([{ fromDate, days: 4 }]);
});

test('LEND-X10: finance may end it alone where the return is withdrawn, and days count again from that day', async () => {
  expect((await detail(support)).actions).not.toContain('end_freeze');
  const seen = await detail(finance);
  expect(seen.actions).toContain('end_freeze');
  const returned = seen.breaks.find((one) => one.kind === 'returned' && one.isOpen)!;
  await finance.ok('POST', `/admin/reconciliation/breaks/${returned.id}/resolve`, {
    resolution: 'agreed',
    note: 'The network withdrew the refund by letter',
  });
  const after = await detail(finance);
  const endedDate = await today();
  expect(after.freezes).toEqual([{ ...seen.freezes[0], endedDate, end: 'withdrawn', days: 3 }]);
  expect(addDays(businessDate(after.freezes[0]!.fromDate), 3)).toBe(endedDate);
  expect(after.actions).not.toContain('end_freeze');
  expect(await payer.ok<Payment>('GET', `/payments/${id}`)).toMatchObject({ frozen: null });
  expect(after.timeline).toContainEqual(
    expect.objectContaining({
      source: 'staff',
      event: 'reconciliation.resolve',
      detail: expect.objectContaining({ reason: 'The network withdrew the refund by letter' }),
    }),
  );
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
