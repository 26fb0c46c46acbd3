import { fieldBytes, fieldSaltBytes, leafBytes } from '@mohlat/contract';
import type { Field } from '@mohlat/lending';
import { sha256 } from './merkle.ts';

/** A row of the audit log without its text: details, reason and address are bound by the row's own hash. */
export interface AuditRow {
  readonly seq: string;
  readonly at: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly object_kind: string;
  readonly object_id: string | null;
  readonly subject_id: string | null;
  readonly request_id: string | null;
  /** Hex. */
  readonly hash: string;
}

/** The fixed encoding of a row of the audit log for its leaf. Rule: LEND-24 (audit log) */
export function auditFields(row: AuditRow): readonly Field[] {
  return [
    ['seq', row.seq],
    ['at', row.at],
    ['actorKind', row.actor_kind],
    ['actor', row.actor_id ?? ''],
    ['action', row.action],
    ['objectKind', row.object_kind],
    ['object', row.object_id ?? ''],
    ['subject', row.subject_id ?? ''],
    ['request', row.request_id ?? ''],
    ['hash', row.hash],
  ];
}

/** Opens one field to a reader who is shown no other. */
export function fieldSaltOf(rowSalt: Uint8Array, name: string): Buffer {
  return sha256(fieldSaltBytes(rowSalt, name));
}

export function digestsOf(fields: readonly Field[], rowSalt: Uint8Array): Buffer[] {
  return fields.map(([name, value]) => sha256(fieldBytes(fieldSaltOf(rowSalt, name), name, value)));
}

/** The leaf of a row: its fields, each hidden by a salt that follows from the row's. */
export function leafOf(fields: readonly Field[], rowSalt: Uint8Array): Buffer {
  return sha256(leafBytes(digestsOf(fields, rowSalt)));
}
