import type { ApprovalItem, ApprovalKind, AuditAction } from '@mohlat/contract';
import { directionOf, type ListPlace, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

export interface ApprovalRow {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly object_id: string;
  readonly subject_id: string | null;
  readonly payload: unknown;
  readonly reason: string;
  readonly status: ApprovalItem['status'];
  readonly proposed_by: string;
  /** The proposer held one of these when it was proposed. */
  readonly proposer_roles: readonly string[];
  readonly proposed_at: Date;
  readonly expires_at: Date;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

/** As staff read it, with names. */
export interface StaffApprovalRow extends ApprovalRow {
  readonly subject_name: string | null;
  readonly proposer_name: string | null;
  readonly decider_name: string | null;
}

/**
 * SQL condition: the row `a` is a proposal to block the reader's own account, also one that was turned down or ran out. Warned, a
 * reader could undo much before two people have decided; any other reader may see it. Needs a transaction of staff. Rule: LEND-24
 */
export const IS_AGAINST_READER = "(a.kind = 'colleague_block' and a.subject_id = app_staff_id()) is true";

/** SQL: the status of the row `a` at an instant. One past its last instant is expired, also before the sweep writes it. */
export const statusAt = (instant: `$${number}`) =>
  `case when a.status = 'open' and a.expires_at <= ${instant} then 'expired' else a.status end`;

const COLUMNS = `a.id, a.kind, a.object_id, a.subject_id, a.payload, a.reason, a.proposed_by, a.proposer_roles, a.proposed_at,
  a.expires_at, a.decided_by, a.decided_at, a.note`;
/** $1 is the instant of reading. */
const FOR_STAFF = `select ${COLUMNS}, ${statusAt('$1')} as status, s.full_name as subject_name, p.name as proposer_name, d.name as decider_name
  from approvals a
  left join profiles s on s.user_id = a.subject_id
  left join staff_register p on p.staff_id = a.proposed_by
  left join staff_register d on d.staff_id = a.decided_by`;

export async function findForStaff(tx: Tx, id: string, now: Date): Promise<StaffApprovalRow | undefined> {
  const [row] = await tx.call<StaffApprovalRow>(
    `${FOR_STAFF} where a.id = $2 and not (${IS_AGAINST_READER})`,
    [now, id],
  );
  return row;
}

/** A page for staff; one row too many. */
export async function listForStaff(
  tx: Tx,
  page: {
    readonly status: string;
    readonly kind?: string | undefined;
    readonly objectId?: string | undefined;
    readonly order: 'newest' | 'oldest';
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
  now: Date,
): Promise<StaffApprovalRow[]> {
  const after: ListPlace | undefined = readCursor(page.cursor);
  const { direction, beyond } = directionOf(page.order);
  return tx.call<StaffApprovalRow>(
    `${FOR_STAFF}
     where not (${IS_AGAINST_READER}) and (a.status = $7 or (a.status = 'open' and $7 = 'expired')) and ${statusAt('$1')} = $7
       and ($2::text is null or a.kind = $2) and ($3::uuid is null or a.object_id = $3)
       and ($4::timestamptz is null or (a.proposed_at, a.id) ${beyond} ($4, $5::uuid))
     order by a.proposed_at ${direction}, a.id ${direction} limit $6`,
    [
      now,
      page.kind ?? null,
      page.objectId ?? null,
      after?.at ?? null,
      after?.id ?? null,
      page.limit + 1,
      page.status,
    ],
  );
}

export async function lock(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await tx.call<ApprovalRow>(
    `select ${COLUMNS}, a.status from approvals a where a.id = $1 for update`,
    [id],
  );
  return row;
}

/** Whether who proposed it still holds a role it was proposed under. */
export async function isProposerEntitled(
  tx: Tx,
  { proposed_by: by, proposer_roles: roles }: ApprovalRow,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.call<{ holds: boolean }>('select auth.holds_role($1, $2, $3) as holds', [
    by,
    roles,
    now,
  ]);
  return row?.holds === true;
}

/** Finds the name of a member of staff, as the register has it. */
export async function findName(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.call<{ name: string | null }>(
    'select name from staff_register where staff_id = $1',
    [userId],
  );
  return row?.name ?? null;
}

export interface Proposal {
  readonly kind: ApprovalKind;
  readonly objectId: string;
  readonly userId: string | null;
  readonly payload: object;
  readonly reason: string;
}

/** Undefined when the same is open already. */
export async function insert(
  tx: Tx,
  { kind, objectId, userId, payload, reason }: Proposal,
  by: {
    readonly proposedBy: string;
    readonly roles: readonly string[];
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<string | undefined> {
  const [row] = await tx.call<{ id: string }>(
    `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at, proposer_roles)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (kind, object_id) where status = 'open' do nothing returning id`,
    [kind, objectId, userId, JSON.stringify(payload), reason, by.proposedBy, by.now, by.expiresAt, by.roles],
  );
  return row?.id;
}

export async function decide(
  tx: Tx,
  id: string,
  decision: {
    readonly status: 'approved' | 'rejected' | 'withdrawn';
    readonly by: string;
    readonly now: Date;
    readonly note: string | null;
  },
): Promise<void> {
  await tx.call(
    'update approvals set status = $2, decided_by = $3, decided_at = $4, note = $5 where id = $1',
    [id, decision.status, decision.by, decision.now, decision.note],
  );
}

/** Expires the proposals that were not decided in time; answers how many. */
export async function expire(tx: Tx, now: Date, limit: number): Promise<number> {
  const rows = await tx.call(
    `with gone as (
       update approvals a set status = 'expired', decided_at = $1
       from (select id from approvals where status = 'open' and expires_at <= $1 order by expires_at limit $2
             for update skip locked) due
       where a.id = due.id
       returning a.id, a.subject_id, a.kind
     )
     select audit_system($1, 'system', $3, 'approval', g.id, g.subject_id,
       jsonb_build_object('kind', g.kind, 'before', 'open', 'after', 'expired'), null)
     from gone g`,
    [now, limit, 'approval.expired' satisfies AuditAction],
  );
  return rows.length;
}
