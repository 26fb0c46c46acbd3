import {
  type Contest,
  excessKeptAgain,
  excessTaken,
  RAIL_MIN_PAISE,
  type Refund,
  type Refundable,
  refundBegun,
  refundTaken,
  unsentPaise,
} from '@mohlat/lending';
import { istDate, type Paise } from '@mohlat/money';
import { resolveBreak } from '#features/breaks.ts';
import { bookJournals } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';

/**
 * Excess of a repayment that has not left pays the disputes of it that are lost and could not be booked by themselves: its payer has
 * that much by their bank, and no refund begins of it. A difference about a dispute ends with what is left of it. The caller
 * has the locks of the loan. Answers whether any was taken. Rule: LEND-16 journal 34
 */
export async function takeForDisputes(
  tx: Tx,
  userId: string,
  repayments: readonly Refundable[],
  now: Date,
): Promise<boolean> {
  let isAny = false;
  const contested = repayments.filter((one) => unsentPaise(one) > 0 && one.disputes.some(isInReview));
  for (const repayment of contested) {
    const contests = await listContests(tx, userId, repayment.repaymentId);
    for (const { disputeId, amountPaise } of excessTaken(repayment, contests)) {
      await take(tx, userId, repayment, { disputeId, amountPaise }, now);
      isAny = true;
      if ((await findTaken(tx, userId, disputeId)).standingPaise === 0)
        await clearReview(tx, userId, disputeId, 'taken_back', now);
    }
  }
  return isAny;
}

const isInReview = ({ status }: Refundable['disputes'][number]) => status === 'review';

function listContests(tx: Tx, userId: string, repaymentId: string): Promise<Contest[]> {
  return tx.call<Contest>(
    `select id as "disputeId", chargeback_standing(user_id, id) as "standingPaise" from chargebacks
     where user_id = $1 and repayment_id = $2 and status = 'review' order by ended_at, id`,
    [userId, repaymentId],
  );
}

async function take(
  tx: Tx,
  userId: string,
  { repaymentId }: Refundable,
  { disputeId, amountPaise }: { readonly disputeId: string; readonly amountPaise: Paise },
  now: Date,
): Promise<void> {
  const [refund] = await tx.call<Refund>(
    `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at, settled_at, chargeback_id)
     select user_id, loan_id, id, $3, 'processed', $4, $4, $5 from repayments where user_id = $1 and id = $2
     returning id, loan_id as "loanId", amount_paise as "amountPaise"`,
    [userId, repaymentId, amountPaise, now, disputeId],
  );
  const on = istDate(now.getTime());
  const journals = [refundBegun(refund!, on), refundTaken(refund!, on)];
  await bookJournals(
    tx,
    journals.map((journal) => ({ userId, journal })),
    now,
  );
}

/** The sum, in paise, that stands in the books of a dispute, and the part of it that what was too much has paid. */
export interface Taken {
  readonly standingPaise: Paise;
  readonly takenPaise: Paise;
}

export async function findTaken(tx: Tx, userId: string, disputeId: string): Promise<Taken> {
  const [row] = await tx.call<Taken>(
    `select chargeback_standing($1, $2) as "standingPaise", coalesce((
       select sum(amount_paise) from refunds where user_id = $1 and chargeback_id = $2 and status = 'processed'), 0)::bigint as "takenPaise"`,
    [userId, disputeId],
  );
  return row!;
}

/** A dispute that was won after all gives back the excess it had taken: it is owed to the payer again. The caller has the locks of the loan. */
export async function giveAgain(
  tx: Tx,
  userId: string,
  dispute: { readonly id: string; readonly loanId: string },
  now: Date,
): Promise<void> {
  const { takenPaise } = await findTaken(tx, userId, dispute.id);
  if (takenPaise === 0) return;
  await tx.call(
    `update refunds set status = 'failed', failure_reason = 'charged_back' where user_id = $1 and chargeback_id = $2 and status = 'processed'`,
    [userId, dispute.id],
  );
  const journal = excessKeptAgain(dispute, takenPaise, istDate(now.getTime()));
  await bookJournals(tx, [{ userId, journal }], now);
}

/** Ends the difference about a dispute of which nothing stands in the books any more. */
export async function clearReview(
  tx: Tx,
  userId: string,
  disputeId: string,
  resolution: 'taken_back' | 'won',
  now: Date,
): Promise<void> {
  const [open] = await tx.call<{ id: string; kind: string }>(
    `select b.id, b.kind from reconciliation_breaks b join chargebacks c on c.user_id = b.user_id and c.dispute_ref = b.reference
     where b.user_id = $1 and c.id = $2 and b.kind in ('chargeback_partial', 'chargeback_unclear') and b.resolved_at is null
       and coalesce(b.detail ->> 'chargebackId', c.id::text) = c.id::text`,
    [userId, disputeId],
  );
  if (open) await resolveBreak(tx, { userId, ...open }, { resolution }, now);
}

/**
 * Ends the differences about refused refunds of these loans of which nothing is owed any more: the payer's bank took the money, or the
 * loan needs it. One stays while a transfer of our bank waits for its second person: that money may have left besides (decision 182).
 * `repayments`: those that count, as they stand now. Rule: LEND-21
 */
export async function clearOwedNoMore(
  tx: Tx,
  userId: string,
  loanIds: readonly string[],
  repayments: readonly Refundable[],
  now: Date,
): Promise<void> {
  const held = repayments.filter(
    (one) => unsentPaise(one) >= RAIL_MIN_PAISE || one.refunds.some(({ endedAt }) => endedAt === null),
  );
  const open = await tx.call<{ id: string; kind: string; resolution: string }>(
    `select b.id, b.kind, case when r.failure_reason in ('charged_back', 'returned_by_bank') or exists (
         select 1 from refunds f where f.user_id = r.user_id and f.repayment_id = r.id and f.chargeback_id is not null
           and f.status = 'processed')
       then 'taken_back' else 'settled' end as resolution
     from reconciliation_breaks b join repayments r on r.user_id = b.user_id and r.id = b.repayment_id
     where b.user_id = $1 and b.kind = 'refund_refused' and b.resolved_at is null and r.loan_id = any ($2) and r.id <> all ($3)
       and not exists (select 1 from approvals a where a.object_id = r.loan_id and a.kind = 'refund_transfer'
         and a.status = 'open' and a.expires_at > $4)
     order by b.id`,
    [userId, loanIds, held.map(({ repaymentId }) => repaymentId), now],
  );
  for (const { id, kind, resolution } of open)
    await resolveBreak(tx, { userId, id, kind }, { resolution }, now);
}
