import type { exportAudit, QueryOf } from '@mohlat/contract';
import { IS_AGAINST_READER } from '#features/approvals/index.ts';
import type { Tx } from '#platform/db/database.ts';

/** SQL: the id of the object a row is about; for a search in the log, the object searched for. */
const ABOUT = `coalesce(l.object_id, case when l.action in ('audit.read', 'audit.exported')
  then (l.details #>> '{filters,objectId}')::uuid end)`;

/**
 * SQL: the members a row tells of; a search in the log tells whom it looked for, and so does one among the tickets. A search by the id of
 * a thing tells of all whom the log names as its owners: they know the ids of their own payments. The owner of a payment is its subject.
 */
const TOLD_OF = `array[l.subject_id] || case when l.action in ('audit.read', 'audit.exported')
  then array[l.details #>> '{filters,subjectId}', l.details #>> '{filters,actorId}', l.details #>> '{filters,objectId}']::uuid[]
    || array(select o.subject_id from audit_log o where o.object_id = (l.details #>> '{filters,objectId}')::uuid and o.subject_id is not null)
  when l.action = 'tickets.read' then array[l.details ->> 'userId']::uuid[] else '{}' end`;

/**
 * SQL condition: the row tells its reader of acts on their own account. A member under suspicion would be warned by it, as by their
 * own timeline. Needs a transaction of staff. Rule: LEND-24
 */
const IS_ABOUT_READER = `(app_staff_id() = any (${TOLD_OF})) is true`;

export type AuditFilters = QueryOf<typeof exportAudit>;

export interface AuditRow {
  /** Its place in the chain, never shown: a gap would tell the reader that a row is kept from them. */
  readonly seq: number;
  readonly at: Date;
  readonly actor_kind: 'staff' | 'desk' | 'system';
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  /** Held when they acted; null of a machine, and in rows written before they were kept. */
  readonly actor_roles: readonly string[] | null;
  readonly action: string;
  readonly object_kind: string;
  readonly object_id: string | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly details: Record<string, unknown>;
  readonly reason: string | null;
  readonly ip: string | null;
  readonly request_id: string | null;
  /** One reader may not see it: where they read, it is not counted either. */
  readonly is_kept_back: boolean;
}

/**
 * Rows that match, newest first. A kind of action is a range of the index: a full stop is followed by a slash.
 * Days are India's.
 */
export async function listRows(
  tx: Tx,
  filters: AuditFilters,
  page: { readonly beforeSeq: number | null; readonly limit: number },
): Promise<AuditRow[]> {
  return tx.call<AuditRow>(
    `select l.seq, l.at, l.actor_kind, l.actor_id, a.name as actor_name, l.action, l.object_kind, l.object_id,
       l.subject_id, coalesce(c.name, s.full_name) as subject_name, l.details - 'roles' as details,
       l.details -> 'roles' as actor_roles, l.reason, abbrev(l.ip) as ip, l.request_id,
       exists (select from approvals a where a.id = ${ABOUT} and a.kind = 'colleague_block')
         or exists (select from staff_register r where r.staff_id = any (${TOLD_OF})) as is_kept_back
     from audit_log l
     left join staff_register a on a.staff_id = l.actor_id
     left join staff_register c on c.staff_id = l.subject_id
     left join profiles s on s.user_id = l.subject_id
     where ($1::text is null or l.actor_kind = $1) and ($2::uuid is null or l.actor_id = $2)
       and ($3::uuid is null or l.subject_id = $3) and ($4::uuid is null or l.object_id = $4)
       and ($5::text is null or l.action = $5 or (l.action ~>=~ ($5 || '.') and l.action ~<~ ($5 || '/')))
       and ($6::date is null or l.at >= $6::date::timestamp at time zone 'Asia/Kolkata')
       and ($7::date is null or l.at < ($7::date + 1)::timestamp at time zone 'Asia/Kolkata')
       and ($8::bigint is null or l.seq < $8)
       and not exists (select from approvals a where a.id = ${ABOUT} and ${IS_AGAINST_READER}) and not ${IS_ABOUT_READER}
     order by l.seq desc limit $9`,
    [
      filters.actorKind ?? null,
      filters.actorId ?? null,
      filters.subjectId ?? null,
      filters.objectId ?? null,
      filters.action ?? null,
      filters.from ?? null,
      filters.to ?? null,
      page.beforeSeq,
      page.limit,
    ],
  );
}

/** Those of the tables with an index by the id alone: staff name their rows without the owner. */
export async function listNamedById(tx: Tx, tables: readonly string[]): Promise<string[]> {
  const rows = await tx.call<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_index i on i.indrelid = c.oid and i.indisvalid and i.indpred is null
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'id'
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** Finds the owner of a row of these tables; null where the id is of none, or the row no person's. The staff's role does not read them all: in a transaction of a worker. */
export async function findOwner(tx: Tx, tables: readonly string[], id: string): Promise<string | null> {
  const [row] = await tx.call<{ user_id: string | null }>(
    tables
      .map((table) => `select nullif(user_id, house_id()) as user_id from ${table} where id = $1`)
      .join(' union all '),
    [id],
  );
  return row?.user_id ?? null;
}

/** Whether a member of staff has looked for the same since an instant: the newest of their rows are searched. */
export async function hasLooked(
  tx: Tx,
  actorId: string,
  filters: AuditFilters,
  since: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from audit_log where actor_id = $1 and at > $3 and action = 'audit.read' and details -> 'filters' = $2::jsonb limit 1`,
    [actorId, JSON.stringify(filters), since],
  );
  return rows.length > 0;
}
