import pg from 'pg';

/** The check of a column that takes one of a list of words. */
export interface Check {
  readonly table: string;
  readonly column: string;
  /** As PostgreSQL writes it. */
  readonly definition: string;
}

/** The checks of single columns of the tables of the product, of a database that is migrated. */
export async function readChecks(url: string): Promise<Check[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Check>(`
      select t.relname as table, a.attname as column, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'c' and c.convalidated and cardinality(c.conkey) = 1
        and c.connamespace = 'public'::regnamespace
      order by 1, 2, 3`);
    return rows;
  } finally {
    await client.end();
  }
}

const LIST = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/;
const ONE = /^CHECK \(\((\w+) = '([^']+)'::text\)\)$/;
const WORD = /'([^']+)'::text/g;
const TABLE = /^export interface (\w+) \{$/;
const COLUMN = /^( {2})(\w+): (Generated<)?string\b/;
const TABLES = /^export interface DB \{\n([^}]*)\}/m;

/**
 * The types of tables whose columns of listed words are those words: a status that the database would refuse does not compile, and
 * what is read needs no cast. Columns without such a check stay text.
 * @throws Error when a check names a column that the types do not have as text
 */
export function listed(types: string, checks: readonly Check[]): string {
  const tableOf = new Map(
    [...(TABLES.exec(types)?.[1] ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)].map((match) => [
      match[2],
      match[1],
    ]),
  );
  const words = new Map(
    checks.flatMap(({ table, column, definition }) => {
      const found = wordsOf(definition);
      return found.length > 0 ? [[`${table}.${column}`, found.map((word) => `'${word}'`).join(' | ')]] : [];
    }),
  );
  let table: string | undefined;
  const lines = types.split('\n').map((line) => {
    const opened = TABLE.exec(line)?.[1];
    if (opened !== undefined) table = tableOf.get(opened);
    const column = COLUMN.exec(line)?.[2];
    const union = words.get(`${table}.${column}`);
    if (union === undefined) return line;
    words.delete(`${table}.${column}`);
    return line.replace(
      COLUMN,
      (_, indent: string, name: string, generated = '') => `${indent}${name}: ${generated}${union}`,
    );
  });
  if (words.size > 0) throw new Error(`No text column for the checks of ${[...words.keys()].join(', ')}`);
  return lines.join('\n');
}

function wordsOf(definition: string): string[] {
  const one = ONE.exec(definition)?.[2];
  if (one !== undefined) return [one];
  const list = LIST.exec(definition)?.[2];
  return list === undefined ? [] : [...list.matchAll(WORD)].map((match) => match[1] ?? '');
}
