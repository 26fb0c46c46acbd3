import { type Patience, openPool } from '@mohlat/platform/db/pool.ts';
import type pg from 'pg';

export { LOCK_MS, type Patience } from '@mohlat/platform/db/pool.ts';

/** Roles the server works under; each has only the grants its work needs. */
export type DatabaseRole = 'mohlat_api' | 'mohlat_worker' | 'mohlat_auth' | 'mohlat_staff';

/** The `options` of a connection by itself that works under a role. A login of that role may take it on as well. */
export const asRole = (role: DatabaseRole): string => `-c role=${role}`;

/** Opens a pool whose connections work under one role; without a role they work as the owner. */
export function createPool(
  databaseUrl: string,
  role: DatabaseRole | undefined,
  max: number,
  patience: Patience = {},
): pg.Pool {
  const waitsForLocks = role === 'mohlat_worker';
  return openPool(databaseUrl, { ...patience, max, role, name: role ?? 'mohlat_owner', waitsForLocks });
}
