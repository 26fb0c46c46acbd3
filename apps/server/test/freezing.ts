import type { BusinessDate } from '@mohlat/money';
import type { TestServer } from './harness.ts';

/** Writes a freeze of a loan that is over: as the rail's list and a member of staff would, and without their rows. */
export async function freezeBetween(
  { sql }: TestServer,
  loanId: string,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
       select l.user_id, l.id, x.* from loans l
       cross join (values (1, true, $2::date, $2::timestamptz, 'refund_required', new_id()),
         (2, false, $3::date, $3::timestamptz, 'withdrawn', null)) x
       where l.id = $1`,
      [loanId, from, to],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
