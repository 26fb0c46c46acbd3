import type { Tx } from './transactions.ts';

/** The newest rows of a list, and how many older ones it leaves out. */
export interface Newest<Row> {
  readonly items: Row[];
  readonly leftOutCount: number;
}

export interface NewestQuery {
  /** Every row of the list, in any order. */
  readonly select: string;
  /** Names columns of `select`, the row that is shown first at the front. */
  readonly order: string;
  readonly max: number;
}

const COUNT = 'left_out_count';

/** Reads the rows that come first in a list of which a screen shows no second page. A cut is never silent. */
export async function readNewest<Row extends object>(
  tx: Pick<Tx, 'call'>,
  { select, order, max }: NewestQuery,
  values: readonly unknown[],
): Promise<Newest<Row>> {
  const rows = await tx.call<Record<string, unknown> & { [COUNT]: number }>(
    `select listed.*, greatest(0, count(*) over () - ${max})::integer as ${COUNT}
     from (${select}) listed order by ${order} limit ${max}`,
    values,
  );
  const [first] = rows;
  return {
    items: rows.map(
      (row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== COUNT)) as Row,
    ),
    leftOutCount: first?.[COUNT] ?? 0,
  };
}
