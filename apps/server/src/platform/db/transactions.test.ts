import { openPool } from '@mohlat/platform/db/pool.ts';
import { createDatabase, createTransactions, type Tx } from '@mohlat/platform/db/transactions.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';

let pool: pg.Pool;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await cloneDatabase();
  ({ url, drop } = database);
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
  const { run } = createTransactions(pool);
  let begun = 0;
  const open = (state: string) => () =>
    ({ begin: 'begin', enter: ['select $1::text as state', [state]], admit }) as const;
  const work = async () => {
    begun += 1;
  };
  await expect(run(open('ended'), work)).rejects.toThrow('refused');
  expect(begun).toBe(0);
  await run(open('live'), work);
  expect(begun).toBe(1);
});

test('given an opening without a door, then work goes out with it, and where it fails nothing of the work stays', async () => {
  const { run, once } = createTransactions(pool);
  let begun = 0;
  const work = (call: Tx['call']) => {
    begun += 1;
    return call('insert into notes (text) values ($1)', ['behind the opening']);
  };
  const failing = run(() => ({ begin: 'begin; select 1 / 0' }), work);
  await expect(failing).rejects.toThrow('division by zero');
  expect(begun).toBe(1);
  expect(await once('select text from notes', [])).toEqual([]);
  expect(
    await run(
      () => ({ begin: 'begin' }),
      (call) => call('select 1 as n'),
    ),
  ).toEqual([{ n: 1 }]);
});

test.each(['40P01', '40001'])(
  'LEND-C6: a transaction that fails with %s reads everything again, and is written once',
  async (code) => {
    const beside = openPool(url, { max: 1, name: 'beside' });
    await beside.query(
      'create table tries (text text); create sequence tried; create table sums (n integer)',
    );
    await beside.query(`
      insert into sums values (0);
      create function refuse_twice() returns trigger language plpgsql as $$
      begin
        if nextval('tried') <= 2 then raise exception 'refused' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger refused before insert on tries for each row execute function refuse_twice()`);
    try {
      const seen: number[] = [];
      const read = 'select n from sums';
      await createDatabase(pool).plain(async (tx) => {
        const [row] = await tx.call<{ n: number }>(read);
        seen.push(row!.n);
        await beside.query('update sums set n = n + 1');
        await tx.call('insert into tries (text) values ($1)', [`after ${row!.n}`]);
      });
      expect(seen).toEqual([0, 1, 2]);
      expect((await beside.query('select text from tries')).rows).toEqual([{ text: 'after 2' }]);
    } finally {
      await beside.query('drop table tries, sums; drop sequence tried; drop function refuse_twice');
      await beside.end();
    }
  },
);

test('LEND-C6: a transaction that fails each of five times is busy, and nothing of it stays', async () => {
  let tries = 0;
  const failing = createDatabase(pool).plain(async (tx) => {
    tries += 1;
    await tx.call('insert into notes (text) values ($1)', ['half']);
    await tx.call(`do $$ begin raise exception 'refused' using errcode = '40001'; end $$`);
  });
  await expect(failing).rejects.toMatchObject({ code: 'busy' });
  expect(tries).toBe(5);
  expect((await pool.query('select 1 from notes')).rows).toEqual([]);
});
