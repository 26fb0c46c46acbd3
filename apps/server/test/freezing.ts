import type { BusinessDate } from '@mohlat/money';
import type { TestServer } from './harness.ts';

type Database = Pick<TestServer, 'sql'>;

/** Writes a freeze of a loan that is over: as the rail's list and a member of staff would, and without their rows. */
export async function freezeBetween(
  server: Database,
  loanId: string,
  { from, to }: { readonly from: BusinessDate; readonly to: BusinessDate },
): Promise<void> {
  await freezeFrom(server, loanId, from);
  await thawOn(server, loanId, to);
}

/** Freezes a loan from a day on, as the rail's list would. */
export function freezeFrom(server: Database, loanId: string, on: BusinessDate): Promise<void> {
  return write(server, loanId, `true, $2::date, $2::timestamptz, 'refund_required', new_id()`, on);
}

/** Ends the freeze of a loan on a day, as a member of staff would. */
export function thawOn(server: Database, loanId: string, on: BusinessDate): Promise<void> {
  return write(server, loanId, `false, $2::date, $2::timestamptz, 'withdrawn', null`, on);
}

async function write({ sql }: Database, loanId: string, fact: string, on: BusinessDate): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
       select l.user_id, l.id, 1 + (select count(*) from loan_freezes f where f.user_id = l.user_id and f.loan_id = l.id), ${fact}
       from loans l where l.id = $1`,
      [loanId, on],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
