import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { beginLongRead } from '#platform/db/long-read.ts';
import { accruedOn, type Query } from './accrued.ts';

/** One invariant and the rows that break it; none is right. */
export interface Proof {
  /** `I01`, … */
  readonly id: string;
  readonly sentence: string;
  /** The first of them. */
  readonly breaches: readonly Record<string, unknown>[];
  /** The number of all breaches. */
  readonly count: number;
  readonly milliseconds: number;
}

const SHOWN_MAX = 20;

/** The comment at the head of an invariant's file, up to the line that names its rule. */
export function sentenceOf(text: string): string {
  const [head = ''] = text.split(/\n(?!-- )|\n-- Rule:/, 1);
  return head.slice(3).replaceAll('\n-- ', ' ').trim();
}

/**
 * Runs every invariant in one snapshot of the database. Each file in `folder` is one query that returns the rows
 * breaking its rule; its first lines say the rule. Rule: LEND-17.
 */
export async function proveBooks(client: pg.ClientBase, folder: string): Promise<Proof[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const proofs: Proof[] = [];
  await beginLongRead(client);
  try {
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      const begunAt = performance.now();
      const { rows } = await client.query<Record<string, unknown>>(text);
      proofs.push({
        id: file.slice(0, 3),
        sentence: sentenceOf(text),
        breaches: rows.slice(0, SHOWN_MAX),
        count: rows.length,
        milliseconds: Math.round(performance.now() - begunAt),
      });
    }
  } finally {
    await client.query('rollback');
  }
  return proofs;
}

/** One account of the trial balance; amounts in paise as text, debit positive. */
export interface TrialBalanceRow {
  readonly account: string;
  readonly name: string;
  readonly paise: string;
}

/**
 * The trial balance: every account with its sum of everything posted through a day, and of the interest that loans had earned before
 * it and nothing posted, which together are zero. Of a day that was closed that is what was kept as its close began; of one that was
 * not, it is computed. Rule: LEND-A1
 */
export async function trialBalance(client: pg.ClientBase, throughOn?: string): Promise<TrialBalanceRow[]> {
  await beginLongRead(client);
  try {
    const query: Query = async <Row extends Record<string, unknown>>(
      text: string,
      values: readonly unknown[],
    ) => (await client.query<Row>(text, [...values])).rows;
    const accrued = await accruedOn(query, throughOn ?? null);
    const { rows } = await client.query<{ account: string; name: string; paise: string }>(
      `select a.code as account, a.name, coalesce(sum(p.amount_paise), 0)::text as paise
       from accounts a
       left join (
         select p.account, p.amount_paise from postings p
         join journals j on j.user_id = p.user_id and j.id = p.journal_id
         where $1::date is null or j.posting_on <= $1
       ) p on p.account = a.code
       group by 1, 2 order by 1`,
      [throughOn ?? null],
    );
    return rows.map((row) => ({
      ...row,
      paise: String(BigInt(row.paise) + BigInt(accrued.get(row.account) ?? 0)),
    }));
  } finally {
    await client.query('rollback');
  }
}
