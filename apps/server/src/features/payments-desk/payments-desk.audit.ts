import type { Trace } from '#platform/http/trace.ts';
import type { AuditAction } from '@mohlat/contract';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';

/** One row of the audit log about a payment, or about a list of them. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly paymentId: string | null;
  readonly userId: string | null;
  readonly details: object;
}

/** Writes who looked or did, in the transaction in which it happens. */
export function audit(
  tx: Tx,
  { action, paymentId, userId, details }: AuditEntry,
  trace: Trace,
  now: Date,
): Promise<void> {
  const note = { action, objectKind: 'payment', objectId: paymentId, subjectId: userId, details };
  return writeAudit(tx, now, note, trace);
}
