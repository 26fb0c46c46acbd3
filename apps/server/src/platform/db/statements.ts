/** Beyond so many, statements go without a name: they are variants of one that some list is filtered by. */
const NAMES_MAX = 500;
/** The code alone says no more than that a feature is missing. */
const STALE = { code: '0A000', message: 'cached plan must not change result type' } as const;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/**
 * Gives every statement a name of its own, by which a connection parses and plans it once instead of at each call.
 * A table that is altered while the server runs makes some of them stale: those are told by their error, and renewed.
 */
export function createStatements() {
  const numbers = new Map<string, number>();
  let generation = 0;

  function nameOf(text: string): string | undefined {
    const known = numbers.get(text);
    if (known !== undefined) return `s${known}_${generation}`;
    if (numbers.size >= NAMES_MAX) return undefined;
    numbers.set(text, numbers.size);
    return nameOf(text);
  }

  return {
    /** What the driver is given. */
    of(text: string, values: readonly unknown[]): Statement {
      const name = nameOf(text);
      return { text, values: [...values], ...(name === undefined ? {} : { name }) };
    },
    /** True where a statement failed because what it answers has other columns by now. Each has a new name from then on. */
    renewAfter(error: unknown): boolean {
      const { code, message } = error as { code?: string; message?: string };
      const isStale = code === STALE.code && message === STALE.message;
      if (isStale) generation += 1;
      return isStale;
    },
  };
}

export type Statements = ReturnType<typeof createStatements>;
