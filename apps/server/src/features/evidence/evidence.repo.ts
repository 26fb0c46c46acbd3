import type { AuditRow } from '#ledger/leaf.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANCHOR_COLUMNS, type AnchorRow, JOURNAL_COLUMNS, type JournalRow } from './evidence.rows.ts';

/** Anchors whose days a late row may belong to. No transaction of ours stays open for so long. */
const LATE_ANCHORS = 7;
const ANCHORING_LOCK = 715_010;

/** False while another worker makes an anchor; the lock ends with the transaction. */
export async function tryLock(tx: Tx): Promise<boolean> {
  const [row] = await tx.call<{ is_ours: boolean }>('select pg_try_advisory_xact_lock($1) as is_ours', [
    ANCHORING_LOCK,
  ]);
  return row!.is_ours;
}

export type LastAnchor = AnchorRow & { readonly audit_through: number };

export async function findLast(tx: Tx): Promise<LastAnchor | undefined> {
  const [row] = await tx.call<LastAnchor>(
    `select ${ANCHOR_COLUMNS}, a.audit_through from anchors a order by a.number desc limit 1`,
  );
  return row;
}

/** The first closed day without an anchor. */
export async function findDay(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.call<{ day: string | null }>(
    `select min(day_on)::text as day from business_days
     where closed_at is not null and day_on > coalesce((select max(day_on) from anchors), '-infinity')`,
  );
  return row?.day ?? undefined;
}

/**
 * Begins to read what an anchor takes: the journals of its days, and those of the days before that were committed after
 * their anchor was made. Journals posted to a day after its close are not allowed and are not taken.
 */
export async function openJournals(tx: Tx, number: number, day: string): Promise<void> {
  await tx.call(
    `declare unanchored no scroll cursor for
     select ${JOURNAL_COLUMNS} from journals j
     join business_days b on b.day_on = j.posting_on
     where j.posting_on <= $2 and j.posted_at <= b.closed_at
       and j.posting_on > coalesce((select day_on from anchors where number = $1::integer - ${LATE_ANCHORS + 1}), '-infinity')
       and not exists (select 1 from journal_leaves l where l.user_id = j.user_id and l.journal_id = j.id)
     order by j.user_id, j.id`,
    [number, day],
  );
}

export function nextJournals(tx: Tx, count: 100): Promise<JournalRow[]> {
  return tx.call<JournalRow>(`fetch ${count} from unanchored`);
}

export function nextAuditRows(tx: Tx, afterSeq: number, count: number): Promise<AuditRow[]> {
  return tx.call<AuditRow>('select * from audit_rows($1, $2)', [afterSeq, count]);
}

export interface NewLeaf<Row> {
  readonly row: Row;
  readonly position: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export async function insertJournalLeaves(
  tx: Tx,
  anchor: number,
  leaves: readonly NewLeaf<JournalRow>[],
): Promise<void> {
  await tx.call(
    `insert into journal_leaves (user_id, journal_id, anchor, position, salt, hash)
     select x.user_id, x.journal_id, $1, x.position, x.salt, x.hash
     from unnest($2::uuid[], $3::uuid[], $4::integer[], $5::bytea[], $6::bytea[])
       as x(user_id, journal_id, position, salt, hash)`,
    [anchor, leaves.map(({ row }) => row.user_id), leaves.map(({ row }) => row.id), ...columns(leaves)],
  );
}

export async function insertAuditLeaves(
  tx: Tx,
  anchor: number,
  leaves: readonly NewLeaf<AuditRow>[],
): Promise<void> {
  await tx.call(
    `insert into audit_leaves (seq, anchor, position, salt, hash)
     select x.seq, $1, x.position, x.salt, x.hash
     from unnest($2::bigint[], $3::integer[], $4::bytea[], $5::bytea[]) as x(seq, position, salt, hash)`,
    [anchor, leaves.map(({ row }) => row.seq), ...columns(leaves)],
  );
}

function columns(leaves: readonly NewLeaf<unknown>[]): unknown[] {
  return [
    leaves.map(({ position }) => position),
    leaves.map(({ salt }) => salt),
    leaves.map(({ hash }) => hash),
  ];
}

export interface NewAnchor extends AnchorRow {
  readonly made_at: Date;
  readonly journal_blocks: readonly Buffer[];
  readonly audit_through: number;
}

export async function insertAnchor(tx: Tx, anchor: NewAnchor): Promise<void> {
  await tx.call(
    `insert into anchors (number, day_on, made_at, journal_count, journal_root_hash, journal_blocks, audit_count, audit_root_hash,
       audit_through, previous_hash, key_id, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      anchor.number,
      anchor.day_on,
      anchor.made_at,
      anchor.journal_count,
      anchor.journal_root_hash,
      anchor.journal_blocks,
      anchor.audit_count,
      anchor.audit_root_hash,
      anchor.audit_through,
      anchor.previous_hash,
      anchor.key_id,
      anchor.signature,
    ],
  );
}

/** The anchors that do not lie in the file store yet, the oldest first. */
export function listUnkept(tx: Tx, limit: number, after = 0): Promise<AnchorRow[]> {
  return tx.call<AnchorRow>(
    `select ${ANCHOR_COLUMNS} from anchors a where a.kept_at is null and a.number > $2 order by a.number limit $1`,
    [limit, after],
  );
}

export async function markKept(tx: Tx, number: number, now: Date): Promise<void> {
  await tx.call('update anchors set kept_at = $2 where number = $1 and kept_at is null', [number, now]);
}

/** Newest first, before a number. */
export function listBefore(tx: Tx, before: number | undefined, limit: number): Promise<AnchorRow[]> {
  return tx.call<AnchorRow>(
    `select ${ANCHOR_COLUMNS} from anchors a where $1::integer is null or a.number < $1 order by a.number desc limit $2`,
    [before ?? null, limit],
  );
}

export type Booked = JournalRow &
  AnchorRow & { readonly position: number; readonly salt: Buffer; readonly journal_blocks: Buffer[] };

/** The anchored booking of a person's payment; undefined while there is none. */
export async function findBooked(tx: Tx, userId: string, paymentId: string): Promise<Booked | undefined> {
  const [row] = await tx.call<Booked>(
    `select ${JOURNAL_COLUMNS}, ${ANCHOR_COLUMNS}, a.journal_blocks, l.position, l.salt
     from journals j
     join journal_leaves l on l.user_id = j.user_id and l.journal_id = j.id
     join anchors a on a.number = l.anchor
     where j.user_id = $1 and j.source_kind = 'loan_booked' and j.loan_id = $2 and l.salt is not null
     order by j.posted_at desc limit 1`,
    [userId, paymentId],
  );
  return row;
}

export async function listHashes(tx: Tx, anchor: number, from: number, to: number): Promise<Buffer[]> {
  const rows = await tx.call<{ hash: Buffer }>('select hash from anchored_hashes($1, $2, $3)', [
    anchor,
    from,
    to,
  ]);
  return rows.map((row) => row.hash);
}
