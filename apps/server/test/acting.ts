import type { StaffRole } from '@mohlat/contract';
import type pg from 'pg';

/** Begins a transaction of the owner's in which a member of staff acts, as auth.enter_staff would leave it. */
export async function beginAsStaff(
  client: Pick<pg.ClientBase, 'query'>,
  staffId: string,
  roles: readonly StaffRole[] = [],
): Promise<void> {
  await client.query('begin');
  await client.query(
    'insert into auth.staff_acts (xact, user_id, roles) values (pg_current_xact_id(), $1, $2)',
    [staffId, roles],
  );
}
