import type { CountedAgain } from '@mohlat/lending';
import { loadForReceipt } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import * as repo from './repayments.repo.ts';
import { creditTo, type SettleDeps } from './repayments.settle.ts';

/**
 * Counts a repayment again that a bank had taken back by a dispute: the rail has paid its money out after all. It counts on the day
 * it came, and the loan is lived again with it. The caller books what became of the dispute, in the same transaction. Undefined, and
 * nothing is done, where that cannot be decided: the repayment was taken back in another way, a part of it stands in another dispute,
 * or it covered nothing of its loan, which was not lived again without it.
 * Rule: LEND-16 journal 34, LEND-W6
 */
export async function restoreRepayment(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
): Promise<CountedAgain | undefined> {
  const row = await repo.lockForSettlement(tx, ids);
  const taken = await findTakenBack(tx, ids);
  if (!row || !taken) return undefined;
  const known = await loadForReceipt(tx, ids.userId, ids.repaymentId);
  invariant(known, 'a repayment disappeared');
  const { channel, returnedPaise } = known.started;
  await creditTo(deps, tx, ids, row.loan_id, {
    providerPaymentRef: row.provider_payment_ref,
    amountPaise: row.amount_paise,
    capturedAt: taken.receivedAt,
    isCreditSource: false,
    countsAgain: true,
  });
  return { channel, returnedPaise };
}

/**
 * Finds when a repayment came that one lost dispute took back. Money of a credit card never covered a part. What covered none when it
 * was taken back left its loan as it was, and its journal would have the name of the one before.
 */
async function findTakenBack(tx: Tx, { userId, repaymentId }: repo.RepaymentIds) {
  const [row] = await tx.call<{ receivedAt: Date }>(
    `select r.received_at as "receivedAt" from repayments r join loans l on l.user_id = r.user_id and l.id = r.loan_id
     where r.user_id = $1 and r.id = $2 and r.status = 'failed' and r.failure_reason = 'charged_back' and r.received_at is not null
       and exists (
         select 1 from allocations a where a.user_id = r.user_id and a.repayment_id = r.id and a.component <> 'excess')
       and not exists (
         select 1 from journals j where j.user_id = r.user_id and j.source_kind in ('repayment', 'exit', 'recovery')
           and j.source_id = step_name(r.id, l.rewound_count))
       and (select count(*) from chargebacks c
            where c.user_id = r.user_id and c.repayment_id = r.id and c.status in ('lost', 'review')) = 1`,
    [userId, repaymentId],
  );
  return row;
}
