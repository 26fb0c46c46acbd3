import type { BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import type { DisputeState } from '#providers/index.ts';

/** The repayment a dispute is about. */
export interface Target {
  readonly userId: string;
  readonly repaymentId: string;
  readonly loanId: string;
  readonly amountPaise: number;
}

export async function findTarget(tx: Tx, paymentRef: string): Promise<Target | undefined> {
  const [row] = await tx.call<Target>(
    `select user_id as "userId", id as "repaymentId", loan_id as "loanId", amount_paise as "amountPaise"
     from repayments where provider_payment_ref = $1`,
    [paymentRef],
  );
  return row;
}

/** In the one order. Answers the rail's name of the money that the repayment is, as it stands under the locks. Rule: LEND-C5. */
export async function lockTarget(tx: Tx, { userId, loanId, repaymentId }: Target): Promise<string | null> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call('select 1 from loans where user_id = $1 and id = $2 for update', [userId, loanId]);
  const [row] = await tx.call<{ ref: string | null }>(
    'select provider_payment_ref as ref from repayments where user_id = $1 and id = $2 for update',
    [userId, repaymentId],
  );
  return row?.ref ?? null;
}

export interface ChargebackRow {
  readonly id: string;
  readonly dispute_ref: string;
  readonly amount_paise: number;
  readonly status: 'open' | 'won' | 'lost' | 'review';
  readonly deducted_at: Date | null;
  readonly round: number;
}

/** The standing of a dispute at a moment. */
export type SeenDispute = Pick<ChargebackRow, 'id' | 'status'>;

/** The facts that a dispute's row begins with. */
export type KnownDispute = Pick<DisputeState, 'disputeRef' | 'amount' | 'phase' | 'createdAt'> & {
  readonly reasonCode?: string | null | undefined;
  readonly respondBy?: Date | null | undefined;
};

/** Finds how a dispute stands in our books, without a lock; undefined where it does not. */
export async function findSeen(tx: Tx, disputeRef: string): Promise<SeenDispute | undefined> {
  const [row] = await tx.call<SeenDispute>(
    'select id, status from chargebacks where dispute_ref = $1 order by round desc limit 1',
    [disputeRef],
  );
  return row;
}

/** The next look at a dispute, and the day after which charges rest on its loan where it is heard of now. */
export interface Looks {
  readonly nextLookAt: Date;
  readonly restsAfterOn: BusinessDate;
}

/**
 * The newest day of a loan that is opened: today, or a day before it after midnight and where the close is behind. The openings still to come
 * levy no late charge of a loan with a dispute that is heard of today. Rule: LEND-23
 */
export async function findOpenedOn(
  tx: Tx,
  { userId, loanId }: Pick<Target, 'userId' | 'loanId'>,
  today: BusinessDate,
): Promise<BusinessDate> {
  const [row] = await tx.call<{ openedOn: BusinessDate }>(
    `select least($3::date, loan_closed_through(d.closed_through_on, d.next_on) + 1) as "openedOn" from loan_days d
     where d.user_id = $1 and d.loan_id = $2 and d.is_open`,
    [userId, loanId, today],
  );
  return row?.openedOn ?? today;
}

/** The newest row of a dispute, written when it is first heard of, locked. */
export async function openOnce(
  tx: Tx,
  target: Target,
  state: KnownDispute,
  looks: Looks,
): Promise<ChargebackRow> {
  await insertRound(tx, target, state, { ...looks, round: 1, openedAt: state.createdAt });
  const [row] = await tx.call<ChargebackRow>(
    `select id, dispute_ref, amount_paise, status, deducted_at, round from chargebacks
     where user_id = $1 and dispute_ref = $2 order by round desc limit 1 for update`,
    [target.userId, state.disputeRef],
  );
  if (!row) throw new Error('a dispute disappeared');
  return row;
}

