import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from './harness.ts';
import { type Person, until } from './person.ts';
import { repaying } from './repaying.ts';
import { clearFaults, fault, somebody } from './steps.ts';

let server: TestServer;
const { aLoan, start } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function accepted(person: Person): Promise<string> {
  const card = await person.addCard();
  return (await person.pay(card.id, 100_000)).id;
}

test("one borrower's many open orders keep nobody else's bill waiting", { timeout: 60_000 }, async () => {
  const loan = await aLoan(300_000);
  const payer = await somebody(server).ready();
  for (let nth = 0; nth < 80; nth += 1) {
    expect((await start(loan, 10_000 + nth)).status).toBe(202);
  }
  await fault(server, 'razorpay', 'order_payments', { latency: 1_000 }, 'always');
  await server.sql.query('update repayments set next_enquiry_at = now() where loan_id = $1', [loan.id]);
  await until(async () => {
    const { rows } = await server.sql.query<{ waiting: number }>(
      `select count(*)::integer as waiting from graphile_worker.jobs where task_identifier = 'repayments.enquire'`,
    );
    return rows[0]!.waiting > 40 ? true : undefined;
  });
  const beganAt = performance.now();
  await payer.untilBill(await accepted(payer), 'paid');
  expect(performance.now() - beganAt).toBeLessThan(2_000);
  await clearFaults(server);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
