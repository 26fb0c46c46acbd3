// `npm run db:chart`: writes the SQL that brings the database's accounts, allowed journals and transfers to the chart in
// packages/lending. It goes into a new migration; nothing is printed when both agree.
import { allowedLines, CHART, transferRows } from '@mohlat/lending';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { readCommandLine } from './command-line.ts';
import { startPostgres } from './postgres.ts';
import { scratchDir } from './scratch-dir.ts';

const LINES = 'select kind, account, side from allowed_journals';
const TRANSFERS = 'select name, kind, debit, credit from transfers';
const ACCOUNTS = `select code, name as title, tracked as "isTracked", not either_sign as "isOneSided", of_loan as "isOfLoan" from accounts`;

readCommandLine(import.meta.filename, {});
const postgres = await startPostgres({
  dataDir: scratchDir('chart'),
  isDurable: false,
});
try {
  await migrate(postgres.url, 'db');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const accounts = await client.query<Record<string, unknown>>(ACCOUNTS);
  const lines = await client.query<Record<string, unknown>>(LINES);
  const transfers = await client.query<Record<string, unknown>>(TRANSFERS);
  await client.end();
  process.stdout.write(
    accountChanges(accounts.rows) + lineChanges(lines.rows) + transferChanges(transfers.rows),
  );
} finally {
  await postgres.discard();
}

/** An account is added or described again; one that has postings is never taken away. */
function accountChanges(kept: readonly Record<string, unknown>[]): string {
  const known = new Set(kept.map((row) => JSON.stringify(Object.values(row))));
  const rows = Object.values(CHART)
    .map((one) => [one.code, one.title, one.isTracked, one.mayStandOn === 'own side', one.isOfLoan] as const)
    .filter((row) => !known.has(JSON.stringify(row)))
    .map(
      ([code, title, isTracked, isOneSided, isOfLoan]) =>
        `  ('${code}', '${title}', '${code[0]!}', ${isTracked}, ${!isOneSided}, ${isOfLoan})`,
    );
  if (rows.length === 0) return '';
  return `insert into accounts (code, name, kind, tracked, either_sign, of_loan) values
${rows.join(',\n')}
on conflict (code) do update set name = excluded.name, tracked = excluded.tracked, either_sign = excluded.either_sign,
  of_loan = excluded.of_loan;\n`;
}

function lineChanges(kept: readonly Record<string, unknown>[]): string {
  const textOf = (row: object) => `  (${Object.values(row).map(quoted).join(', ')})`;
  const wanted = allowedLines().map(textOf);
  const known = kept.map(textOf);
  const added = wanted.filter((row) => !known.includes(row));
  const gone = known.filter((row) => !wanted.includes(row));
  return [
    added.length > 0 && `insert into allowed_journals (kind, account, side) values\n${added.join(',\n')};\n`,
    gone.length > 0 &&
      `delete from allowed_journals where (kind, account, side) in (\n${gone.join(',\n')});\n`,
  ]
    .filter((part) => part !== false)
    .join('');
}

/** One that no function names any more stays: a process of the version before may. */
function transferChanges(kept: readonly Record<string, unknown>[]): string {
  const textOf = (row: object) => `  (${Object.values(row).map(quoted).join(', ')})`;
  const known = kept.map(textOf);
  const changed = transferRows()
    .map(textOf)
    .filter((row) => !known.includes(row));
  if (changed.length === 0) return '';
  return `insert into transfers (name, kind, debit, credit) values\n${changed.join(',\n')}
on conflict (name) do update set kind = excluded.kind, debit = excluded.debit, credit = excluded.credit;\n`;
}

function quoted(value: unknown): string {
  return `'${String(value)}'`;
}