/** Begins another round of a dispute that was won, which the rail has opened again. The caller has the lock of its row. */
export async function openAgain(
  tx: Tx,
  target: Target,
  { round }: ChargebackRow,
  state: KnownDispute,
  looks: Looks & { readonly openedAt: Date },
): Promise<ChargebackRow> {
  await insertRound(tx, target, state, { ...looks, round: round + 1 });
  return openOnce(tx, target, state, looks);
}

async function insertRound(
  tx: Tx,
  target: Target,
  state: KnownDispute,
  { round, openedAt, nextLookAt, restsAfterOn }: Looks & { readonly round: number; readonly openedAt: Date },
): Promise<void> {
  const { userId, repaymentId, loanId } = target;
  await tx.call(
    `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, reason_code, respond_by, status,
       opened_at, next_look_at, round, rests_after_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10, $11, $12) on conflict do nothing`,
    [
      userId,
      repaymentId,
      loanId,
      state.disputeRef,
      state.amount,
      state.phase,
      state.reasonCode ?? null,
      state.respondBy ?? null,
      openedAt,
      nextLookAt,
      round,
      restsAfterOn,
    ],
  );
}

export async function markDeducted(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call('update chargebacks set deducted_at = $3 where user_id = $1 and id = $2', [userId, id, now]);
}

/** Its stage and the time for evidence are the rail's to change. Of one that an older process heard of, charges rest from now on. */
export async function lookAgain(
  tx: Tx,
  userId: string,
  id: string,
  { phase, respondBy }: DisputeState,
  { nextLookAt, restsAfterOn }: Looks,
): Promise<void> {
  await tx.call(
    `update chargebacks set next_look_at = $3, phase = $4, respond_by = $5, rests_after_on = coalesce(rests_after_on, $6)
     where user_id = $1 and id = $2`,
    [userId, id, nextLookAt, phase, respondBy ?? null, restsAfterOn],
  );
}

/** Postpones the look at an open dispute; false where it is not in our books. */
export async function lookLater(tx: Tx, disputeRef: string, at: Date): Promise<boolean> {
  const rows = await tx.call(
    `update chargebacks set next_look_at = $2 where dispute_ref = $1 and status = 'open' returning id`,
    [disputeRef, at],
  );
  return rows.length > 0;
}

/** Ends a dispute, or puts it in review. The first end is the last day on which charges rest: a later word of the rail changes no past day. */
export async function end(
  tx: Tx,
  userId: string,
  id: string,
  status: 'won' | 'lost' | 'review',
  now: Date,
): Promise<void> {
  await tx.call(
    `update chargebacks set status = $3, ended_at = $4, next_look_at = null, rests_until_on = case
       when status in ('won', 'lost') then coalesce(rests_until_on, ist_date(ended_at))
       when $3 = 'review' then rests_until_on
       else coalesce(rests_until_on, ist_date($4)) end
     where user_id = $1 and id = $2`,
    [userId, id, status, now],
  );
}

/** True where a person was asked about a dispute that cannot be booked, also where they have answered since. */
export async function wasAsked(
  tx: Tx,
  userId: string,
  { id, dispute_ref: disputeRef }: ChargebackRow,
): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from reconciliation_breaks
     where user_id = $1 and kind = 'chargeback_unclear' and reference = $2 and detail ->> 'chargebackId' = $3 limit 1`,
    [userId, disputeRef, id],
  );
  return rows.length > 0;
}

/** The newest difference about money that a dispute took and that had gone back to its payer before, and what stands of it, in paise. */
export async function findLostTwice(
  tx: Tx,
  userId: string,
  { dispute_ref: disputeRef }: ChargebackRow,
): Promise<{ readonly id: string; readonly isOpen: boolean; readonly standingPaise: number } | undefined> {
  const [row] = await tx.call<{ id: string; isOpen: boolean; standingPaise: number }>(
    `select id, resolved_at is null as "isOpen", break_standing(user_id, id) as "standingPaise" from reconciliation_breaks
     where user_id = $1 and kind = 'lost_twice' and reference = $2 order by opened_at desc, id desc limit 1`,
    [userId, disputeRef],
  );
  return row;
}
