import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { DomainError } from '../http/domain-error.ts';
import type { Log } from '../log.ts';
import { isOnTrail, withSpan } from '../tracing/trail.ts';
import { statementName } from './statement-name.ts';
import { createStatements, type Statements } from './statements.ts';
import { DatabaseUnavailable, isConnectionLost, isUnavailable } from './unavailable.ts';

/** One open transaction. Nothing outside it may be awaited while it is open: no provider, no job. */
export interface Tx {
  /** Runs SQL; rows as the driver gives them. */
  call<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** The database as one role sees it. */
export interface Database {
  /** A transaction that acts for nobody in particular. */
  plain<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement, one round trip, its own transaction. */
  once<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<R[]>;
}

/** How a transaction begins. */
export interface Opening {
  /** Statements without parameters, in one round trip, `begin` first. */
  readonly begin: string;
  /** One with parameters after them. */
  readonly enter?: readonly [text: string, values: readonly unknown[]];
}

export interface Transactions extends Pick<Database, 'once'> {
  /** Runs work between what `open` says, read anew at each try, and a commit. */
  run<T>(open: () => Opening, work: (call: Tx['call']) => Promise<T>): Promise<T>;
}

interface TransactionOptions {
  readonly log?: Log | undefined;
  /** Looks at the last row of what opened a transaction, and refuses it by throwing. */
  readonly admit?: ((row: pg.QueryResultRow | undefined) => void) | undefined;
}

/** A lock or a statement waited for too long. */
const BUSY = new Set(['55P03', '57014']);
const RETRIED = new Set(['40001', '40P01']);
const TRIES = 5;

/**
 * Wraps a pool. Each of its connections parses and plans a statement once; the driver prepares it by protocol, which PgBouncer
 * follows under transaction pooling. Serialization failures and deadlocks are tried again with everything read anew, and
 * after the last try it is `busy`. A database that cannot work at the moment is answered `busy` (./unavailable.ts), also to
 * a commit whose answer was lost: nothing is tried again here that may have taken effect.
 */
export function createTransactions(pool: pg.Pool, { log, admit }: TransactionOptions = {}): Transactions {
  const statements = createStatements(log);
  return {
    run: (open, work) =>
      retried(statements, () =>
        withSpan('transaction', 'client', () => runTransaction(pool, { ...open(), statements, admit }, work)),
      ),
    once: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      retried(statements, () => traced(text, () => pool.query<R>(statements.of(text, values)))),
  };
}

/** A database for transactions that act for nobody in particular. Rule: see `createTransactions`. */
export function createDatabase(pool: pg.Pool, log?: Log): Database {
  const { run, once } = createTransactions(pool, { log });
  return {
    plain: (work) =>
      run(
        () => ({ begin: 'begin' }),
        (call) => work({ call }),
      ),
    once,
  };
}

async function runTransaction<T>(
  pool: pg.Pool,
  { begin, enter, statements, admit }: Opening & TransactionOptions & { readonly statements: Statements },
  work: (call: Tx['call']) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Both in one turn of the network; nothing else is said before they let it in.
    const opened = await Promise.all([
      client.query(begin),
      ...(enter ? [client.query(statements.of(...enter))] : []),
    ]);
    for (const answer of opened) admit?.(lastRow(answer));
    const result = await work(
      async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
        traced(text, () => client.query<R>(statements.of(text, values))),
    );
    await client.query('commit');
    return result;
  } catch (error) {
    // A rollback would wait for the same silence; the database undoes what nobody goes on with.
    if (isConnectionLost(error)) broken = error as Error;
    else
      await client.query('rollback').catch((lost: Error) => {
        broken = lost;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs a statement; where the work is traced, as a span under its name. */
async function traced<R extends pg.QueryResultRow>(
  text: string,
  query: () => Promise<pg.QueryResult<R>>,
): Promise<R[]> {
  const { rows } = await (isOnTrail() ? withSpan(statementName(text), 'client', query) : query());
  return rows;
}

/** Several statements in one text have a result each. */
function lastRow(result: pg.QueryResult | pg.QueryResult[]): pg.QueryResultRow | undefined {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return last?.rows[0] as pg.QueryResultRow | undefined;
}

async function retried<T>(statements: Statements, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (isUnavailable(error)) throw new DatabaseUnavailable(error);
      const { code = '' } = error as { code?: string };
      if (BUSY.has(code)) throw new DomainError('busy');
      const isWorthIt = statements.renewAfter(error) || RETRIED.has(code);
      if (isWorthIt && attempt === TRIES && RETRIED.has(code)) throw new DomainError('busy');
      if (!isWorthIt || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, randomInt(20 * 2 ** attempt)));
    }
  }
}
