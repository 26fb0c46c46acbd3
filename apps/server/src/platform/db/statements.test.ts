import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { createDatabase, type Database } from './database.ts';
import { createStatements } from '@mohlat/platform/db/transactions.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = createDatabase(patientPool(database.url, undefined, 1), createClock(createLog('silent')));
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

describe('given values that the driver cannot write, when the statement is said again', () => {
  const text = 'select $1::jsonb as said';
  const unwritable = [{ a: 1n }];
  const refused = { name: 'TypeError', message: expect.stringContaining('BigInt') as string };

  test.each<[string, (one: Database) => Promise<unknown>]>([
    ['alone', (one) => expect(one.once(text, unwritable)).rejects.toMatchObject(refused)],
    [
      'in a transaction',
      (one) => expect(one.plain((tx) => tx.call(text, unwritable))).rejects.toMatchObject(refused),
    ],
    [
      'in a transaction that goes on',
      (one) => one.plain((tx) => expect(tx.call(text, unwritable)).rejects.toMatchObject(refused)),
    ],
  ])('%s, it keeps its name', async (_where, fail) => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line: string) => void lines.push(line) });
    const one = createDatabase(patientPool(database.url, undefined, 1), createClock(log), { log });
    onTestFinished(() => one.close());
    await fail(one);
    expect(await one.once(text, [{ a: 1 }])).toEqual([{ said: { a: 1 } }]);
    expect(lines).toEqual([]);
    expect(await one.plain((tx) => tx.call(PLANNED, [text]))).toEqual([{ times: 1 }]);
  });

  test('a refusal of the work itself keeps the connection', async () => {
    const connection = () => db.once<{ pid: number }>('select pg_backend_pid() as pid', []);
    const before = await connection();
    await expect(db.plain(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(db.once('select 1 / $1::integer', [0])).rejects.toMatchObject({ code: '22012' });
    expect(await connection()).toEqual(before);
  });
});

describe('a pooler that follows no prepared statements', () => {
  const NAMED = `select count(*)::integer as count from pg_prepared_statements where statement = $1`;
  let behind: Database;
  let lines: string[];
  beforeEach(() => {
    lines = [];
    const log = createLog('warn', { write: (line: string) => void lines.push(line) });
    behind = createDatabase(patientPool(database.url, undefined, 1), createClock(log), { log });
  });
  afterEach(() => behind.close());

  const expectUnnamed = async (text: string) => {
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      expect.stringContaining('pooler'),
    ]);
    expect(await behind.plain((tx) => tx.call(NAMED, [text]))).toEqual([{ count: 0 }]);
  };

  test('hands over a connection that does not know a statement: they go without a name, and a warning says so', async () => {
    const text = 'select version from settings where version > $1 and version < 7';
    await behind.once(text, [0]);
    // The next connection behind the pooler, as it looks from here.
    await behind.plain((tx) => tx.call('deallocate all'));
    await expect(behind.plain((tx) => tx.call(text, [1]))).resolves.toEqual([]);
    await behind.once(text, [2]);
    await expectUnnamed(text);
  });

  test('hands over a connection that knows a statement already: the same', async () => {
    const text = 'select version from settings where version > $1 and version < 8';
    const { name } = createStatements().of(text, []);
    await behind.plain((tx) => tx.call(`prepare "${name}" as select 1`));
    await behind.once(text, [0]);
    await behind.plain((tx) => tx.call('deallocate all'));
    await behind.once(text, [1]);
    await expectUnnamed(text);
  });
});

test('a statement has the same name in every process, so that none runs under the name of another', () => {
  const [mine, others] = [createStatements(), createStatements()];
  others.of('select 0', []);
  expect(mine.of('select 1', []).name).toBe(others.of('select 1', []).name);
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
