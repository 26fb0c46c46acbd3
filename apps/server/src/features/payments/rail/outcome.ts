import { RECORDABLE_OUTCOMES } from '@mohlat/contract';
import type { Paise } from '@mohlat/money';
import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { requestOf } from './submit.ts';
import { SENT, settleFailedIn, settlePaidIn } from './settle.ts';
import * as work from './work.repo.ts';

type Deps = Pick<FeatureContext, 'clock' | 'config' | 'vault'> & { readonly notifier: Notifier };

const PAYLOAD = z.object({
  outcome: z.enum(RECORDABLE_OUTCOMES),
  railReference: z.string().nullable(),
  /** The instant from which the loan counts. */
  paidAt: z.string().nullable(),
  isRefundPromised: z.boolean(),
  evidence: z.string(),
});

/**
 * Records the outcome of a payment the rail gives no answer about, as two people say who hold evidence. It is booked as the
 * rail's own word would be; a later word of the rail that differs changes nothing and opens a difference (LEND-X9).
 * Rule: LEND-X1, LEND-24.
 */
export function railOutcomeApproval(deps: Deps): ApprovalHandler {
  return approvalHandler({
    kind: 'rail_outcome',
    payload: PAYLOAD,
    async describe(tx, { objectId: paymentId, userId, payload }) {
      const row = userId === null ? undefined : await work.findWork(tx, { userId, paymentId });
      return {
        facts: [
          { code: 'outcome', value: payload.outcome },
          { code: 'evidence', value: payload.evidence },
          { code: 'rail_reference', value: payload.railReference ?? '' },
          { code: 'paid_at', value: payload.paidAt ?? '' },
          { code: 'refund_promised', value: payload.isRefundPromised ? 'yes' : 'no' },
          { code: 'bill_status', value: row?.bill_status ?? 'gone' },
          { code: 'amount_paise', value: row?.amount_paise ?? 0 },
          { code: 'our_reference', value: row?.our_reference ?? '' },
        ],
        isCurrent: row?.bill_status === 'unknown',
      };
    },
    async apply(tx, { objectId: paymentId, userId, payload }) {
      invariant(userId !== null, 'a payment belongs to nobody');
      const ids = { userId, paymentId };
      const row = await work.findWork(tx, ids);
      if (row?.bill_status !== 'unknown') throw new DomainError('approval_stale');
      const isDone =
        payload.outcome === 'paid'
          ? await settlePaidIn(tx, deps, ids, {
              paidAt: new Date(payload.paidAt ?? deps.clock.now()),
              railReference: payload.railReference,
              railFeePaise: requestOf(deps.vault, row)?.convFee ?? 0,
            })
          : await settleFailedIn(tx, deps, ids, SENT('not_executed', payload.isRefundPromised));
      // Meanwhile another payment may have got the transaction that is said to have paid this one, or the list may name it.
      const { railReference } = payload;
      const isWrong =
        railReference !== null && (await findReferenceProblem(tx, ids, railReference)) !== undefined;
      if (!isDone || isWrong) throw new DomainError('approval_stale');
      await compareWithList(tx, ids, { ...payload, billPaise: row.amount_paise as Paise }, deps.clock.now());
    },
  });
}

/** Why a reference of the rail cannot be a payment's: another has it, by our books or by the rail's list, or its own is another. */
export type ReferenceProblem = 'taken' | 'listed_for_another' | 'listed_otherwise';

/**
 * Finds the problem of a rail reference that staff typed for a payment; undefined where there is none. One transaction pays one
 * bill: an advisory lock makes the second of two concurrent calls wait for the first. The rail answers no question about a
 * transaction, so its lists are asked as far as they were read; a list that does not name it proves nothing. The caller has the
 * payment's locks. Rule: LEND-X1, LEND-X9
 */
export async function findReferenceProblem(
  tx: Tx,
  { userId, paymentId }: work.PaymentIds,
  reference: string,
): Promise<ReferenceProblem | undefined> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rail-reference:${reference}`]);
  const [row] = await tx.call<{ problem: ReferenceProblem | null }>(
    `select case
       when exists (select 1 from payments where rail_reference = $2 and id <> $1) then 'taken'
       when exists (
         select 1 from rail_rows where (rail_reference = $2 or provider_txn = $2) and payment_id is distinct from $1::uuid
       ) then 'listed_for_another'
       when exists (select 1 from rail_rows where user_id = $3 and payment_id = $1 and status = 'success')
         and not exists (
           select 1 from rail_rows
           where user_id = $3 and payment_id = $1 and status = 'success' and (rail_reference = $2 or provider_txn = $2)
         ) then 'listed_otherwise' end as problem`,
    [paymentId, reference, userId],
  );
  return row?.problem ?? undefined;
}

/**
 * Compares the outcome with the rail's earlier list, which is no news to the next reading: a contradiction is opened here, and money
 * is booked by the sum that is listed.
 * Rule: LEND-X5, LEND-X9.
 */
async function compareWithList(
  tx: Tx,
  ids: work.PaymentIds,
  { outcome, billPaise }: Pick<z.infer<typeof PAYLOAD>, 'outcome'> & { readonly billPaise: Paise },
  now: Date,
): Promise<void> {
  const listed = await work.findListed(tx, ids);
  if (listed === undefined) return;
  const { status, rail_reference: reference, amount_paise: tookPaise } = listed;
  if (outcome === 'failed' && status === 'success')
    await work.markLateSuccess(tx, ids, now, { railReference: reference }, tookPaise);
  if (outcome === 'paid' && (status === 'failure' || status === 'adjusted'))
    await work.markForReview(tx, ids, now, 'contradiction', { railStatus: status });
  if (outcome === 'paid' && status === 'success' && tookPaise !== billPaise)
    await work.bookOtherAmount(tx, ids, now, { reference, tookPaise, billPaise });
}
