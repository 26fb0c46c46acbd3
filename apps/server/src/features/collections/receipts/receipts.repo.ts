import { type Absence, isReceiptHeld } from '@mohlat/lending';
import type { BusinessDate, Paise } from '@mohlat/money';
import { absenceOf, absentValues } from '#features/absence.ts';
import type { Leave } from '#features/refunds/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DISPUTES } from '../chargebacks/nobodys.repo.ts';

/** The repayment an order seems to name, if there is one. */
export async function knownRepayment(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.call<{ id: string }>('select id from repayments where id = $1', [id]);
  return row?.id ?? null;
}

/** False when it is in the books already. Rule: LEND-16 journal 24. */
export async function hold(tx: Tx, facts: object, now: Date): Promise<boolean> {
  const [row] = await tx.call<{ id: string | null }>('select receipt_hold($1, $2) as id', [
    now,
    JSON.stringify(facts),
  ]);
  return row?.id != null;
}

export interface HeldReceipt {
  readonly payment_ref: string;
  readonly amount_paise: number;
  readonly received_at: Date;
  readonly is_credit_source: boolean;
}

/** Gives it to a loan. Undefined when it was given before, or went back. */
export async function identify(
  tx: Tx,
  id: string,
  to: {
    readonly ownerId: string;
    readonly loanId: string;
    readonly by: string;
    readonly amountPaise: number;
  },
  now: Date,
): Promise<HeldReceipt | undefined> {
  const [row] = await tx.call<HeldReceipt>(
    `update unidentified_receipts set status = 'identified', owner_id = $2, loan_id = $3, identified_by = $4, identified_at = $5,
       leaving_paise = amount_paise - taken_paise
     where id = $1 and status = 'held' and amount_paise - taken_paise = $6
     returning payment_ref, amount_paise - taken_paise as amount_paise, received_at, is_credit_source`,
    [id, to.ownerId, to.loanId, to.by, now, to.amountPaise],
  );
  return row;
}

/** Money that was given to a payment, and the repayment that it is. */
export interface GivenReceipt {
  readonly userId: string;
  readonly loanId: string;
  readonly repaymentId: string;
  readonly paymentRef: string;
  readonly valueOn: BusinessDate;
  readonly amountPaise: Paise;
}

/** Locks money that was given to a payment; undefined where it is given to none now. Locks: the receipt. */
export async function lockGiven(tx: Tx, id: string): Promise<GivenReceipt | undefined> {
  await tx.call('select 1 from unidentified_receipts where id = $1 for update', [id]);
  return findGiven(tx, id);
}

/** Finds the repayment that money is which was given to a payment; undefined where it is none now. */
export async function findGiven(tx: Tx, id: string): Promise<GivenReceipt | undefined> {
  const [row] = await tx.call<GivenReceipt>(
    `select r.user_id as "userId", r.loan_id as "loanId", r.id as "repaymentId", u.payment_ref as "paymentRef",
       u.value_on as "valueOn", u.amount_paise - u.taken_paise as "amountPaise"
     from unidentified_receipts u
     join repayments r on r.user_id = u.owner_id and r.provider_payment_ref = u.payment_ref and r.status = 'succeeded'
     where u.id = $1 and u.status = 'identified'`,
    [id],
  );
  return row;
}

