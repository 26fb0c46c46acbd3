import { cleanName } from '@mohlat/contract';
import { CSV_MARK, csvLines } from '#platform/csv/csv.ts';
import type { AuditRow } from './audit.repo.ts';

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
] as const satisfies readonly (keyof AuditRow)[];

const NAMES: ReadonlySet<keyof AuditRow> = new Set(['actor_name', 'subject_name']);

/** Writes the rows as a sheet. */
export function auditCsv(rows: readonly AuditRow[]): Buffer {
  const cells = rows.map((row) => COLUMNS.map((column) => cellOf(column, row[column])));
  return Buffer.from(CSV_MARK + csvLines([COLUMNS, ...cells], { isQuoted: true }));
}

function cellOf(column: keyof AuditRow, value: AuditRow[keyof AuditRow]): string {
  if (value === null) return '';
  if (NAMES.has(column) && typeof value === 'string') return cleanName(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
