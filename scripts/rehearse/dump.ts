import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Deployment } from './deployment.ts';
import { findPostgres, runProgram } from './programs.ts';
import { proveCleanBooks } from './proof.ts';
import type { Check } from './rehearsal.ts';

const NAME = 'from_a_dump';

/** Reads a dump of a deployment's database into an empty one beside it, and proves that all of it arrived. */
export async function proveDump({ database }: Deployment): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-dump-'));
  const file = join(folder, 'dump');
  const target = new URL(database.url);
  target.pathname = `/${NAME}`;
  const run = (program: string, ...args: readonly string[]) => {
    const { isGood, output } = runProgram(join(findPostgres(), program), args);
    if (!isGood) throw new Error(output);
  };
  try {
    run('pg_dump', '--format=custom', `--file=${file}`, database.url);
    await database.sql.query(`create database ${NAME}`);
    run('pg_restore', '--exit-on-error', `--dbname=${target.href}`, file);
    const [there, here] = [await countRows(database.url), await countRows(target.href)];
    const differing = Object.keys(there).filter((name) => there[name] !== here[name]);
    const books = await proveCleanBooks({ databaseUrl: target.href });
    return [
      {
        what: 'a dump read into an empty database has every row of the books',
        figure: `${Object.entries(here)
          .map(([name, count]) => `${count} ${name}`)
          .join(', ')}; differing: ${differing.join(', ') || 'none'}`,
        isGood: differing.length === 0 && here['payments'] !== '0',
      },
      { ...books, what: 'the books of the dump are clean' },
    ];
  } finally {
    await database.sql.query(`drop database if exists ${NAME}`);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function countRows(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(
      `select (select count(*) from payments) as payments, (select count(*) from loans) as loans,
         (select count(*) from journals) as journals, (select count(*) from postings) as postings`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