/** True of money that a payment has whole: nothing of it has gone back to its payer or is on its way, and no dispute of it is the person's. */
export async function isWhole(tx: Tx, { userId, repaymentId, paymentRef }: GivenReceipt): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from refunds where user_id = $1 and repayment_id = $2
       and (status = 'processed' or status <> 'failed' and sent_at is not null)
     union all select 1 from chargebacks where user_id = $1 and repayment_id = $2
     union all select 1 from receipt_disputes where payment_ref = $3 and status in ('open', 'given')`,
    [userId, repaymentId, paymentRef],
  );
  return rows.length === 0;
}

/** Keeps money again that was given to a payment, until a day. */
export async function keepForOwner(tx: Tx, id: string, returnOn: BusinessDate): Promise<void> {
  await tx.call(
    `update unidentified_receipts set status = 'held', owner_id = null, loan_id = null, identified_by = null, identified_at = null,
       leaving_paise = null, return_on = $2
     where id = $1`,
    [id, returnOn],
  );
}

/**
 * Adds up, in paise, the money a member of staff assigned alone since an instant: what two decide is given at the instant of their
 * decision, and may have been taken back and given anew. Serialises their decisions: the advisory lock
 * is held until the transaction ends.
 */
export async function findGivenAlone(tx: Tx, memberId: string, since: Date): Promise<number> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`receipts ${memberId}`]);
  const [row] = await tx.call<{ paise: number }>(
    `select coalesce(sum(u.amount_paise - u.taken_paise), 0)::bigint as paise from unidentified_receipts u
     where u.identified_by = $1 and u.identified_at >= $2 and not exists (
       select 1 from approvals a where a.object_id = u.id and a.kind = 'receipt' and a.status = 'approved' and a.decided_at >= u.identified_at)`,
    [memberId, since],
  );
  return row?.paise ?? 0;
}

/** Every difference that spoke of the money is cleared with it. */
export async function clearBreaks(tx: Tx, paymentRef: string, now: Date): Promise<void> {
  await tx.call("select receipt_cleared($1, 'identified', $2)", [paymentRef, now]);
}

export interface ReturningReceipt {
  readonly id: string;
  readonly payment_ref: string;
  readonly amount_paise: number;
  readonly sent_at: Date | null;
  /** The looks in vain for its request. */
  readonly absence: Absence | null;
  /** The tries that the rail refused. */
  readonly refusals: number;
}

/** A try to send a receipt back. */
type Try = Pick<ReturningReceipt, 'id' | 'refusals'>;

export async function findReturning(tx: Tx, id: string): Promise<ReturningReceipt | undefined> {
  const [row] = await tx.call<ReturningReceipt>(
    `select u.id, u.payment_ref, u.amount_paise - u.taken_paise as amount_paise, u.sent_at, u.refusals, ${absenceOf('u')}
     from unidentified_receipts u where u.id = $1 and u.status = 'returning'`,
    [id],
  );
  return row;
}

type Disputed = { readonly disputes: Parameters<typeof isReceiptHeld>[0] };

/** Written down before the request leaves, so that a try after a crash asks the rail first. `held` while it is disputed, or refused. */
export async function markSent(tx: Tx, { id, refusals }: Try, now: Date): Promise<Leave> {
  const [row] = await tx.call<{ was_sent: boolean } & Disputed>(
    `select u.sent_at is not null as was_sent, ${DISPUTES} from unidentified_receipts u
     where u.id = $1 and u.status = 'returning' and u.refusals = $2 for update of u`,
    [id, refusals],
  );
  if (row === undefined || isReceiptHeld(row.disputes)) return 'held';
  await tx.call(
    `update unidentified_receipts set sent_at = $2, leaving_paise = amount_paise - taken_paise, absent_since = null, absent_looks = 0
     where id = $1`,
    [id, now],
  );
  return row.was_sent ? 'again' : 'first';
}

/** Puts off the next look; `absence` is left out of a look that was not in vain. */
export async function lookAgain(tx: Tx, id: string, at: Date, absence: Absence | null = null): Promise<void> {
  await tx.call(
    `update unidentified_receipts set next_look_at = $2, absent_since = $3, absent_looks = $4
     where id = $1 and status = 'returning'`,
    [id, at, ...absentValues(absence)],
  );
}

export async function markReturned(tx: Tx, id: string, refundRef: string, now: Date): Promise<void> {
  await tx.call('select receipt_returned($1, $2, $3)', [id, refundRef, now]);
}

/** Keeps for its owner what the rail refused to send back, until a day; false where this refusal was heard of before. */
export async function keepAgain(tx: Tx, { id, refusals }: Try, returnOn: BusinessDate): Promise<boolean> {
  const rows = await tx.call(
    `update unidentified_receipts set status = 'held', refusals = refusals + 1, return_on = $3, sent_at = null, leaving_paise = null,
       next_look_at = null, absent_since = null, absent_looks = 0
     where id = $1 and status = 'returning' and refusals = $2 returning id`,
    [id, refusals, returnOn],
  );
  return rows.length > 0;
}

/**
 * Takes the receipts not claimed in time, to begin their way back, and those on it whose next look is due. One that is disputed
 * stays held, and so does one of which two people are about to say whose it is.
 */
export async function claimToReturn(tx: Tx, now: Date, leaseUntil: Date, limit: number): Promise<string[]> {
  // Asked by itself: on a cluster proposals lie on another node than disputes.
  const proposed = await tx.call<{ id: string }>(
    `select object_id as id from approvals where kind = 'receipt' and status = 'open' and expires_at > $1`,
    [now],
  );
  const due = await tx.call<{ id: string; status: string } & Disputed>(
    `select u.id, u.status, ${DISPUTES} from unidentified_receipts u
     where u.next_look_at <= $1 or u.status = 'held' and u.return_on <= ist_date($1)
       -- So that those which wait for their disputes leave room for the others.
       and not exists (select 1 from receipt_disputes d where d.payment_ref = u.payment_ref and d.status = 'open')
       and u.id <> all ($3::uuid[])
     order by coalesce(u.next_look_at, u.return_on::timestamptz), u.id limit $2 for update of u skip locked`,
    [now, limit, proposed.map(({ id }) => id)],
  );
  const ids = due
    .filter((one) => one.status === 'returning' || !isReceiptHeld(one.disputes))
    .map(({ id }) => id);
  await tx.call(
    `update unidentified_receipts set status = 'returning', next_look_at = $2 where id = any ($1::uuid[])`,
    [ids, leaseUntil],
  );
  return ids;
}
