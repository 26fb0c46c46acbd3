import type { MandateKind, MandateStatus } from '@mohlat/contract';
import {
  type Absence,
  AHEAD_STATES,
  collectable,
  type FreezeFact,
  nextPlanAt,
  type PlannedDebit,
  type Planning,
} from '@mohlat/lending';
import { type BusinessDate, type InstalmentSums, unpaidOfInstalment } from '@mohlat/money';
import { absentValues } from '#features/absence.ts';
import { FREEZES, INSTALMENT_SUMS, IS_LIVE, list } from '#features/lending/index.ts';
import { FIRST_LEFT_AT } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { claimRows, type DueRow } from '#platform/jobs/due.ts';
import { type MandateIds, PLANNING } from './mandates.repo.ts';

export interface PresentationIds {
  readonly userId: string;
  readonly presentationId: string;
}

export interface PresentationRow {
  readonly id: string;
  readonly mandate_id: string;
  readonly loan_id: string;
  readonly number: number;
  readonly attempt: number;
  readonly amount_paise: number;
  readonly state:
    | 'planned'
    | 'announced'
    | 'presenting'
    | 'presented'
    | 'paid'
    | 'failed'
    | 'skipped'
    | 'review';
  readonly present_at: Date;
  readonly order_ref: string | null;
  readonly noticed_at: Date | null;
  readonly presented_at: Date | null;
  readonly asked_at: Date | null;
  readonly answer_by_on: BusinessDate | null;
  readonly told_unanswered_at: Date | null;
  readonly created_at: Date;
  readonly next_look_at: Date | null;
  readonly kind: MandateKind;
  readonly mandate_status: MandateStatus;
  readonly customer_ref: string;
  readonly token_ref: string;
  readonly is_live: boolean;
  /** The freezes of the loan, oldest first: on a frozen day the person is not dunned for it. */
  readonly freezes: readonly FreezeFact[];
  readonly due_on: BusinessDate;
  readonly unpaid_paise: number;
  readonly bank_name: string;
  readonly last4: string;
}

export async function findPresentation(
  tx: Tx,
  { userId, presentationId }: PresentationIds,
): Promise<PresentationRow | undefined> {
  const [row] = await tx.call<
    Omit<PresentationRow, 'unpaid_paise'> & { readonly instalment: InstalmentSums | null }
  >(
    `select p.*, m.kind, m.status as mandate_status, m.customer_ref, m.token_ref, ${IS_LIVE} as is_live,
       ${list(FREEZES)} as freezes, i.due_on, c.bank_name, c.last4,
       case when i.is_active then json_build_object(${INSTALMENT_SUMS}) end as instalment
     from presentations p
     join mandates m on m.user_id = p.user_id and m.id = p.mandate_id
     join loans l on l.user_id = p.user_id and l.id = p.loan_id
     join payments b on b.user_id = l.user_id and b.id = l.id
     join cards c on c.user_id = b.user_id and c.id = b.card_id
     join lateral (
       -- An undone loan has no active row; its presented debit still waits for the bank's answer.
       select * from instalments i where i.user_id = p.user_id and i.loan_id = p.loan_id and i.number = p.number
       order by i.is_active desc, i.version desc limit 1) i on true
     where p.user_id = $1 and p.id = $2`,
    [userId, presentationId],
  );
  if (row === undefined) return undefined;
  const { instalment, ...presentation } = row;
  return { ...presentation, unpaid_paise: instalment === null ? 0 : unpaidOfInstalment(instalment) };
}

/**
 * Locks whatever changes with money, in its order, and then the mandate that may end meanwhile. The caller reads the clock after
 * it: a wait for the lock may pass midnight. Rule: LEND-C5.
 */
export async function lockPresentation(
  tx: Tx,
  { userId, presentationId }: PresentationIds,
): Promise<PresentationRow | undefined> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call(
    `select 1 from loans l where l.user_id = $1
       and l.id = (select loan_id from presentations where user_id = $1 and id = $2) for update`,
    [userId, presentationId],
  );
  await tx.call(
    `select 1 from mandates m where m.user_id = $1
       and m.id = (select mandate_id from presentations where user_id = $1 and id = $2) for no key update`,
    [userId, presentationId],
  );
  await tx.call('select 1 from presentations where user_id = $1 and id = $2 for update', [
    userId,
    presentationId,
  ]);
  return findPresentation(tx, { userId, presentationId });
}

interface PlanningRow extends MandateIds {
  readonly loanId: string;
  readonly planning: Planning;
}

/**
 * Takes up so many mandates whose time to plan has come, plans the first tries of what is to be collected by now, and says when each is
 * looked at next. Answers how many mandates it looked at. Rule: LEND-20, LEND-X10
 */
