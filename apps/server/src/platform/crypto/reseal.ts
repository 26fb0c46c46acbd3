import type pg from 'pg';
import { contextColumns, contextOf, nameOf, type SealedPlace } from './sealed-places.ts';
import {
  createSealer,
  type MasterKey,
  type Sealer,
  sealedBy,
  sealPrefix,
} from '@mohlat/platform/crypto/vault.ts';

/** The number of values of a place that each key sealed, by the key's id; `?` for bytes that no key of ours sealed. */
export interface PlaceCount {
  readonly place: string;
  readonly byKey: Readonly<Record<string, number>>;
}

/** A value that stays as it is, named by its row's key. */
export interface Unopened {
  readonly place: string;
  readonly row: string;
  readonly sealedBy: string | undefined;
}

export interface Resealed {
  /** Values this run sealed again. */
  readonly resealed: number;
  readonly unopened: readonly Unopened[];
  /** Values that could be opened and still wait: their rows were held by others, or another process seals with an older key. */
  readonly left: number;
}

interface Options {
  /** Called after every chunk with what this run has done so far. */
  readonly onProgress?: (resealed: number) => void;
  /** The number of turns in vain, a quarter of a second apart, after which it gives up on rows that others hold. */
  readonly patience?: number;
}

const CHUNK = 200;
const PATIENCE = 24;
const PAUSE_MS = 250;

/**
 * Seals everything again that the first key did not seal, while the product runs: a few rows at a time in the order of
 * their primary key, locked rows are left for the next turn, and a value is replaced only where it still
 * is what was opened. Where it stands is read off the values, so it may be killed, repeated and run twice at once.
 */
