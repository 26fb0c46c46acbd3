import type pg from 'pg';
import type { Lab } from './lending-lab.ts';

/**
 * Does something among rows that are laid straight into the tables, where no story leads to all of them: keys and triggers stay
 * silent, and everything is taken back.
 */
export async function amongLaid<T>(lab: Lab, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await lab.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Lays a row with these fields; the others have what the table gives them. */
export async function lay(
  client: pg.PoolClient,
  table: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(fields);
  const places = names.map((_, index) => `$${index + 1}`);
  await client.query(
    `insert into ${table} (${names.join()}) values (${places.join()})`,
    Object.values(fields),
  );
}

/** Lays a copy of the row with an id, with some fields of its own. */
export async function layLike(
  client: pg.PoolClient,
  table: string,
  [key, id]: readonly [key: string, id: string],
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await client.query(
    `insert into ${table} select (jsonb_populate_record(t, $2)).* from ${table} t where t.${key} = $1`,
    [id, JSON.stringify(fields)],
  );
}

/** One side of a journal that a function looks for; its other side is left out. */
export interface LaidMoney {
  readonly userId: string;
  readonly loanId: string | null;
  readonly kind: string;
  readonly sourceId: string;
  /** The name of the account in the chart. */
  readonly account: string;
  readonly paise: number;
  readonly at: Date;
}

/** Lays a journal with one posting. */
export async function layMoney(client: pg.PoolClient, one: LaidMoney): Promise<void> {
  await client.query(
    `with j as (insert into journals (user_id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at)
       values ($1, $3, $4, $2, ist_date($7), ist_date($7), $7) returning user_id, id, loan_id)
     insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
     select user_id, id, 1, account_code($5), loan_id, $6 from j`,
    [one.userId, one.loanId, one.kind, one.sourceId, one.account, one.paise, one.at],
  );
}
