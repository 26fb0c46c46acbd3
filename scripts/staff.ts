import { STAFF_ROLES, type StaffRole, type AuditAction } from '@mohlat/contract';
import type pg from 'pg';

export interface StaffMember {
  readonly email: string | null;
  readonly roles: readonly StaffRole[];
}

/** The roles of a list such as `risk,finance`, or undefined where it names anything else. `all` is every role. */
export function readRoles(text: string): StaffRole[] | undefined {
  if (text === 'all') return [...STAFF_ROLES];
  const named = new Set(text.split(',').map((one) => one.trim()));
  const roles = STAFF_ROLES.filter((role) => named.delete(role));
  return roles.length > 0 && named.size === 0 ? roles : undefined;
}

/**
 * Marks an account as staff in exactly these roles, or as no staff where there are none, and writes it down. It counts
 * at once, also for who is signed in. Answers whether there is such an account.
 */
export async function setStaffRoles(
  client: pg.Client,
  email: string,
  roles: readonly StaffRole[],
): Promise<boolean> {
  await client.query('begin');
  const { rows } = await client.query<{ id: string; before: readonly string[] }>(
    `select id, staff_roles(app_metadata) as before from auth.users
     where email = lower($1) and deleted_at is null for update`,
    [email],
  );
  const found = rows[0];
  if (found) {
    await client.query(
      `update auth.users set app_metadata = (app_metadata - 'is_admin' - 'roles') || $2, updated_at = now() where id = $1`,
      [found.id, JSON.stringify(roles.length > 0 ? { is_admin: true, roles } : {})],
    );
    await client.query(`select audit_system(now(), 'system', $1, 'account', $2::uuid, $2::uuid, $3, null)`, [
      (roles.length > 0 ? 'staff.granted' : 'staff.revoked') satisfies AuditAction,
      found.id,
      JSON.stringify({ before: found.before, after: roles }),
    ]);
  }
  await client.query('commit');
  return found !== undefined;
}

/** Everybody who is staff, by address. */
export async function listStaffMembers(client: pg.Client): Promise<StaffMember[]> {
  const { rows } = await client.query<StaffMember>(
    `select email, staff_roles(app_metadata) as roles from auth.users
     where app_metadata ->> 'is_admin' = 'true' and deleted_at is null order by email`,
  );
  return rows;
}
