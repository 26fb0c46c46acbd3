import { type FloatFacts, floatLook, type FloatState, isFloatLookDue } from '@mohlat/lending';
import { paise } from '@mohlat/money';
import { settingsAt } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';

/**
 * True when a shortage began that staff have to hear of. One worker looks at a time; the others go on.
 * Rule: PAY-23. Locks: the one row of float_state, which acceptances read and never lock.
 */
export async function lookAtFloat(tx: Tx, now: Date): Promise<boolean> {
  const [state] = await tx.call<FloatState & Record<string, unknown>>(
    `select is_short as "isShort", since, looked_at as "lookedAt", told_at as "toldAt" from float_state for update skip locked`,
  );
  if (!state || !isFloatLookDue(state, now)) return false;
  const { floatLowWaterPaise } = await settingsAt(tx, now);
  const facts = floatLowWaterPaise > 0 ? await findFacts(tx) : null;
  const look = floatLook(state, facts, paise(floatLowWaterPaise), now);
  await tx.call(
    'update float_state set balance_paise = $1, is_short = $2, since = $3, looked_at = $4, told_at = $5',
    [look.balancePaise, look.isShort, look.since, look.lookedAt, look.toldAt],
  );
  return look.tells;
}

async function findFacts(tx: Tx): Promise<FloatFacts> {
  const [facts] = await tx.call<FloatFacts & Record<string, unknown>>(
    `select float_balance() as "balancePaise",
       (select max(accepted_at) from payments where failure_reason = 'float_short') as "refusedAt"`,
  );
  return facts!;
}

export async function listStaffOf(tx: Tx, role: string, now: Date): Promise<string[]> {
  const rows = await tx.call<{ id: string }>('select id from auth.staff_with($1, $2) as id', [role, now]);
  return rows.map(({ id }) => id);
}

export const FLOAT_SQL =
  'select is_short as "isShort", since, balance_paise as "balancePaise" from float_state where balance_paise is not null';

/** The float at the last look; undefined where no low-water mark is set. */
export interface FloatRow {
  readonly isShort: boolean;
  readonly since: Date | null;
  readonly balancePaise: number;
}

export async function findFloat(tx: Tx): Promise<FloatRow | undefined> {
  const [row] = await tx.call<FloatRow>(FLOAT_SQL);
  return row;
}
