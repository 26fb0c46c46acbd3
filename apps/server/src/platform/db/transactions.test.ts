import { openPool } from '@mohlat/platform/db/pool.ts';
import { createDatabase, createTransactions } from '@mohlat/platform/db/transactions.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  pool = openPool(database.url, { max: 1, name: 'test' });
  await pool.query('create table notes (text text)');
});
afterAll(async () => {
  await pool.end();
  await drop();
});

test('given a database without a door, when work throws, nothing of it stays', async () => {
  const db = createDatabase(pool);
  const failing = db.plain(async (tx) => {
    await tx.call('insert into notes (text) values ($1)', ['half']);
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  expect(await db.once('select text from notes', [])).toEqual([]);
});

test('given statements said at once, when the first is refused, none stays and the connection goes on', async () => {
  const db = createDatabase(pool);
  const insert = 'insert into notes (text) values ($1)';
  const failing = db.plain((tx) =>
    Promise.all([tx.call('select 1 / $1::integer', [0]), tx.call(insert, ['a']), tx.call(insert, ['b'])]),
  );
  await expect(failing).rejects.toThrow('division by zero');
  expect(await db.once('select text from notes', [])).toEqual([]);
  const said = db.plain((tx) => Promise.all([tx.call('select 1 as n'), tx.call('select 2 as n')]));
  expect(await said).toEqual([[{ n: 1 }], [{ n: 2 }]]);
});

test('given a door that refuses, when a transaction is opened, its work does not begin', async () => {
  const admit = (row: pg.QueryResultRow | undefined) => {
    if (row?.['state'] === 'ended') throw new Error('refused');
  };
  const { run } = createTransactions(pool, { admit });
  let begun = 0;
  const open = (state: string) => () =>
    ({ begin: 'begin', enter: ['select $1::text as state', [state]] }) as const;
  const work = async () => {
    begun += 1;
  };
  await expect(run(open('ended'), work)).rejects.toThrow('refused');
  expect(begun).toBe(0);
  await run(open('live'), work);
  expect(begun).toBe(1);
});
