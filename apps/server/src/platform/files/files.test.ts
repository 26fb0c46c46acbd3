import { machinePause } from '#platform/clock/clock.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BusinessDate } from '@mohlat/money';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createFileStore, type FileStore } from './files.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'mohlat-files-'));
const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
const vault = createVault([{ id: 'k1', bytes: randomBytes(32) }], randomBytes(32));
let now = new Date('2026-11-20T06:00:00Z');
const clock = {
  now: () => now,
  offsetMs: () => 0,
  pause: machinePause,
  today: () => '2026-11-20' as BusinessDate,
};
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sql: pg.Pool;
let api: Database;
let worker: Database;
let files: FileStore;
const asha = { userId: newId(), sessionId: newId() };
const ravi = { userId: newId(), sessionId: newId() };

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  for (const { userId, sessionId } of [asha, ravi]) {
    await sql.query('insert into auth.users (id, created_at, updated_at) values ($1, now(), now())', [
      userId,
    ]);
    await sql.query(
      `insert into auth.sessions (user_id, id, amr, refresh_key_sealed, created_at) values ($1, $2, '[]', '\\x00', now())`,
      [userId, sessionId],
    );
  }
  api = createDatabase(patientPool(database.url, 'mohlat_api', 4), clock);
  worker = createDatabase(patientPool(database.url, 'mohlat_worker', 4), clock);
  files = createFileStore({ disk, vault, clock, api, worker, log: createLog('silent') });
});
afterAll(async () => {
  await api.close();
  await worker.close();
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const content = Buffer.from('A recording of somebody who says a phrase. '.repeat(40));
const nothing = () => Promise.resolve();
const keep = () =>
  files.store(asha, { purpose: 'video', type: 'video/webm', content }, nothing, (_, id) =>
    Promise.resolve(id),
  );
const find = (userId: string, id: string) => worker.forUser(userId, (tx) => files.find(tx, userId, id));

function onDisk(): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile());
}

