import { settingsAt } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';

/** True when a shortage began that staff have to hear of. Rule: PAY-23. */
export async function lookAtFloat(tx: Tx, now: Date): Promise<boolean> {
  const { floatLowWaterPaise } = await settingsAt(tx, now);
  const [row] = await tx.call<{ tells: boolean | null }>('select float_look($1, $2) as tells', [
    now,
    floatLowWaterPaise,
  ]);
  return row?.tells === true;
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
