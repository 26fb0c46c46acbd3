import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import * as repo from './repayments.repo.ts';
import { type CapturedMoney, creditTo, type SettleDeps } from './repayments.settle.ts';

/**
 * Credits money whose owner was found later: a repayment of its own, on the day of its debit, out of what was kept for its
 * owner. Once, however often it is called. Rule: LEND-16 journal 24, LEND-W6.
 */
export async function creditIdentified(
  deps: SettleDeps,
  tx: Tx,
  { loanId, ...ids }: repo.RepaymentIds & { readonly loanId: string },
  money: CapturedMoney,
): Promise<void> {
  await tx.call(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, created_at)
     values ($1, $2, $3, $4, 'initiated', 'identified', $5) on conflict do nothing`,
    [ids.userId, ids.repaymentId, loanId, money.amountPaise, deps.clock.now()],
  );
  const row = await repo.lockForSettlement(tx, ids);
  if (row?.status === 'succeeded') return;
  const credited = await repo.findCredited(tx, money.providerPaymentRef);
  invariant(credited === undefined, 'money without an owner stands in the books as a repayment');
  await creditTo(deps, tx, ids, loanId, money);
}