export async function planDue(tx: Tx, now: Date, limit: number): Promise<number> {
  const seen = await tx.call<DueRow>(
    `select user_id as "userId", id from mandates where status = 'active' and plan_at <= $1 order by plan_at limit $2`,
    [now, limit],
  );
  const free = await claimRows(tx, 'mandates', seen);
  if (free.length === 0) return 0;
  const mandates = await tx.call<PlanningRow>(
    `select m.user_id as "userId", m.id as "mandateId", m.loan_id as "loanId",
       ${PLANNING} as planning
     from unnest($2::uuid[], $3::uuid[]) as free (user_id, id)
     join mandates m on m.user_id = free.user_id and m.id = free.id and m.status = 'active' and m.plan_at <= $1`,
    [now, free.map(({ userId }) => userId), free.map(({ id }) => id)],
  );
  if (mandates.length === 0) return 0;
  const wanted = mandates.map((one) => ({ ...one, debits: collectable(one.planning, now) }));
  const planned = await insertPlanned(tx, wanted, now);
  const isPlanned = (mandateId: string, number: number) => planned.has(`${mandateId} ${number}`);
  const nexts = wanted.map(({ userId, mandateId, debits }) => {
    const waiting = debits.filter(({ number }) => !isPlanned(mandateId, number));
    return { userId, mandateId, planAt: nextPlanAt(waiting, now) };
  });
  await tx.call(
    `update mandates m set plan_at = x.plan_at from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as x(user_id, id, plan_at)
     where m.user_id = x.user_id and m.id = x.id`,
    [
      nexts.map((one) => one.userId),
      nexts.map((one) => one.mandateId),
      nexts.map((one) => one.planAt.toISOString()),
    ],
  );
  return mandates.length;
}

type WantedRow = PlanningRow & { readonly debits: readonly PlannedDebit[] };

/** Answers what was planned, by mandate and number: an instalment in another debit's hands is not. */
async function insertPlanned(tx: Tx, wanted: readonly WantedRow[], now: Date): Promise<ReadonlySet<string>> {
  const debits = wanted.flatMap(({ userId, mandateId, loanId, debits: all }) =>
    all.filter(({ announceAt }) => announceAt <= now).map((one) => ({ ...one, userId, mandateId, loanId })),
  );
  if (debits.length === 0) return new Set();
  const rows = await tx.call<{ mandate_id: string; number: number }>(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at, next_look_at)
     select x.user_id, new_id(), x.mandate_id, x.loan_id, x.number, x.attempt, x.paise, 'planned', x.present_at, $8, $8
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::integer[], $6::bigint[], $7::timestamptz[])
       as x(user_id, mandate_id, loan_id, number, attempt, paise, present_at)
     on conflict do nothing returning mandate_id, number`,
    [
      debits.map((one) => one.userId),
      debits.map((one) => one.mandateId),
      debits.map((one) => one.loanId),
      debits.map((one) => one.number),
      debits.map((one) => one.attempt),
      debits.map((one) => one.amountPaise),
      debits.map((one) => one.presentAt.toISOString()),
      now,
    ],
  );
  return new Set(rows.map((row) => `${row.mandate_id} ${row.number}`));
}

export async function planAgain(
  tx: Tx,
  userId: string,
  next: {
    readonly id: string;
    readonly after: PresentationRow;
    readonly amountPaise: number;
    readonly presentAt: Date;
    /** The moment of the notice that counts for this try, too. */
    readonly noticedAt: Date | null;
    readonly nextLookAt: Date;
  },
  now: Date,
): Promise<void> {
  const { after } = next;
  await tx.call(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, noticed_at, created_at, next_look_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'planned', $8, $11, $9, $10) on conflict do nothing`,
    [
      userId,
      next.id,
      after.mandate_id,
      after.loan_id,
      after.number,
      after.attempt + 1,
      next.amountPaise,
      next.presentAt,
      now,
      next.nextLookAt,
      next.noticedAt,
    ],
  );
}

/**
 * Writes the state and facts of a try (compare and set): the new state is written only from the states named. The close of a day
 * decides by whether a bank was asked, so the borrower is locked first. Rule: LEND-C5
 */
export async function savePresentation(
  tx: Tx,
  { userId, presentationId }: PresentationIds,
  from: readonly PresentationRow['state'][],
  to: PresentationRow['state'],
  facts: {
    readonly nextLookAt: Date | null;
    readonly orderRef?: string;
    readonly presentAt?: Date;
    readonly noticedAt?: Date;
    readonly askedAt?: Date;
    readonly answerByOn?: BusinessDate;
    readonly endedAt?: Date;
    readonly reason?: string;
  },
): Promise<boolean> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  const rows = await tx.call(
    `update presentations set state = $4, next_look_at = $5, order_ref = coalesce($6, order_ref),
       present_at = coalesce($7, present_at), noticed_at = coalesce($8, noticed_at), asked_at = coalesce($9, asked_at),
       presented_at = coalesce(presented_at, $9), ended_at = $10, reason = coalesce($11, reason),
       answer_by_on = coalesce(answer_by_on, $12)
     where user_id = $1 and id = $2 and state = any ($3) returning id`,
    [
      userId,
      presentationId,
      from,
      to,
      facts.nextLookAt,
      facts.orderRef ?? null,
      facts.presentAt ?? null,
      facts.noticedAt ?? null,
      facts.askedAt ?? null,
      facts.endedAt ?? null,
      facts.reason ?? null,
      facts.answerByOn ?? null,
    ],
  );
  return rows.length > 0;
}

