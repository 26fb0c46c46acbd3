import type { Pausable, Pause } from '@mohlat/contract';
import { writeAudit } from '#platform/audit/audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Trace } from '#platform/http/trace.ts';
import { SETTINGS_ID } from './settings-desk.repo.ts';

/** Lists what is paused. */
export async function listPauses(tx: Tx): Promise<Pause[]> {
  const rows = await tx.call<{
    capability: Pausable;
    started_at: Date;
    started_by: string;
    name: string | null;
    reason: string;
  }>(
    `select p.capability, p.started_at, p.started_by, s.name, p.reason
     from capability_pauses p left join staff_register s on s.staff_id = p.started_by
     where p.ended_at is null order by p.capability`,
  );
  return rows.map((row) => ({
    capability: row.capability,
    since: row.started_at.toISOString(),
    by: { id: row.started_by, name: row.name },
    reason: row.reason,
  }));
}

export interface WantedPause {
  readonly capability: Pausable;
  readonly isPaused: boolean;
  readonly reason: string;
}

/**
 * Pauses a capability, or lets it go on, from this instant on and by one person's word: it changes no terms, and whoever sees money go
 * wrong does not wait for a second one. Throws settings_changed. Rule: LEND-18
 */
export async function setPause(
  tx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  { capability, isPaused, reason }: WantedPause,
  trace: Trace,
  now: Date,
): Promise<{ paused: Pause[] }> {
  const changed = isPaused
    ? await tx.call(
        `insert into capability_pauses (id, capability, started_at, started_by, reason) values ($1, $2, $3, $4, $5)
         on conflict (capability) where ended_at is null do nothing returning id`,
        [newId(), capability, now, userId, reason],
      )
    : await tx.call(
        `update capability_pauses set ended_at = $2, ended_by = $3, end_reason = $4
         where capability = $1 and ended_at is null returning id`,
        [capability, now, userId, reason],
      );
  if (changed.length === 0) throw new DomainError('settings_changed');
  const action = isPaused ? 'settings.paused' : 'settings.resumed';
  const note = { objectKind: 'settings', objectId: SETTINGS_ID, details: { capability }, reason };
  await writeAudit(tx, now, { action, ...note }, trace);
  return { paused: await listPauses(tx) };
}
