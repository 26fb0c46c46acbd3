import type pg from 'pg';

/** The bounds of the product's own logins (30 s, 15 s) are for requests and jobs: a read of all the books is longer each year. */
const LONG_READ = '1h';

/**
 * Begins a transaction that reads much out of one snapshot, as the role of the worker. A statement, and a pause between two of them,
 * may take an hour each, under whichever bound the login has.
 */
export async function beginLongRead(client: pg.ClientBase): Promise<void> {
  await client.query(
    `begin isolation level repeatable read read only; set local role mohlat_worker;
     set local statement_timeout = '${LONG_READ}'; set local idle_in_transaction_session_timeout = '${LONG_READ}'`,
  );
}
