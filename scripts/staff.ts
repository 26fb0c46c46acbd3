import { STAFF_ROLES, type StaffRole, type AuditAction } from '@mohlat/contract';
import type pg from 'pg';

export interface StaffMember {
  readonly name: string | null;
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
 * Marks an account as staff in exactly these roles, or as no staff where there are none, and writes it down. It counts at once, also for
 * who is signed in. The register keeps the name they act under: the one given here; left out, the one it has, and at first that of their
 * profile. Answers that name; undefined where there is no such account. Rule: LEND-24
 */
export async function setStaffRoles(
  client: pg.ClientBase,
  email: string,
  roles: readonly StaffRole[],
  name?: string,
): Promise<{ readonly name: string | null } | undefined> {
  await client.query('begin');
  const { rows } = await client.query<{ id: string; before: readonly string[] }>(
    `select id, staff_roles(app_metadata) as before from auth.users
     where email = lower($1) and deleted_at is null for update`,
    [email],
  );
  const found = rows[0];
  const registered = { name: null as string | null };
  if (found) {
    await client.query(
      `update auth.users set app_metadata = (app_metadata - 'is_admin' - 'roles') || $2, updated_at = now() where id = $1`,
      [found.id, JSON.stringify(roles.length > 0 ? { is_admin: true, roles } : {})],
    );
    // The trigger of the accounts has written the row, where this is the first time.
    const register = await client.query<{ name: string }>(
      `update staff_register r set name = coalesce($2, r.name), email = coalesce(u.email, r.email)
       from auth.users u where u.id = r.staff_id and r.staff_id = $1 returning r.name`,
      [found.id, name ?? null],
    );
    registered.name = register.rows[0]?.name ?? null;
    await client.query(`select audit_system(now(), 'system', $1, 'account', $2::uuid, $2::uuid, $3, null)`, [
      (roles.length > 0 ? 'staff.granted' : 'staff.revoked') satisfies AuditAction,
      found.id,
      JSON.stringify({ before: found.before, after: roles, name: registered.name }),
    ]);
  }
  await client.query('commit');
  return found && registered;
}

/** Everybody who is staff, by address. */
export async function listStaffMembers(client: pg.ClientBase): Promise<StaffMember[]> {
  const { rows } = await client.query<StaffMember>(
    `select r.name, u.email, staff_roles(u.app_metadata) as roles
     from auth.users u left join staff_register r on r.staff_id = u.id
     where u.app_metadata ->> 'is_admin' = 'true' and u.deleted_at is null order by u.email`,
  );
  return rows;
}
