import type { StaffRole } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';

export interface StaffRow {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly StaffRole[];
}

/** The name is that of the register: the one in the profile is for its owner to change. Rule: LEND-24 */
const MEMBERS = `select a.id, r.name, a.email, a.roles from staff_accounts a
  left join staff_register r on r.staff_id = a.id`;

/** By name, then address; colleagues without one come after those with one. */
function compare(one: StaffRow, other: StaffRow): number {
  for (const part of ['name', 'email', 'id'] as const) {
    const [mine, theirs] = [one[part], other[part]];
    if (mine === theirs) continue;
    if (mine === null || theirs === null) return mine === null ? 1 : -1;
    return mine < theirs ? -1 : 1;
  }
  return 0;
}

/** Everybody who is staff, by name; only those behind `after`, who may be staff no longer. None where that account is gone: its place is. */
export async function listStaff(tx: Tx, after: string | undefined): Promise<StaffRow[]> {
  const accounts = await tx.call<StaffRow & { readonly is_listed: boolean }>(
    `select m.*, a.is_staff and a.deleted_at is null as is_listed from (${MEMBERS}) m join staff_accounts a on a.id = m.id
     where (a.is_staff and a.deleted_at is null) or a.id = $1`,
    [after ?? null],
  );
  const isGone = after !== undefined && !accounts.some(({ id }) => id === after);
  if (isGone) return [];
  const from = accounts.find(({ id }) => id === after);
  return accounts
    .filter((row) => row.is_listed && (from === undefined || compare(row, from) > 0))
    .map(({ id, name, email, roles }) => ({ id, name, email, roles }))
    .toSorted(compare);
}

/** One of them, with when this session last passed a second factor. */
export async function findMember(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<(StaffRow & { readonly factorAt: Date | null }) | undefined> {
  const [member] = await tx.call<StaffRow>(`${MEMBERS} where a.id = $1`, [userId]);
  const [session] = await tx.call<{ at: Date | null }>(
    'select second_factor_at as at from staff_sessions where user_id = $1 and id = $2',
    [userId, sessionId],
  );
  return member && { ...member, factorAt: session?.at ?? null };
}
