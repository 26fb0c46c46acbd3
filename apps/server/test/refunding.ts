import { endRefund, type RefundEnd } from '../src/features/refunds/refunds.repo.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { sandboxProvidersConfig } from '../src/providers/index.ts';
import { expect } from 'vitest';
import type { TestServer } from './harness.ts';

/** Gives a payment back at the rail, past the product: the whole of it, or a part. */
export async function refundAtRail(server: TestServer, paymentRef: string, amount?: number): Promise<void> {
  const { keyId, keySecret } = sandboxProvidersConfig(server.sandboxUrl, 0).razorpay;
  const response = await fetch(`${server.sandboxUrl}/razorpay/v1/payments/${paymentRef}/refund`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
    },
    body: JSON.stringify(amount === undefined ? {} : { amount }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}

/** The provider's last word on every refund of a loan that is under way. */
export async function endRefundsOf(
  tx: Tx,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  end: Partial<RefundEnd> & Pick<RefundEnd, 'status'>,
  now: Date,
): Promise<void> {
  const refunds = await tx.call<{ id: string }>(
    `select id from refunds where user_id = $1 and loan_id = $2 and status in ('initiated', 'processing', 'unknown') order by id`,
    [userId, loanId],
  );
  const facts = { providerRef: null, bankRef: null, failureReason: null, nextLookAt: null, ...end };
  for (const { id } of refunds) await endRefund(tx, { userId, refundId: id }, facts, now);
}
