import { type Patience, openPool } from '@mohlat/platform/db/pool.ts';
import type pg from 'pg';

export { LOCK_MS, type Patience } from '@mohlat/platform/db/pool.ts';

/** Roles the server works under; each has only the grants its work needs. */
export type DatabaseRole = 'mohlat_api' | 'mohlat_worker' | 'mohlat_auth' | 'mohlat_staff';

/** The `options` of a connection by itself that works under a role. A login of that role may take it on as well. */
export const asRole = (role: DatabaseRole): string => `-c role=${role}`;

/**
 * Connections of a process of the API for looks of balancers and of Prometheus, beside its pool: requests that wait, for a follower of
 * the database or for a lock, may have all of that.
 */
export const LOOKS_POOL_MAX = 2;
/** Less than the three seconds after which the shipped proxy takes a look for a red one. */
export const LOOKS_PATIENCE: Patience = { connectMs: 2500, statementMs: 2000, silenceMs: 500 };

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
