import type { StaffRole } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';

export interface StaffRow {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly StaffRole[];
}

const ACCOUNTS = 'select a.id, a.email, a.roles from staff_accounts a';

/** Names are asked for apart: a cluster keeps sign-in and people's rows on different nodes (decision 121). */
async function withNames(tx: Tx, accounts: readonly Omit<StaffRow, 'name'>[]): Promise<StaffRow[]> {
  const rows = await tx.call<{ id: string; name: string | null }>(
    'select user_id as id, full_name as name from profiles where user_id = any ($1::uuid[])',
    [accounts.map(({ id }) => id)],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return accounts.map((account) => ({ ...account, name: names.get(account.id) ?? null }));
}

/** Everybody who is staff, by name. */
export async function listStaff(tx: Tx): Promise<StaffRow[]> {
  const accounts = await tx.call<Omit<StaffRow, 'name'>>(
    `${ACCOUNTS} where a.is_staff and a.deleted_at is null order by a.email, a.id`,
  );
  const staff = await withNames(tx, accounts);
  return staff.toSorted((a, b) => {
    if (a.name === b.name) return 0;
    if (a.name === null || b.name === null) return a.name === null ? 1 : -1;
    return a.name < b.name ? -1 : 1;
  });
}

/** One of them, with when this session last passed a second factor. */
export async function findMember(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<(StaffRow & { readonly factorAt: Date | null }) | undefined> {
  const accounts = await tx.call<Omit<StaffRow, 'name'>>(`${ACCOUNTS} where a.id = $1`, [userId]);
  const [member] = await withNames(tx, accounts);
  const [session] = await tx.call<{ at: Date | null }>(
    'select second_factor_at as at from staff_sessions where user_id = $1 and id = $2',
    [userId, sessionId],
  );
  return member && { ...member, factorAt: session?.at ?? null };
}
