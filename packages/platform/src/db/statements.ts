import { createHash } from 'node:crypto';
import type { Log } from '../log.ts';

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
    /** What the driver is given. */
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

export type Statements = ReturnType<typeof createStatements>;
