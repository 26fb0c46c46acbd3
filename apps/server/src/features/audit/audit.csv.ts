import { cleanName } from '@mohlat/contract';
import type { AuditRow } from './audit.repo.ts';

const COLUMNS = [
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
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

/** The rows as a sheet. What a program would take for a formula is kept as text. */
export function auditCsv(rows: readonly AuditRow[]): Buffer {
  const lines = [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => cellOf(column, row[column])))];
  return Buffer.from(`\uFEFF${lines.map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`);
}

function cellOf(column: keyof AuditRow, value: AuditRow[keyof AuditRow]): string {
  if (value === null) return '';
  if (NAMES.has(column) && typeof value === 'string') return cleanName(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
