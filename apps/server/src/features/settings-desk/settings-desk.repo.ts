import { settingsAt } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';

/** The object id of proposals about settings: one proposal is open at a time for all settings together. */
export const SETTINGS_ID = '00000000-0000-7000-8000-000000005e77';

export interface VersionRow {
  readonly version: number;
  /** The start of the version; null for one that was taken back, which would start at the end of time. */
  readonly starts_at: Date | null;
  readonly content: unknown;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly creator_name: string | null;
  readonly approved_by: string | null;
  readonly approver_name: string | null;
  readonly reason: string | null;
  readonly withdrawn_at: Date | null;
  /** The decision of two people; null where one was enough. */
  readonly approval_id: string | null;
}

const SELECT = `select s.version, nullif(s.effective_at, 'infinity') as starts_at, s.content, s.created_at, s.created_by,
    c.name as creator_name, a.decided_by as approved_by, d.name as approver_name, s.reason, s.withdrawn_at, s.approval_id
  from settings s
  left join approvals a on a.id = s.approval_id
  left join staff_register c on c.staff_id = s.created_by
  left join staff_register d on d.staff_id = a.decided_by`;

/** Versions newest first, below one where it is named. */
export function listVersions(tx: Tx, below: number | null, limit: number): Promise<VersionRow[]> {
  return tx.call<VersionRow>(
    `${SELECT} where $1::integer is null or s.version < $1 order by s.version desc limit $2`,
    [below, limit],
  );
}

/** The version in force at an instant, and all that are to come. */
export async function listCurrent(tx: Tx, now: Date): Promise<VersionRow[]> {
  const { version } = await settingsAt(tx, now);
  return tx.call<VersionRow>(
    `${SELECT} where s.withdrawn_at is null and (s.effective_at > $1 or s.version = $2)
     order by s.effective_at, s.version`,
    [now, version],
  );
}

export async function findVersion(tx: Tx, version: number): Promise<VersionRow | undefined> {
  const [row] = await tx.call<VersionRow>(`${SELECT} where s.version = $1`, [version]);
  return row;
}

/** The version a version was made upon: the newest before it that was not taken back. */
export async function findBefore(tx: Tx, version: number): Promise<VersionRow | undefined> {
  const [row] = await tx.call<VersionRow>(
    `${SELECT} where s.version < $1 and s.withdrawn_at is null order by s.version desc limit 1`,
    [version],
  );
  return row;
}

/** The newest version that stands, and the latest instant at which one begins. No other request adds one meanwhile. */
export async function lockNewest(tx: Tx): Promise<{ row: VersionRow; lastStart: Date; highest: number }> {
  await tx.call('select pg_advisory_xact_lock(715004)');
  const [row] = await tx.call<VersionRow>(
    `${SELECT} where s.withdrawn_at is null order by s.version desc limit 1`,
  );
  const [last] = await tx.call<{ at: Date; highest: number }>(
    `select max(effective_at) filter (where withdrawn_at is null) as at, max(version) as highest from settings`,
  );
  return { row: row!, lastStart: last!.at, highest: last!.highest };
}

export interface NewVersion {
  readonly version: number;
  readonly startsAt: Date;
  readonly content: object;
  readonly createdBy: string;
  readonly approvalId: string | null;
  readonly reason: string;
}

export async function insertVersion(tx: Tx, one: NewVersion, now: Date): Promise<void> {
  await tx.call(
    `insert into settings (version, effective_at, content, created_at, created_by, approval_id, reason)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [one.version, one.startsAt, JSON.stringify(one.content), now, one.createdBy, one.approvalId, one.reason],
  );
}

/** False where it has begun, or was taken back before. */
export async function withdraw(
  tx: Tx,
  version: number,
  by: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update settings set effective_at = 'infinity', withdrawn_at = $4, withdrawn_by = $2, withdrawn_reason = $3
     where version = $1 and withdrawn_at is null and effective_at > $4 returning version`,
    [version, by, reason, now],
  );
  return rows.length > 0;
}

export async function findOpenApproval(tx: Tx, objectId: string, now: Date): Promise<string | null> {
  const [row] = await tx.call<{ id: string }>(
    "select id from approvals where kind = 'settings' and object_id = $1 and status = 'open' and expires_at > $2",
    [objectId, now],
  );
  return row?.id ?? null;
}

/** Finds the proposer of an approval that a second person has decided. */
export async function findProposer(tx: Tx, approvalId: string): Promise<string> {
  const [row] = await tx.call<{ proposed_by: string }>('select proposed_by from approvals where id = $1', [
    approvalId,
  ]);
  return row!.proposed_by;
}
