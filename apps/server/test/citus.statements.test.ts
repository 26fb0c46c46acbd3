import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planTables } from '../../../db/citus/distribute.ts';
import { cloneDatabase } from './database.ts';
import { statementsOfServer } from './server-statements.ts';

const ROOT = join(import.meta.dirname, '../../..');

let database: { url: string; drop(): Promise<void> };
let people: string;
beforeAll(async () => {
  database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  people = (await planTables(client)).distributed.join('|');
  await client.end();
});
afterAll(() => database.drop());

/** Said as the worker or the owner, who bypass row security: no policy, and so no condition without a column. */
const OF_THE_WORKER = [
  'collections/chargebacks/answers.repo.ts: find',
  'credit/credit.reinstate.repo.ts: listSuspended',
  'evidence/evidence.proof.ts: journalTree',
  'hardships/hardships.staff.repo.ts: findOne',
  'lending/lateness.ts: NEWEST_FACT',
  'losses/losses.repo.ts: findLoan',
  'overview/overview.book.ts: OPEN_LOANS',
  'payments-desk/payments-desk.detail.repo.ts: findHead',
  'payments-desk/payments-desk.list.repo.ts: SELECT',
  'payments-desk/payments-desk.list.repo.ts: listForStaff',
  'payments/rail/work.repo.ts: findWork',
  'reminders/reminders.formal.repo.ts: CANDIDATES',
  'reminders/reminders.formal.repo.ts: findFormal',
  'reminders/reminders.formal.repo.ts: lookAgainFormal',
  'reminders/reminders.repo.ts: CANDIDATES',
  'reminders/reminders.repo.ts: findCandidates',
  'reminders/reminders.repo.ts: lookAgain',
];
/** A cluster takes it: its subqueries name nothing of the rows beside them. */
const ALONE = ['privacy/erasure.repo.ts: findHistory'];

test('no statement of a person joins outside beside a subquery over people’s tables', () => {
  const from = `\\(\\s*select\\b(?:(?!\\bfrom\\b)[\\s\\S])*?\\bfrom (?:${people})\\b`;
  // A subquery that is a table, or a condition of the whole, is joined. One for each row is not, and keeps its policy for itself.
  const forEachRow = new RegExp(
    `(?<!\\b(?:exists|in|from|join|as|any|all)\\s*)${from}|(?:select|,|when|\\()\\s*(?:not )?exists\\s*${from}`,
  );
  const found = statementsOfServer().filter(({ text }) =>
    text
      .split(/\bunion\b/)
      .some((one) => /\b(?:left|right|full)(?: outer)? join\b/.test(one) && forEachRow.test(one)),
  );
  // A place goes with its file, so that a feature can be deleted.
  const known = [...OF_THE_WORKER, ...ALONE]
    .map((place) => `apps/server/src/features/${place}`)
    .filter((place) => existsSync(join(ROOT, place.split(':', 1)[0]!)));
  expect(found.map(({ place }) => place).toSorted()).toEqual(known.toSorted());
});

/** The newest migration of the first release: from the next one on a cluster may run them. */
const RELEASED = '0440';

test('no migration since the first release adds a column with a constraint that has no name', () => {
  const unnamed = /\badd column\b(?:(?!\bconstraint\b)[^,;])*\b(?:check|unique|references|primary key)\b/i;
  const migrations = globSync('db/migrations/*.sql', { cwd: ROOT }).filter(
    (file) => file.split('/').at(-1)!.slice(0, 4) > RELEASED,
  );
  expect(migrations.length).toBeGreaterThan(0);
  const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/--.*/g, '');
  expect(migrations.filter((file) => unnamed.test(textOf(file)))).toEqual([]);
});

/** The texts of SQL functions, each with its statements; remarks taken out. Those kept for the version before are left out: on a cluster all its processes stop first. */
const functions = () =>
  globSync('db/functions/*.sql', { cwd: ROOT })
    .filter((file) => !file.includes('/older_'))
    .map((file) => ({
      file,
      statements: readFileSync(join(ROOT, file), 'utf8').replaceAll(/--.*/g, '').split(';'),
    }));

/** The text between the brackets of a call. */
function argumentsOf(statement: string, from: number): string {
  let depth = 0;
  for (let at = from; at < statement.length; at += 1) {
    if (statement[at] === '(') depth += 1;
    if (statement[at] === ')') depth -= 1;
    if (depth === 0) return statement.slice(from, at);
  }
  return statement.slice(from);
}

test('no function is called by a query over people’s tables: its own writes would be another transaction on a cluster', () => {
  const reads = new RegExp(`\\bselect\\b[\\s\\S]*\\b(?:from|join) (?:${people})\\b`);
  const found = functions().flatMap(({ file, statements }) =>
    statements.flatMap((statement) => {
      const call = /\bperform (\w+)\(/.exec(statement);
      if (!call) return [];
      const given = argumentsOf(statement, call.index + call[0].length - 1);
      return reads.test(given) ? [`${file}: ${call[1]}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

test('no update joins a union of a parameter’s rows: a cluster sends it on without their type', () => {
  const found = functions()
    .filter(({ statements }) =>
      statements.some((one) => /\bupdate \w+[\s\S]*\bunion\b[\s\S]*\bunnest\(p_/.test(one)),
    )
    .map(({ file }) => file);
  expect(found).toEqual([]);
});

test('no statement names a row by its ctid: on a cluster each node counts its own', () => {
  const found = statementsOfServer().filter(
    ({ place, text }) => place.startsWith('apps/server/') && /\bctid\b/.test(text),
  );
  expect(found.map(({ place }) => place)).toEqual([]);
  expect(functions().filter(({ statements }) => statements.some((one) => /\bctid\b/.test(one)))).toEqual([]);
});