/**
 * Finds the moment at which the first of our messages about an eNACH debit left: null where none did, or all came back. A lower debit stands
 * under the notice of the higher one. One that a process of the version before announced has no message that says so, and
 * counts as told when they were written.
 * Rule: LEND-20 (no delivered notice, no presentation)
 */
export async function findNotice(
  tx: Tx,
  userId: string,
  { loan_id: loanId, number, noticed_at: writtenAt }: PresentationRow,
): Promise<Date | null> {
  if (writtenAt === null) return null;
  const [told] = await tx.call<{ count: number; leftAt: Date | null }>(
    `select count(*)::integer as count, ${FIRST_LEFT_AT} as "leftAt"
     from deliveries d join presentations n on n.user_id = d.user_id and n.id = d.about_id
     where d.user_id = $1 and n.loan_id = $2 and n.number = $3 and d.queued_at >= $4`,
    [userId, loanId, number, writtenAt],
  );
  return told && told.count > 0 ? told.leftAt : writtenAt;
}

/** True for the first caller: the person hears once that the bank is silent. */
export async function markToldUnanswered(
  tx: Tx,
  { userId, presentationId }: PresentationIds,
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update presentations set told_unanswered_at = $3
     where user_id = $1 and id = $2 and told_unanswered_at is null and state in ('presenting', 'presented') returning id`,
    [userId, presentationId, now],
  );
  return rows.length > 0;
}

/** Tries of the same instalment that came back, with their orders: a payment that failed may succeed within days. */
export async function listReturned(
  tx: Tx,
  userId: string,
  { loan_id: loanId, number }: PresentationRow,
): Promise<{ readonly id: string; readonly orderRef: string }[]> {
  return tx.call<{ id: string; orderRef: string }>(
    `select id, order_ref as "orderRef" from presentations
     where user_id = $1 and loan_id = $2 and number = $3 and state = 'failed' and presented_at is not null
       and order_ref is not null
     order by presented_at desc limit 5`,
    [userId, loanId, number],
  );
}

/** Has what the mandate of a loan collects planned again at once. */
export async function planLoanAgain(tx: Tx, userId: string, loanId: string, now: Date): Promise<void> {
  await tx.call(
    "update mandates set plan_at = $3 where user_id = $1 and loan_id = $2 and status = 'active' and plan_at > $3",
    [userId, loanId, now],
  );
}

/** The tries of a loan that the bank was not asked for yet. */
export async function listAhead(tx: Tx, userId: string, loanId: string): Promise<string[]> {
  const rows = await tx.call<{ id: string }>(
    `select id from presentations where user_id = $1 and loan_id = $2 and ${oneOf('state', AHEAD_STATES)}`,
    [userId, loanId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Failed tries of an instalment, and how many of them came back from the bank. A day that passed before the bank was asked is none:
 * while debits are paused any number may.
 */
export async function countTries(tx: Tx, userId: string, { loan_id: loanId, number }: PresentationRow) {
  const [row] = await tx.call<{ count: number; returned: number }>(
    `select count(*) filter (where reason is distinct from 'day_missed')::integer as count,
       count(*) filter (where presented_at is not null)::integer as returned
     from presentations where user_id = $1 and loan_id = $2 and number = $3 and state = 'failed'`,
    [userId, loanId, number],
  );
  return { count: row?.count ?? 0, returnedCount: row?.returned ?? 0 };
}

/** Puts the next look; false where the mandate has ended. */
export async function saveMandateLook(
  tx: Tx,
  { userId, mandateId }: MandateIds,
  nextLookAt: Date,
): Promise<boolean> {
  const rows = await tx.call(
    'update mandates set next_look_at = $3 where user_id = $1 and id = $2 and ended_at is null returning id',
    [userId, mandateId, nextLookAt],
  );
  return rows.length > 0;
}

/** Notes since when the provider's answers about a mandate say nothing; null once one is clear. */
export async function markUnclear(
  tx: Tx,
  { userId, mandateId }: MandateIds,
  since: Date | null,
): Promise<void> {
  await tx.call('update mandates set unclear_since = $3 where user_id = $1 and id = $2', [
    userId,
    mandateId,
    since,
  ]);
}

/**
 * Notes the looks in a row that found no mandate; null where one failed since, or found it. `looks` is 0 while a known mandate is
 * unlisted: `since` then says since when, and no look counts towards "never made".
 */
export async function markAbsent(
  tx: Tx,
  { userId, mandateId }: MandateIds,
  absence: Absence | null,
): Promise<void> {
  await tx.call('update mandates set absent_since = $3, absent_looks = $4 where user_id = $1 and id = $2', [
    userId,
    mandateId,
    ...absentValues(absence),
  ]);
}

export async function findByToken(tx: Tx, tokenRef: string): Promise<MandateIds | undefined> {
  const [row] = await tx.call<{ user_id: string; id: string }>(
    'select user_id, id from mandates where token_ref = $1 limit 1',
    [tokenRef],
  );
  return row && { userId: row.user_id, mandateId: row.id };
}
