import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';
import { advance, clearFaults, drained, fault, signInAgain } from '#test/steps.ts';

let server: TestServer;
const { aLoan, begin, untilRepayment, webhooks } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** When the settlement file's row of a payment was last looked at. */
async function lookedAt(paymentRef: string): Promise<Date | undefined> {
  const { rows } = await server.sql.query<{ at: Date | null }>(
    'select looked_at as at from settlement_rows where payment_ref = $1',
    [paymentRef],
  );
  return rows[0]?.at ?? undefined;
}

test('LEND-X1: settled money of an order the rail is silent about is nobody’s for no moment, and repays its loan later', async () => {
  // The product has read the rail's file before: what it reads next are the days since.
  await drained();
  const loan = await aLoan(300_000);
  await webhooks({ provider: 'razorpay', drop: true });
  const begun = await begin(loan, 100_000, 'abandon@razorpay');
  await fault(server, 'razorpay', 'order_payments', { http: 503 }, 'always');
  await advance(server, 'P4D');
  const first = await until(() => lookedAt(begun.paymentId));
  await advance(server, 'PT11M');
  await until(async () => ((await lookedAt(begun.paymentId))! > first ? true : undefined));
  await drained();
  expect((await server.sql.query('select 1 from unidentified_receipts')).rowCount).toBe(0);
  await clearFaults(server);
  await advance(server, 'PT11M');
  await signInAgain(loan.person);
  await untilRepayment(loan.person, begun.id, 'succeeded');
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
