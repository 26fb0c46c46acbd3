import type { World } from './borrower.ts';

/** Where the product may know of a movement of money, and by which column a repayment's own rows are found. */
const PLACES = [
  'repayments',
  'mandates',
  'presentations',
  'settlement_rows',
  'unidentified_receipts',
  'reconciliation_breaks',
  'rail_rows',
  'payment_attempts',
  'webhook_inbox',
] as const;
const ROWS_MAX = 5;

/**
 * Lists the records of both sides about the references that differ, line by line: the world's records that name one, and every
 * row of the product that does, or that names the order behind it. The run's database is gone when it has ended; this is the rest
 * of it that stays.
 */
export async function evidenceOf(world: World, references: readonly string[]): Promise<string[]> {
  const truth = await world.control<Record<string, readonly Record<string, unknown>[]>>('GET', '/truth');
  const records = Object.entries(truth).flatMap(([kind, list]) => list.map((record) => ({ kind, record })));
  const { rows } = await world.sql.query<{ name: string }>(
    'select relname as name from pg_class where relkind = any ($1) and relnamespace = $2::regnamespace',
    [['r', 'p'], 'public'],
  );
  const places = PLACES.filter((place) => rows.some(({ name }) => name === place));
  const lines: string[] = [];
  for (const reference of references) {
    const theirs = records.filter(({ record }) => Object.values(record).includes(reference));
    lines.push(
      `${reference}:`,
      ...theirs.map(({ kind, record }) => `  world ${kind} ${JSON.stringify(record)}`),
    );
    const orders = theirs.flatMap(({ record }) =>
      typeof record.orderId === 'string' ? [record.orderId] : [],
    );
    for (const place of places) {
      const found = await world.sql.query<{ row: object }>(
        `select to_jsonb(t) as row from ${place} t
         where exists (select 1 from unnest($1::text[]) as n (name) where to_jsonb(t)::text like '%' || n.name || '%') limit $2`,
        [[reference, ...orders], ROWS_MAX],
      );
      lines.push(...found.rows.map(({ row }) => `  ${place} ${JSON.stringify(row)}`));
    }
  }
  return lines;
}
