import type { AuditAction } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Trace } from '#platform/http/trace.ts';

/** The object id of proposals about settings: one proposal is open at a time for all settings together. */
export const SETTINGS_ID = '00000000-0000-7000-8000-000000005e77';

export async function audit(
  tx: Tx,
  {
    action,
    details,
    reason,
  }: { readonly action: AuditAction; readonly details: object; readonly reason: string },
  { ip, requestId }: Trace,
  now: Date,
): Promise<void> {
  const values = [now, action, 'settings', SETTINGS_ID, null, JSON.stringify(details), reason, ip, requestId];
  await tx.call('select audit_staff($1, $2, $3, $4, $5, $6, $7, $8, $9)', values);
}
