import { z } from 'zod';
import { UUID } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

/** A place in a list ordered by instant and id, newest first. */
export interface ListPlace {
  readonly at: Date;
  readonly id: string;
}

/** As we write it: whole years the database knows. */
const INSTANT = /^(19|2[01])\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** An instant in a cursor, as we write it: the database refuses a year that is not in its calendar. */
export const cursorInstant = z.iso.datetime().regex(INSTANT);

/** Makes the opaque cursor the contract speaks of. */
export function writeCursor(place: ListPlace): string {
  return Buffer.from(JSON.stringify([place.at.toISOString(), place.id])).toString('base64url');
}

/** Reads a cursor back. Throws validation_failed when it is not one of ours. */
export function readCursor(cursor: string | undefined): ListPlace | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string];
    const date = new Date(at);
    if (!INSTANT.test(at) || Number.isNaN(date.getTime()) || !UUID.test(id)) throw new Error('malformed');
    return { at: date, id };
  } catch {
    throw notOurs();
  }
}

/** As callers ask for a page: the query of every list. */
export interface PageWanted {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of a short list that is read whole, in its order. The next page begins behind the row that the cursor names: by `isBehind`, for
 * that row may have gone since.
 */
export function cutWhole<Row, Key extends readonly unknown[]>(
  rows: readonly Row[],
  { limit, cursor }: PageWanted,
  list: {
    readonly key: z.ZodType<Key>;
    readonly keyOf: (row: Row) => Key;
    readonly isBehind: (key: Key, after: Key) => boolean;
  },
) {
  const after = readKey(cursor, list.key);
  const rest = after === undefined ? rows : rows.filter((row) => list.isBehind(list.keyOf(row), after));
  return cutPage(rest, limit, list.keyOf);
}

/** The order of a list of work that waits: its direction in SQL, and how a row compares with the place it goes on from. */
export function directionOf(order: 'newest' | 'oldest') {
  return order === 'oldest'
    ? ({ direction: 'asc', beyond: '>' } as const)
    : ({ direction: 'desc', beyond: '<' } as const);
}

/**
 * SQL: the instant of the row that a list goes on from, for columns that may hold microseconds: a cursor has milliseconds, and rows of one
 * millisecond would be left out or come again. It is the cursor's own where that row has gone, or moved in the list. `at` and `id` are
 * the SQL of the place.
 */
export const exactPlace = (table: string, column: string, at: string, id: string) =>
  `coalesce((select x.${column} from ${table} x where x.id = ${id}::uuid
     and date_trunc('milliseconds', x.${column}) = ${at}::timestamptz), ${at}::timestamptz)`;

/** The same as text, for a typed query. */
export async function findExact(
  tx: Tx,
  table: string,
  column: string,
  { at, id }: ListPlace,
): Promise<string> {
  const [row] = await tx.call<{ at: string }>(
    `select (${exactPlace(table, column, '$1', '$2')})::text as at`,
    [at, id],
  );
  return row!.at;
}

const notOurs = () =>
  new DomainError('validation_failed', {
    errors: [{ path: 'cursor', message: 'This is not a cursor we gave' }],
  });

/** Reads the place of a list that is ordered another way. Throws validation_failed when it is not one of ours. */
export function readKey<Key>(cursor: string | undefined, key: z.ZodType<Key>): Key | undefined {
  if (cursor === undefined) return undefined;
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw notOurs();
  }
}

/** As `pageOf`, for a list that is ordered another way: `keyOf` is what `readKey` gives back. */
export function cutPage<T>(rows: readonly T[], limit: number, keyOf: (row: T) => readonly unknown[]) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items,
    nextCursor: hasMore ? writeKey(keyOf(last)) : null,
  };
}

/** Makes the cursor that `readKey` reads. */
export function writeKey(key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Cuts one row too many off a page and says where the next one begins. */
export function pageOf<T>(rows: readonly T[], limit: number, place: (row: T) => ListPlace) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(place(last)) : null };
}