export async function reseal(
  client: pg.Client,
  places: readonly SealedPlace[],
  keys: readonly [MasterKey, ...MasterKey[]],
  { onProgress, patience = PATIENCE }: Options = {},
): Promise<Resealed> {
  const sealer = createSealer(keys);
  const prefix = sealPrefix(keys[0].id);
  const tables: Table[] = [];
  for (const place of places) tables.push(await readTable(client, place));
  let resealed = 0;
  let fewest = Infinity;
  for (let inVain = 0; ; inVain += 1) {
    const unopened: Unopened[] = [];
    let waiting = 0;
    for (const table of tables) {
      await sweep(client, table, { sealer, prefix }, unopened, (count) => {
        resealed += count;
        onProgress?.(resealed);
      });
      waiting += await countWaiting(client, table, prefix);
    }
    const left = Math.max(0, waiting - unopened.length);
    if (left < fewest) inVain = 0;
    fewest = Math.min(fewest, left);
    if (left === 0 || inVain >= patience) return { resealed, unopened, left };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Reads who sealed what. Looks at every row: minutes, on a very large database. */
export async function countSealed(client: pg.Client, places: readonly SealedPlace[]): Promise<PlaceCount[]> {
  const counts: PlaceCount[] = [];
  for (const place of places) {
    const { bytes } = expressionsOf(place);
    const { rows } = await inRole(client, place, () =>
      client.query<{ key: string; count: string }>(
        `select case when length(b) > 2 and get_byte(b, 0) = 1
                then encode(substr(b, 3, get_byte(b, 1)), 'escape') else '?' end as key, count(*) as count
         from (select ${bytes} as b from ${place.table} t) x where b is not null group by 1 order by 1`,
      ),
    );
    const byKey = Object.fromEntries(rows.map((row) => [row.key, Number(row.count)]));
    counts.push({ place: nameOf(place), byKey });
  }
  return counts;
}

interface Table {
  readonly place: SealedPlace;
  /** The primary key, in order. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  /** SQL that makes the column's new value of the sealed bytes `v.fresh`. */
  readonly set: string;
  readonly bytes: string;
}

async function readTable(client: pg.Client, place: SealedPlace): Promise<Table> {
  const { rows: key } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`,
    [place.table],
  );
  if (key.length === 0) throw new Error(`${place.table} has no primary key`);
  return { place, key, ...expressionsOf(place) };
}

function expressionsOf({ column, member }: SealedPlace): Pick<Table, 'set' | 'bytes'> {
  if (member === undefined) return { bytes: `t.${column}`, set: 'v.fresh' };
  const text = `translate(encode(v.fresh, 'base64'), E'\\n', '')`;
  return {
    bytes: `decode(t.${column} ->> '${member}', 'base64')`,
    // Assigned by its text, so that it fits json and jsonb.
    set: `jsonb_set(t.${column}::jsonb, '{${member}}', to_jsonb(${text}))`,
  };
}

interface Sealing {
  readonly sealer: Sealer;
  readonly prefix: Buffer;
}

/** One turn over a table. */
async function sweep(
  client: pg.Client,
  table: Table,
  sealing: Sealing,
  unopened: Unopened[],
  onChunk: (count: number) => void,
): Promise<void> {
  let after: readonly string[] | undefined;
  do {
    const from: readonly string[] | undefined = after;
    after = await inRole(client, table.place, async () => {
      const rows = await readChunk(client, table, sealing.prefix, from);
      const free = await claim(client, table, rows);
      const fresh = free.flatMap((row) => renew(table, row, sealing.sealer, unopened));
      if (fresh.length > 0) onChunk(await write(client, table, fresh));
      return rows.length < CHUNK ? undefined : rows.at(-1)!.key;
    });
  } while (after);
}

interface Row {
  readonly key: readonly string[];
  readonly context: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

type Fresh = Row & { readonly fresh: Buffer };

async function readChunk(
  client: pg.Client,
  { place, key, bytes }: Table,
  prefix: Buffer,
  after: readonly string[] | undefined,
): Promise<Row[]> {
  const names = key.map(({ name }) => `t.${name}`).join(', ');
  const texts = key.map(({ name }) => `t.${name}::text`).join(', ');
  const beyond = key.map(({ type }, index) => `$${index + 2}::text::${type}`).join(', ');
  const columns = contextColumns(place).map((name) => `'${name}', t.${name}::text`);
  const { rows } = await client.query<Row>(
    `select array[${texts}] as key, json_build_object(${columns.join(', ')}) as context, ${bytes} as bytes
     from ${place.table} t where ${bytes} is not null and substr(${bytes}, 1, ${prefix.length}) <> $1
     ${after ? `and (${names}) > (${beyond})` : ''}
     order by ${names} limit ${CHUNK}`,
    [prefix, ...(after ?? [])],
  );
  return rows;
}

/** Locks those of the rows that are not locked, and answers them: a write never waits, and two runs cannot deadlock. */
async function claim(client: pg.Client, { place, key }: Table, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const free = await client.query<{ place: number }>(
    'select public.keys_claim($1, $2::text[], $3::jsonb) as place',
    [place.table, key.map(({ name }) => name), JSON.stringify(rows.map((row) => row.key))],
  );
  const places = new Set(free.rows.map((row) => row.place));
  return rows.filter((_row, index) => places.has(index + 1));
}

function renew({ place }: Table, row: Row, sealer: Sealer, unopened: Unopened[]): Fresh[] {
  const context = contextOf(place, row.context);
  try {
    return [{ ...row, fresh: sealer.seal(sealer.open(row.bytes, context), context) }];
  } catch {
    unopened.push({ place: nameOf(place), row: row.key.join(' '), sealedBy: sealedBy(row.bytes) });
    return [];
  }
}

async function write(
  client: pg.Client,
  { place, key, set, bytes }: Table,
  rows: readonly Fresh[],
): Promise<number> {
  const arrays = key.map((_, index) => `$${index + 3}::text[]`);
  const same = key.map(({ name, type }, index) => `t.${name} = v.k${index}::${type}`);
  const { rowCount } = await client.query(
    `update ${place.table} t set ${place.column} = ${set}
     from unnest($1::bytea[], $2::bytea[], ${arrays.join(', ')}) as v (old, fresh, ${key.map((_, index) => `k${index}`).join(', ')})
     where ${same.join(' and ')} and ${bytes} = v.old`,
    [
      rows.map((row) => row.bytes),
      rows.map((row) => row.fresh),
      ...key.map((_, index) => rows.map((row) => row.key[index])),
    ],
  );
  return rowCount ?? 0;
}

async function countWaiting(client: pg.Client, { place, bytes }: Table, prefix: Buffer): Promise<number> {
  const { rows } = await inRole(client, place, () =>
    client.query<{ count: string }>(
      `select count(*) from ${place.table} t
       where ${bytes} is not null and substr(${bytes}, 1, ${prefix.length}) <> $1`,
      [prefix],
    ),
  );
  return Number(rows[0]?.count);
}

/** A transaction as the role that sees every row: row-level security hides them from the owner, too. */
async function inRole<T>(client: pg.Client, { role }: SealedPlace, work: () => Promise<T>): Promise<T> {
  await client.query(role ? `begin; set local role ${role}` : 'begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
