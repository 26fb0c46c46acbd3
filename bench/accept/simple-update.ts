import type { Stage } from './stage.ts';
import { findPgbench, loadBy, run } from './function-load.ts';

/** The tables of pgbench: enough rows that two clients seldom meet at one. */
const SCALE = 4;

/** Loads the same database with what pgbench calls its simple update: one update, one read and one insert in a transaction. */
export interface SimpleUpdate {
  /** So many transactions; answers how many of them a second. */
  round(transactions: number): Promise<number>;
}

/** Undefined where there is no pgbench. */
export async function createSimpleUpdate(
  { databaseUrl }: Stage,
  clients: number,
): Promise<SimpleUpdate | undefined> {
  const pgbench = findPgbench();
  if (pgbench === undefined) return undefined;
  await run(pgbench, ['-i', '-q', '-s', String(SCALE), databaseUrl], process.env);
  return {
    async round(transactions) {
      const each = Math.ceil(transactions / clients);
      const told = await loadBy(pgbench, { databaseUrl }, { clients, each, flags: ['-N'] });
      const perSecond = /^tps = ([\d.]+)/m.exec(told)?.[1];
      if (perSecond === undefined) throw new Error(told);
      return Number(perSecond);
    },
  };
}
