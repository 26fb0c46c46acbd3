import type { AuditAction } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Trace } from '#platform/http/trace.ts';

/** The content of one audit row; its writer masks the identifiers in it. */
export interface AuditNote {
  readonly action: AuditAction;
  readonly objectKind: string;
  readonly objectId?: string | null;
  /** The owner of the account it concerns. */
  readonly subjectId?: string | null;
  readonly details?: object;
  readonly reason?: string | null;
}

/** Writes a row under the name of the member of staff this transaction acts as. Rule: LEND-24 */
export async function writeAudit(
  tx: Tx,
  now: Date,
  note: AuditNote,
  { ip, requestId }: Trace,
): Promise<void> {
  await tx.call('select audit_staff($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    now,
    note.action,
    note.objectKind,
    note.objectId ?? null,
    note.subjectId ?? null,
    JSON.stringify(note.details ?? {}),
    note.reason ?? null,
    ip,
    requestId,
  ]);
}
