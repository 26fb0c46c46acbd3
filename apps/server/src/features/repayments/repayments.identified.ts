import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import * as repo from './repayments.repo.ts';
import { type ReversedRepayment, reverseRepayment } from './repayments.reverse.ts';
import { type CapturedMoney, creditTo, type SettleDeps } from './repayments.settle.ts';

/**
 * Credits money whose owner was found later: a repayment of its own, on the day of its debit, out of what was kept for its
 * owner. Given by mistake and taken back, it may be credited anew: each time is another repayment. Rule: LEND-16 journal 24, LEND-W6.
 */
export async function creditIdentified(
  deps: SettleDeps,
  tx: Tx,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  money: CapturedMoney,
): Promise<void> {
  const ids = { userId, repaymentId: newId() };
  await tx.call(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, created_at)
     values ($1, $2, $3, $4, 'initiated', 'identified', $5)`,
    [userId, ids.repaymentId, loanId, money.amountPaise, deps.clock.now()],
  );
  await repo.lockForSettlement(tx, ids);
  const credited = await repo.findCredited(tx, money.providerPaymentRef);
  invariant(credited === undefined, 'money without an owner stands in the books as a repayment');
  await creditTo(deps, tx, ids, loanId, money);
}

/**
 * Takes identified money back that was given to a wrong payment: the loan is lived again without it, and the rail's name of the money is
 * free for its owner. Undefined where its loan leads back from nowhere, or a part of it has gone back to its payer. The caller keeps
 * the money, or undoes the transaction. Rule: LEND-24, LEND-W7, LEND-16 journal 24
 */
export async function takeIdentifiedBack(
  tx: Tx,
  ids: repo.RepaymentIds,
  now: Date,
): Promise<ReversedRepayment | undefined> {
  const reversed = await reverseRepayment(tx, ids, 'given_by_mistake', now);
  if (!reversed || reversed.returnedPaise > 0) return undefined;
  await tx.call('update repayments set provider_payment_ref = null where user_id = $1 and id = $2', [
    ids.userId,
    ids.repaymentId,
  ]);
  return reversed;
}
