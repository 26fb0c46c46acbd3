import type { KycReasonCode, ReviewKindName } from '@mohlat/contract';
import { newId } from '#platform/crypto/ids.ts';
import { directionOf, type ListPlace, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';
import { nextLookAt } from './reviews.rules.ts';

export interface ReviewRow {
  readonly user_id: string;
  readonly id: string;
  readonly kind: ReviewKindName;
  readonly subject_id: string;
  readonly status: 'open' | 'approved' | 'rejected' | 'withdrawn';
  readonly reason: string | null;
  readonly reason_code: KycReasonCode | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly announced_at: Date | null;
}

const COLUMNS =
  'user_id, id, kind, subject_id, status, reason, reason_code, created_at, decided_at, announced_at';

export const DESK_TASK = 'reviews.desk';
export const WITHDRAW_TASK = 'reviews.withdraw';

/**
 * Puts something before the reviewers, in the transaction that made it. Of one kind a person has one open review (of
 * bank accounts, one for each): a second is refused by the database. `isForStaff`: the desk is not asked, for instance because
 * it was the first of two to judge.
 */
export async function openReview(
  tx: Tx,
  review: {
    readonly userId: string;
    readonly kind: ReviewKindName;
    readonly subjectId: string;
    readonly isForStaff?: boolean;
  },
  now: Date,
): Promise<string> {
  const { userId, kind, subjectId, isForStaff = false } = review;
  const reviewId = newId();
  await tx.call(
    `insert into reviews (user_id, id, kind, subject_id, created_at, next_look_at) values ($1, $2, $3, $4, $5, $6)`,
    [userId, reviewId, kind, subjectId, now, isForStaff ? null : nextLookAt(now, now)],
  );
  if (!isForStaff)
    await tx.enqueue(DESK_TASK, { userId, reviewId }, { key: `review:${reviewId}`, attemptsMax: 3 });
  return reviewId;
}

/**
 * Has the open reviews of one kind, or the one of a subject, looked at once this transaction stands: what became moot
 * by it is withdrawn by the worker, which alone may change a review.
 */
export async function withdrawReviews(
  tx: Tx,
  of: { readonly userId: string; readonly kind: ReviewKindName; readonly subjectId?: string },
): Promise<void> {
  const { userId, kind, subjectId } = of;
  const open = await tx.call<{ id: string }>(
    `select id from reviews where user_id = $1 and kind = $2 and status = 'open' and ($3::uuid is null or subject_id = $3)`,
    [userId, kind, subjectId ?? null],
  );
  for (const { id } of open)
    await tx.enqueue(WITHDRAW_TASK, { userId, reviewId: id }, { key: `withdraw:${id}` });
}

/** An open review of this person, locked. */
export async function lockOpen(tx: Tx, userId: string, id: string): Promise<ReviewRow | undefined> {
  const [row] = await tx.call<ReviewRow>(
    `select ${COLUMNS} from reviews where user_id = $1 and id = $2 and status = 'open' for update`,
    [userId, id],
  );
  return row;
}

/** Withdraws an open review: it is not decided any more, and nothing follows from it. */
export async function withdraw(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call(
    `update reviews set status = 'withdrawn', decided_at = $3, applied_at = $3
     where user_id = $1 and id = $2 and status = 'open'`,
    [userId, id, now],
  );
}

/** For staff: any review, with the person's own name. */
export async function findForStaff(tx: Tx, id: string) {
  return tx.find(selectForStaff().where('r.id', '=', id));
}

/** By whom and when it was decided; without a name where the desk did. */
export async function findVerdict(
  tx: Tx,
  id: string,
): Promise<{ readonly by: string | null; readonly at: Date | null } | undefined> {
  const [row] = await tx.call<{ by: string | null; at: Date | null }>(
    `select p.name as by, r.decided_at as at from reviews r left join staff_register p on p.staff_id = r.decided_by
     where r.id = $1`,
    [id],
  );
  return row;
}
export type StaffReviewRow = NonNullable<Awaited<ReturnType<typeof findForStaff>>>;

/** A page for staff; one row too many. */
export async function listForStaff(
  tx: Tx,
  page: {
    readonly status: ReviewRow['status'];
    readonly kind?: ReviewRow['kind'] | undefined;
    readonly order: 'newest' | 'oldest';
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
) {
  const after: ListPlace | undefined = readCursor(page.cursor);
  const { direction, beyond } = directionOf(page.order);
  let rows = selectForStaff()
    .where('r.status', '=', page.status)
    .orderBy('r.created_at', direction)
    .orderBy('r.id', direction)
    .limit(page.limit + 1);
  if (page.kind) rows = rows.where('r.kind', '=', page.kind);
  if (after) {
    rows = rows.where((where) =>
      where(where.refTuple('r.created_at', 'r.id'), beyond, where.tuple(after.at, after.id)),
    );
  }
  return tx.rows(rows);
}

function selectForStaff() {
  return query
    .selectFrom('reviews as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
    .select([
      'r.user_id',
      'r.id',
      'r.kind',
      'r.subject_id',
      'r.status',
      'r.reason',
      'r.reason_code',
      'r.created_at',
      'r.decided_at',
      'p.full_name',
    ]);
}

interface Decision {
  readonly status: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly reasonCode: KycReasonCode | null;
  /** Null: the desk. */
  readonly decidedBy: string | null;
  /** The income that a document shows; null where it shows the typed one. */
  readonly readIncomePaise?: number | null;
}

/** Whether this member of staff has judged the same thing before, as the first of two. */
export async function hasJudgedBefore(
  tx: Tx,
  review: { readonly user_id: string; readonly kind: string; readonly subject_id: string },
  staffId: string,
): Promise<boolean> {
  const [row] = await tx.call<{ found: boolean }>(
    `select exists (select 1 from reviews
       where user_id = $1 and kind = $2 and subject_id = $3 and status = 'approved' and decided_by = $4) as found`,
    [review.user_id, review.kind, review.subject_id, staffId],
  );
  return row?.found === true;
}

/** False when another decision was quicker. */
export async function decide(
  tx: Tx,
  { userId, id }: { readonly userId: string; readonly id: string },
  decision: Decision,
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update reviews set status = $3, reason = $4, reason_code = $5, decided_by = $6, decided_at = $7,
       verified_income_paise = $8
     where user_id = $1 and id = $2 and status = 'open' returning id`,
    [
      userId,
      id,
      decision.status,
      decision.reason,
      decision.reasonCode,
      decision.decidedBy,
      now,
      decision.readIncomePaise ?? null,
    ],
  );
  return rows.length === 1;
}

/** A decided review whose effects are still to come, locked. */
export async function lockUnapplied(tx: Tx, userId: string, id: string): Promise<ReviewRow | undefined> {
  const [row] = await tx.call<ReviewRow>(
    `select ${COLUMNS} from reviews
     where user_id = $1 and id = $2 and status <> 'open' and applied_at is null for update`,
    [userId, id],
  );
  return row;
}

export async function markApplied(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call('update reviews set applied_at = $3 where user_id = $1 and id = $2', [userId, id, now]);
}

export async function findOpen(tx: Tx, id: string): Promise<ReviewRow | undefined> {
  const [row] = await tx.call<ReviewRow>(`select ${COLUMNS} from reviews where id = $1 and status = 'open'`, [
    id,
  ]);
  return row;
}

export async function markAnnounced(tx: Tx, userId: string, id: string, at: Date | null): Promise<void> {
  await tx.call('update reviews set announced_at = $3 where user_id = $1 and id = $2', [userId, id, at]);
}

/** A verdict whose effects were lost on the way: the process that wrote it ended. */
export interface Unapplied {
  readonly user_id: string;
  readonly id: string;
  readonly decided_at: Date;
}

/** The oldest of them, from the one after `after` on. */
export async function listUnapplied(
  tx: Tx,
  before: Date,
  { after, limit }: { readonly after: Unapplied | undefined; readonly limit: number },
): Promise<Unapplied[]> {
  return tx.call<Unapplied>(
    `select user_id, id, decided_at from reviews
     where status <> 'open' and applied_at is null and decided_at <= $1
       and ($2::timestamptz is null or (decided_at, id) > ($2, $3::uuid))
     order by decided_at, id limit $4`,
    [before, after?.decided_at ?? null, after?.id ?? null, limit],
  );
}
