import type pg from 'pg';
import { type Cell, csvLines } from '#platform/csv/csv.ts';
import { beginLongRead } from '#platform/db/long-read.ts';

/** Days of posting, both included; a side left out is open. */
export interface LedgerPeriod {
  readonly fromOn?: string | undefined;
  readonly toOn?: string | undefined;
}

/** The totals of an export: paise of each side, as exact numbers. */
export interface LedgerTotals {
  readonly journals: number;
  readonly lines: number;
  readonly debitPaise: bigint;
  readonly creditPaise: bigint;
}

interface LineRow {
  readonly posting_on: string;
  readonly effective_on: string;
  readonly journal_id: string;
  readonly source_kind: string;
  readonly source_id: string;
  readonly reversal_of: string | null;
  readonly user_id: string;
  readonly loan_id: string | null;
  readonly line: number;
  readonly account: string;
  readonly name: string;
  readonly amount: string;
}

const HEAD =
  'Posting date,Effective date,Journal,Event,Source,Reverses,Person,Loan,Line,Account,Account name,Debit (INR),Credit (INR)';
const ROWS_AT_ONCE = 5000;

const LINES = `declare ledger_lines no scroll cursor for
  select j.posting_on::text, j.effective_on::text, j.id as journal_id, j.source_kind, j.source_id, j.reversal_of, j.user_id,
    p.loan_id, p.line, p.account, a.name, p.amount_paise::text as amount
  from journals j
  join postings p on p.user_id = j.user_id and p.journal_id = j.id
  join accounts a on a.code = p.account
  where ($1::date is null or j.posting_on >= $1) and ($2::date is null or j.posting_on <= $2)
  order by j.posting_on, j.posted_at, j.id, p.line`;

/**
 * Writes every line of the general ledger as CSV, journal by journal in the order of posting, out of one snapshot of
 * the database and without holding it in memory. People are their ids: no name leaves the books.
 */
export async function exportLedger(
  client: pg.ClientBase,
  { fromOn, toOn }: LedgerPeriod,
  write: (text: string) => Promise<void>,
): Promise<LedgerTotals> {
  let [journals, lines, debitPaise, creditPaise, last] = [0, 0, 0n, 0n, ''];
  await beginLongRead(client);
  try {
    await client.query(LINES, [fromOn ?? null, toOn ?? null]);
    await write(`${HEAD}\r\n`);
    for (;;) {
      const { rows } = await client.query<LineRow>(`fetch ${ROWS_AT_ONCE} from ledger_lines`);
      if (rows.length === 0) break;
      for (const row of rows) {
        const amount = BigInt(row.amount);
        if (amount > 0n) debitPaise += amount;
        else creditPaise -= amount;
        if (row.journal_id !== last) journals += 1;
        last = row.journal_id;
      }
      lines += rows.length;
      await write(csvLines(rows.map(toCells)));
    }
    return { journals, lines, debitPaise, creditPaise };
  } finally {
    await client.query('rollback');
  }
}

function toCells(row: LineRow): Cell[] {
  const amount = BigInt(row.amount);
  return [
    row.posting_on,
    row.effective_on,
    row.journal_id,
    row.source_kind,
    row.source_id,
    row.reversal_of ?? '',
    row.user_id,
    row.loan_id ?? '',
    String(row.line),
    row.account,
    row.name,
    amount > 0n ? amount : '',
    amount < 0n ? -amount : '',
  ];
}
