import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/harness.ts';
import { createDatabase, type Database } from './database.ts';
import { createPool } from './pool.ts';
import { createStatements } from './statements.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = createDatabase(createPool(database.url, undefined, 1), createClock(createLog('silent')));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const PLANNED = `select generic_plans + custom_plans as times from pg_prepared_statements where statement = $1`;

describe('a connection', () => {
  test('parses a statement once, however often and in however many transactions it is said', async () => {
    const text = 'select version from settings where version > $1';
    await db.plain(async (tx) => {
      await tx.call(text, [0]);
      await tx.call(text, [1]);
    });
    await db.plain((tx) => tx.call(text, [2]));
    await db.once(text, [3]);
    expect(await db.plain((tx) => tx.call(PLANNED, [text]))).toEqual([{ times: 4 }]);
  });

  test('answers what a table has by now, also where it was altered since the last time', async () => {
    const change = (text: string) => db.plain((tx) => tx.call(text));
    await change('create table altered (a integer)');
    await change('insert into altered values (1)');
    const look = 'select * from altered';
    expect(await db.plain((tx) => tx.call(look))).toEqual([{ a: 1 }]);
    await change('alter table altered add column b integer');
    expect(await db.plain((tx) => tx.call(look))).toEqual([{ a: 1, b: null }]);
    await change('alter table altered drop column a');
    expect(await db.once(look, [])).toEqual([{ b: null }]);
  });
});

test('so many statements have a name, and what comes after them goes without', () => {
  const statements = createStatements();
  const named = Array.from({ length: 600 }, (_, n) => statements.of(`select ${n}`, [])).filter(
    ({ name }) => name !== undefined,
  );
  expect(new Set(named.map(({ name }) => name)).size).toBe(500);
  expect(statements.of('select 0', [])).toEqual(named[0]);
  expect(statements.of('select 599', [])).toEqual({ text: 'select 599', values: [] });
});