describe('LEND-24: a stored file', () => {
  test('comes back as it was, and lies on disk in no readable form', async () => {
    const id = await keep();
    const file = await find(asha.userId, id);
    expect(file).toMatchObject({ type: 'video/webm', sizeBytes: content.length });
    expect((await files.open(file!)).equals(content)).toBe(true);
    const everything = Buffer.concat(onDisk().map((name) => readFileSync(join(folder, name))));
    expect(everything.includes('somebody who says')).toBe(false);
    expect(everything.includes(content.subarray(0, 16))).toBe(false);
    const { rows } = await sql.query<{ t: string }>('select stored_files::text as t from stored_files');
    expect(JSON.stringify(rows)).not.toContain('somebody');
  });

  test('has a key of its own: the same content twice is two different files', async () => {
    const before = onDisk().length;
    const [first, second] = [await keep(), await keep()];
    expect(first).not.toBe(second);
    const bytes = onDisk().map((name) => readFileSync(join(folder, name)).toString('hex'));
    expect(new Set(bytes).size).toBe(before + 2);
    const { rows } = await sql.query<{ content_hash: Buffer }>(
      'select distinct content_hash from stored_files where id = any ($1)',
      [[first, second]],
    );
    expect(rows).toHaveLength(1);
  });

  test('of one person is not found by another', async () => {
    const id = await keep();
    expect(await api.asUser(ravi, (tx) => files.find(tx, asha.userId, id))).toBeUndefined();
    expect(await api.asUser(asha, (tx) => files.find(tx, asha.userId, id))).toBeDefined();
  });

  test('opens at its own place alone, and not when a byte was changed', async () => {
    const [first, second] = [await keep(), await keep()];
    const [one, other] = [await find(asha.userId, first), await find(asha.userId, second)];
    await disk.copy(`${asha.userId}/${first}`, `${asha.userId}/${second}`);
    await expect(files.open(other!)).rejects.toThrow();
    await expect(files.open({ ...other!, keySealed: one!.keySealed })).rejects.toThrow();
    const bytes = Buffer.from(await disk.getBytes(`${asha.userId}/${first}`));
    bytes[bytes.length - 1]! ^= 1;
    await disk.put(`${asha.userId}/${first}`, bytes);
    await expect(files.open(one!)).rejects.toThrow();
  });

  test('given bytes that are gone, when it is opened, it is told as lost and noted, until they are put back', async () => {
    const id = await keep();
    const place = `${asha.userId}/${id}`;
    const bytes = await disk.getBytes(place);
    const lostAt = async () =>
      (await sql.query<{ lost_at: Date | null }>('select lost_at from stored_files where id = $1', [id]))
        .rows[0]!.lost_at;
    await disk.delete(place);
    for (const _ of ['first', 'again'])
      await expect(files.open((await find(asha.userId, id))!)).rejects.toMatchObject({ code: 'file_lost' });
    expect(await lostAt()).toEqual(now);
    await disk.put(place, bytes.subarray(0, 100));
    await expect(files.open((await find(asha.userId, id))!)).rejects.toMatchObject({ code: 'file_lost' });
    await disk.put(place, bytes);
    expect((await files.open((await find(asha.userId, id))!)).equals(content)).toBe(true);
    expect(await lostAt()).toBeNull();
  });

  test('given a store that does not answer, when it is opened, it is told as busy and not as lost', async () => {
    const id = await keep();
    const away = Object.assign(Object.create(disk) as Disk, {
      getBytes: () => Promise.reject(new Error('no answer')),
    });
    const behind = createFileStore({ disk: away, vault, clock, api, worker, log: createLog('silent') });
    await expect(behind.open((await find(asha.userId, id))!)).rejects.toMatchObject({ code: 'busy' });
    expect(await find(asha.userId, id)).toMatchObject({ isLost: false });
  });

  test('is gone when its key is erased, although the bytes may still lie in a backup', async () => {
    const id = await keep();
    const place = `${asha.userId}/${id}`;
    const backup = Buffer.from(await disk.getBytes(place));
    await worker.forUser(asha.userId, (tx) => files.erase(tx, asha.userId, [id]));
    expect(await find(asha.userId, id)).toBeUndefined();
    const { rows } = await sql.query<{ key_sealed: Buffer | null; content_hash: Buffer }>(
      'select key_sealed, content_hash from stored_files where id = $1',
      [id],
    );
    expect(rows[0]).toMatchObject({ key_sealed: null });
    expect(rows[0]!.content_hash).toHaveLength(32);
    await files.sweep();
    expect(await disk.exists(place)).toBe(false);
    await disk.put(place, backup);
    expect(await find(asha.userId, id)).toBeUndefined();
    await disk.delete(place);
  });

  test('that no transaction kept is never found, and swept after an hour', async () => {
    let orphan = '';
    const refused = files.store(asha, { purpose: 'video', type: 'video/webm', content }, nothing, (_, id) => {
      orphan = id;
      throw new Error('the caller thought better of it');
    });
    await expect(refused).rejects.toThrow('thought better');
    const place = `${asha.userId}/${orphan}`;
    expect(await find(asha.userId, orphan)).toBeUndefined();
    expect(await disk.exists(place)).toBe(true);
    await files.sweep();
    expect(await disk.exists(place)).toBe(true);
    now = new Date(now.getTime() + 61 * 60_000);
    const kept = await keep();
    expect(await files.sweep()).toBe(1);
    expect(await disk.exists(place)).toBe(false);
    expect((await files.open((await find(asha.userId, kept))!)).equals(content)).toBe(true);
    expect(await files.sweep()).toBe(0);
  });

  test('of a person can all be erased at once, by purpose too', async () => {
    const id = await keep();
    await worker.forUser(asha.userId, (tx) => files.eraseAll(tx, asha.userId, 'income'));
    expect(await find(asha.userId, id)).toBeDefined();
    await worker.forUser(asha.userId, (tx) => files.eraseAll(tx, asha.userId));
    expect(await find(asha.userId, id)).toBeUndefined();
  });
});
