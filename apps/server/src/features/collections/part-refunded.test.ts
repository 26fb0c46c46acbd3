import type { AnswerOf, getReceipt } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { refundAtRail } from '#test/refunding.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, balances, signInAgain, somebody, untilPassing } from '#test/steps.ts';

type Receipt = AnswerOf<typeof getReceipt>;

let server: TestServer;
let staff: Person;
const { aLoan, begin, untilRepayment, webhooks } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  staff = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());

/** Money that the rail gave back in part before we heard of it, until its rest is kept. */
async function partRefunded(loan: Loan): Promise<Receipt> {
  await webhooks({ provider: 'razorpay', drop: true });
  const begun = await begin(loan, 140_000, 'abandon@razorpay');
  await refundAtRail(server, begun.paymentId, 40_000);
  await advance(server, 'PT2M');
  await untilRepayment(loan.person, begun.id, 'unknown');
  await webhooks({});
  await advance(server, 'P3D');
  await signInAgain(staff);
  await promote(server, staff);
  return untilPassing(server, 'PT11M', async () => {
    const { items } = await staff.ok<{ items: Receipt[] }>('GET', '/admin/receipts?status=held');
    return items.find(({ paymentRef }) => paymentRef === begun.paymentId);
  });
}

const openBreaks = async (paymentRef: string) =>
  (
    await server.sql.query<{ kind: string }>(
      `select kind from reconciliation_breaks where $1 in (reference, detail ->> 'paymentRef') and resolved_at is null`,
      [paymentRef],
    )
  ).rows.map(({ kind }) => kind);

test('LEND-21: given money refunded in part before we heard, when two people say whose, then the rest repays', async () => {
  const loan = await aLoan(300_000);
  const receipt = await partRefunded(loan);
  expect(receipt).toMatchObject({ amountPaise: 100_000, refundedPaise: 40_000 });
  await until(async () => {
    const { rows } = await server.sql.query<{ state: string }>(
      'select state from settlement_rows where payment_ref = $1',
      [receipt.paymentRef],
    );
    return rows.length === 2 && rows.every(({ state }) => state === 'matched') ? true : undefined;
  });
  expect((await balances(server))['L320']).toBe(-100_000);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);

  const asked = await staff.ok<{ approvalId: string }>('POST', `/admin/receipts/${receipt.id}/identify`, {
    paymentId: loan.id,
    reason: 'The rest of an order of theirs',
  });
  const colleague = await promote(server, await somebody(server).signUp());
  await colleague.ok('POST', `/admin/approvals/${asked.approvalId}`, { decision: 'approve' });
  await signInAgain(loan.person);
  expect((await loan.person.payment(loan.id)).outstandingPaise).toBe(loan.owed - 100_000);
  expect((await balances(server))['L320']).toBeUndefined();
  expect(await openBreaks(receipt.paymentRef)).toEqual([]);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
