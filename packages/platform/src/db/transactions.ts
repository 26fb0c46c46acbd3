import { createHash, randomInt } from 'node:crypto';
import pg from 'pg';
import { DomainError } from '../http/domain-error.ts';
import type { Log } from '../log.ts';
import { isOnTrail, withSpan } from '../tracing/trail.ts';
import { DatabaseUnavailable, isConnectionLost, isUnavailable } from './unavailable.ts';

/** Beyond so many, statements go without a name: they are variants of one that some list is filtered by. */
const NAMES_MAX = 500;
/** PostgreSQL tells names of up to 63 bytes apart. */
const NAME_LENGTH = 32;
/** The code alone says no more than that a feature is missing. */
const STALE = { code: '0A000', message: 'cached plan must not change result type' } as const;
/** No such prepared statement; one of that name already. With names of our own making, only a pooler brings this about. */
const LOST = new Set(['26000', '42P05']);

interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/**
 * Gives every statement a name of its own, by which a connection parses and plans it once instead of at each call. The name is
 * made of the text: connections that change hands behind a pooler never run one statement under the name of another.
 * A table that is altered while the server runs makes some of them stale: those are told by their error, and renewed. A
 * pooler that does not follow prepared statements (PgBouncer before 1.21) is told by its errors: no statement has a name then.
 */
export function createStatements(log?: Log) {
  const names = new Map<string, string>();
  let generation = 0;
  let isNaming = true;

  function nameOf(text: string): string | undefined {
    if (!isNaming) return undefined;
    const known = names.get(text);
    if (known !== undefined) return `${known}_${generation}`;
    if (names.size >= NAMES_MAX) return undefined;
    names.set(text, `s${createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH)}`);
    return nameOf(text);
  }

  return {
    /** Builds the driver's statement, under a name where it is a prepared one. */
    of(text: string, values: readonly unknown[]): Statement {
      const name = nameOf(text);
      return { text, values: [...values], ...(name === undefined ? {} : { name }) };
    },
    /** True where a statement failed because of its name alone, and may be said again: it has another one by then, or none. */
    renewAfter(error: unknown): boolean {
      const { code = '', message } = error as { code?: string; message?: string };
      if (LOST.has(code)) {
        if (isNaming)
          log?.warn(
            { code },
            'a connection pooler does not follow prepared statements (PgBouncer before 1.21): statements go without a name, and are planned at each call',
          );
        isNaming = false;
        return true;
      }
      const isStale = code === STALE.code && message === STALE.message;
      if (isStale) generation += 1;
      return isStale;
    },
  };
}

type Statements = ReturnType<typeof createStatements>;

/** The function that is selected from, or else the first table that is named. */
const SELECTED = /^\s*select\s+([a-z_.]+)\s*\(/i;
const NAMED = /\b(?:from|into|update)\s+"?([a-z_.]+)"?/i;
const VERB = /^\s*([a-z]+)/i;

/** Names a statement in two words for a trace: `select payment_paid`, `insert payments`. Never one of its values. */
export function statementName(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const what = (SELECTED.exec(text) ?? NAMED.exec(text))?.[1]?.toLowerCase();
  return what === undefined ? verb : `${verb} ${what}`;
}

/** One open transaction. Nothing outside it may be awaited while it is open: no provider, no job. */
export interface Tx {
  /** Runs SQL; rows as the driver gives them. */
  call<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** The database as one role sees it. */
export interface Database {
  /** A transaction that acts for no particular person. */
  plain<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement, one round trip, its own transaction. */
  once<R extends object>(text: string, values: readonly unknown[]): Promise<R[]>;
}

/** The opening of a transaction. */
export interface Opening {
  /** Statements without parameters, in one round trip, `begin` first. */
  readonly begin: string;
  /** One with parameters after them. */
  readonly enter?: readonly [text: string, values: readonly unknown[]];
  /** Looks at the last row of each of them, and refuses by throwing. */
  readonly admit?: (row: pg.QueryResultRow | undefined) => void;
}

export interface Transactions extends Pick<Database, 'once'> {
  /** Runs work between what `open` says, read again at each try, and a commit. */
  run<T>(open: () => Opening, work: (call: Tx['call']) => Promise<T>): Promise<T>;
}

interface TransactionOptions {
  readonly log?: Log | undefined;
}

/** A lock or a statement waited for too long. */
const BUSY = new Set(['55P03', '57014']);
const RETRIED = new Set(['40001', '40P01']);
const TRIES = 5;

/**
 * Wraps a pool. Each of its connections parses and plans a statement once; the driver prepares it by protocol, which PgBouncer
 * follows under transaction pooling. Rule: LEND-C6: serialization failures and deadlocks are tried again with everything read
 * again, and after the last try it is `busy`. A database that cannot work at the moment is answered `busy` (./unavailable.ts), also to
 * a commit whose answer was lost: nothing is tried again here that may have taken effect.
 */
export function createTransactions(pool: pg.Pool, { log }: TransactionOptions = {}): Transactions {
  const statements = createStatements(log);
  return {
    run: (open, work) =>
      retried(statements, () =>
        withSpan('transaction', 'client', () => runTransaction(pool, { ...open(), statements }, work)),
      ),
    once: async <R extends object>(text: string, values: readonly unknown[]) =>
      retried(statements, () => traced<R>(text, () => runOne(pool, statements.of(text, values)))),
  };
}

/** A database for transactions that act for no particular person. Rule: see `createTransactions`. */
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
  { begin, enter, admit, statements }: Opening & { readonly statements: Statements },
  work: (call: Tx['call']) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const say = (statement: string | Statement) =>
    client.query(statement).catch((error: Error) => {
      // Seen here and not below: the work may catch it and go on.
      if (isConnectionSpent(error)) broken = error;
      throw error;
    });
  const opening = Promise.all([say(begin), ...(enter ? [say(statements.of(...enter))] : [])]);
  // Heard below, where the work has ended or failed.
  opening.catch(() => {});
  try {
    // A door is waited for: nothing else is said before it lets the work in. Without one the work's first statement goes out
    // in the same turn of the network; should the opening fail, the database refuses that statement too.
    if (enter) for (const answer of await opening) admit?.(lastRow(answer));
    const result = await work(async <R extends object>(text: string, values: readonly unknown[] = []) =>
      traced<R>(text, () => say(statements.of(text, values))),
    );
    await opening;
    await say('commit');
    return result;
  } catch (refused) {
    // Where the opening failed, that is why the statement behind it was refused.
    const error: unknown = await opening.then(
      () => refused,
      (first: unknown) => first,
    );
    // A rollback would wait for the same silence; the database undoes an abandoned transaction.
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

/**
 * Runs a statement on a connection of the pool. `pool.query` would close the connection after every error: on a full disk, where no
 * other can be opened, reading would end with the last of them.
 */
async function runOne(pool: pg.Pool, statement: Statement): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await client.query(statement);
  } catch (error) {
    if (isConnectionSpent(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Whether a connection is closed after the error of a statement. The driver throws where it cannot write a value, and takes the
 * statement for a parsed one from then on; the next one under that name would be told like a pooler that lost it.
 */
const isConnectionSpent = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || isConnectionLost(error);

/** Runs a statement; where the work is traced, as a span under its name. */
async function traced<R extends object>(text: string, query: () => Promise<pg.QueryResult>): Promise<R[]> {
  const { rows } = await (isOnTrail() ? withSpan(statementName(text), 'client', query) : query());
  return rows as R[];
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
