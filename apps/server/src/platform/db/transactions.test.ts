import { openPool } from '@mohlat/platform/db/pool.ts';
import { createDatabase } from '@mohlat/platform/db/transactions.ts';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';

test('given a database without a door, when work throws, nothing of it stays', async () => {
  const { url, drop } = await cloneDatabase();
  const pool = openPool(url, { max: 2, name: 'test' });
  const db = createDatabase(pool);
  await pool.query('create table notes (text text)');
  const failing = db.plain(async (tx) => {
    await tx.call('insert into notes (text) values ($1)', ['half']);
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  expect(await db.once('select text from notes', [])).toEqual([]);
  await pool.end();
  await drop();
});
