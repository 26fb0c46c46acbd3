import { reverseRepayment } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { bookReturned, type ChargebackDeps, tellTakenBack } from './collections.chargebacks.ts';
import { findTarget, type Target } from './collections.chargebacks.repo.ts';
import { markUnlooked } from './collections.repo.ts';

/**
 * Money taken out of a settlement for a payment, without a dispute. Where the rail also says that the payment did not
 * succeed after all, the repayment does not count any more; else the row waits for a person. What had gone back to the
 * payer before went twice.
 * Rule: LEND-16 journal 17, LEND-W7, LEND-20.
 */
export async function followReturn(deps: ChargebackDeps, paymentRef: string): Promise<void> {
  const { worker, clock, providers } = deps;
  const target = await worker.plain((tx) => findTarget(tx, paymentRef));
  if (!target) return;
  const payment = await providers.collection.getPayment(paymentRef);
  if (payment.status !== 'failed' || payment.amount !== target.amountPaise) return;
  const now = clock.now();
  await worker.forUser(target.userId, async (tx) => {
    if (!(await isTakenOut(tx, paymentRef, target))) return;
    const reversed = await reverseRepayment(tx, target, 'returned_by_bank', now);
    if (!reversed) return;
    await bookReturned(tx, target, paymentRef, reversed, now);
    await markUnlooked(tx, paymentRef);
    await tellTakenBack(deps, tx, target, now);
  });
}

/** The file took exactly this payment back. */
async function isTakenOut(tx: Tx, paymentRef: string, { amountPaise }: Target): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from settlement_rows where payment_ref = $1 and kind = 'other' and state = 'waiting' and debit_paise = $2`,
    [paymentRef, amountPaise],
  );
  return rows.length > 0;
}
