import type { Trace } from '#platform/http/trace.ts';
import {
  type AnswerOf,
  AUDIT_EXPORT_MAX,
  type AuditEntry,
  cleanName,
  type exportAudit,
  type listAudit,
  type QueryOf,
} from '@mohlat/contract';
import type { Parts } from '#features/feature.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { CSV_MARK, csvLines } from '#platform/csv/csv.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './audit.repo.ts';

export interface AuditService {
  /** Audited once an hour of a person and what they look for, so that the log does not fill with looks at itself. */
  list(actor: Actor, page: QueryOf<typeof listAudit>, trace: Trace): Promise<AnswerOf<typeof listAudit>>;
  /** Throws export_too_large. Audited. */
  exportCsv(actor: Actor, filters: QueryOf<typeof exportAudit>, trace: Trace): Promise<Buffer>;
}

const LOOK_LASTS_MS = 3_600_000;

/** Reads and exports the audit log; each search writes an audit row, too. Rule: LEND-24 */
export function createAuditService({
  staff,
  worker,
  clock,
  vault,
  held,
}: Pick<Parts, 'staff' | 'worker' | 'clock' | 'vault' | 'held'>): AuditService {
  /** A search by a thing's id concerns its owner, who knows that id: they are kept from its row, as from all about themselves. */
  const ownerOf = async ({ objectId }: repo.AuditFilters) => {
    if (objectId === undefined) return null;
    const tables = held.map(({ table }) => table);
    const named = await worker.single((tx) => repo.listNamedById(tx, tables));
    return worker.single((tx) => repo.findOwner(tx, named, objectId));
  };
  return {
    list: async (actor, { limit, cursor, ...filters }, trace) => {
      const subjectId = await ownerOf(filters);
      return staff.asStaff(actor, async (tx) => {
        const place = { beforeSeq: readPlace(vault, cursor), limit: limit + 1 };
        const rows = await repo.listRows(tx, filters, place);
        const items = rows.slice(0, limit);
        const last = items.at(-1);
        const now = clock.now();
        const since = new Date(now.getTime() - LOOK_LASTS_MS);
        if (!(await repo.hasLooked(tx, actor.userId, filters, since)))
          await writeAudit(
            tx,
            now,
            { action: 'audit.read', objectKind: 'audit', subjectId, details: { filters } },
            trace,
          );
        return {
          items: items.map((row) => toEntry(row, nameOf(vault, row.seq))),
          nextCursor: rows.length > limit && last ? writePlace(vault, last.seq) : null,
        };
      });
    },
    exportCsv: async (actor, filters, trace) => {
      const subjectId = await ownerOf(filters);
      return staff.asStaff(actor, async (tx) => {
        const rows = await repo.listRows(tx, filters, { beforeSeq: null, limit: AUDIT_EXPORT_MAX + 1 });
        if (rows.length > AUDIT_EXPORT_MAX) throw new DomainError('export_too_large');
        // Leaves out rows that some reader is kept from: such a reader would see in this number that one is missing.
        const details = { filters, rows: rows.filter((row) => !row.is_kept_back).length };
        await writeAudit(
          tx,
          clock.now(),
          { action: 'audit.exported', objectKind: 'audit', subjectId, details },
          trace,
        );
        return auditCsv(rows);
      });
    },
  };
}

function toEntry(row: repo.AuditRow, id: string): AuditEntry {
  const person = (id: string | null, name: string | null) => (id === null ? null : { id, name });
  return {
    id,
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actor: person(row.actor_id, row.actor_name),
    actorRoles: row.actor_roles ?? [],
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    subject: person(row.subject_id, row.subject_name),
    details: row.details as AuditEntry['details'],
    reason: row.reason,
    ip: row.ip,
    requestId: row.request_id,
  };
}

const ROW = 'audit.row';
const CURSOR = 'audit.cursor';
/** As long as the highest number, so that its length tells nothing either. */
const DIGITS = 16;

/**
 * Names a row for the outside (keyed fingerprint): stable, the same for every reader, and silent about its place in the chain.
 * The chain's own numbers would show a reader that a row is kept from them. Rule: LEND-24
 */
function nameOf(vault: Vault, seq: number): string {
  return vault.fingerprint(String(seq), ROW).subarray(0, 18).toString('base64url');
}

/** Where a page ends, sealed. */
function writePlace(vault: Vault, seq: number): string {
  return vault.seal(String(seq).padStart(DIGITS, '0'), CURSOR).toString('base64url');
}

/** Throws validation_failed where it is not a cursor of ours. */
function readPlace(vault: Vault, cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  try {
    return Number(vault.open(Buffer.from(cursor, 'base64url'), CURSOR));
  } catch {
    throw new DomainError('validation_failed', {
      errors: [{ path: 'cursor', message: 'This is not a cursor we gave' }],
    });
  }
}

const COLUMNS = [
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'actor_roles',
  'action',
  'object_kind',
  'object_id',
  'subject_id',
  'subject_name',
  'reason',
  'details',
  'ip',
  'request_id',
] as const satisfies readonly (keyof repo.AuditRow)[];

const NAMES: ReadonlySet<keyof repo.AuditRow> = new Set(['actor_name', 'subject_name']);

/** Writes the rows as a sheet. */
function auditCsv(rows: readonly repo.AuditRow[]): Buffer {
  const cells = rows.map((row) => COLUMNS.map((column) => cellOf(column, row[column])));
  return Buffer.from(CSV_MARK + csvLines([COLUMNS, ...cells], { isQuoted: true }));
}

function cellOf(column: keyof repo.AuditRow, value: repo.AuditRow[keyof repo.AuditRow]): string {
  if (value === null) return '';
  if (NAMES.has(column) && typeof value === 'string') return cleanName(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
