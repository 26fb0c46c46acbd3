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

test('LEND-X1: settled money of an order the rail is silent about always has its owner, and repays its loan later', async () => {
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

test('LEND-X1: a look that is refused does not say that money without an owner could not go back', async () => {
  await webhooks({});
  await drained();
  const stray = { what: 'stray_payment', amountPaise: 60_000, with: 'success@razorpay' };
  const { paymentId } = await server.control<{ paymentId: string }>('POST', '/act', stray);
  const receipt = async () => {
    const { rows } = await server.sql.query<{ status: string; sent: boolean; looks: Date | null }>(
      `select status, sent_at is not null as sent, next_look_at as looks from unidentified_receipts where payment_ref = $1`,
      [paymentId],
    );
    return rows[0];
  };
  await advance(server, 'P3D');
  await until(() => lookedAt(paymentId));
  await advance(server, 'PT11M');
  await until(receipt);
  await fault(server, 'razorpay', 'refund', { timeout: true, commit: 'after' });
  await fault(server, 'razorpay', 'refund_list', { http: 400 }, 'always');
  await advance(server, 'P28D');
  await until(async () => ((await receipt())?.sent ? true : undefined));
  await drained();
  await advance(server, 'PT11M');
  await drained();
  expect(await receipt()).toMatchObject({ status: 'returning' });
  expect(
    (await server.sql.query("select 1 from reconciliation_breaks where kind = 'refund_refused'")).rowCount,
  ).toBe(0);
  await clearFaults(server);
  await advance(server, 'PT11M');
  await until(async () => ((await receipt())?.status === 'returned' ? true : undefined));
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
