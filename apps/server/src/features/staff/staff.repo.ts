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

/** Everybody who is staff, by name. */
export function listStaff(tx: Tx): Promise<StaffRow[]> {
  return tx.call<StaffRow>(
    `${MEMBERS} where a.is_staff and a.deleted_at is null order by r.name collate "C", a.email, a.id`,
  );
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
