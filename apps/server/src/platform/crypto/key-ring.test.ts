import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { openVault } from './key-ring.ts';
import { createSealer, hash, hashingKeyOf, type MasterKey } from '@mohlat/platform/crypto/vault.ts';

const key = (id: string): MasterKey => ({ id, bytes: randomBytes(32) });
const OLD = key('old');
const NEW = key('new');
const OTHER = key('other');
const PAN = 'ABCPE1234F';

let database: { url: string; drop(): Promise<void> };
let sql: pg.Client;
beforeEach(async () => {
  database = await cloneDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const panOf = async (...keys: MasterKey[]) => (await openVault(database.url, keys)).fingerprint(PAN, 'pan');

/** A database as a release without a key ring left it: one person, hashed with a key made of `master`. */
async function leaveOlderRelease(master: MasterKey): Promise<Buffer> {
  const id = randomUUID();
  const panHash = hash(hashingKeyOf(master), PAN, 'pan');
  await sql.query('insert into auth.users (id, created_at, updated_at) values ($1, now(), now())', [id]);
  await sql.query(
    'insert into profiles (user_id, pan_sealed, pan_hash, created_at, updated_at) values ($1, $2, $3, now(), now())',
    [id, createSealer([master]).seal(PAN, `pan:${id}`), panHash],
  );
  return panHash;
}

async function sealRingWith(...keys: [MasterKey, ...MasterKey[]]): Promise<void> {
  const { rows } = await sql.query<{ key_sealed: Buffer }>('select key_sealed from key_ring');
  const sealer = createSealer(keys);
  const plain = sealer.open(rows[0]!.key_sealed, 'key ring:fingerprint');
  await sql.query('update key_ring set key_sealed = $1', [sealer.seal(plain, 'key ring:fingerprint')]);
}

describe('the key of the hashes', () => {
  test('is the same for every process, also for those that start a new database at the same time', async () => {
    const hashes = await Promise.all(Array.from({ length: 6 }, () => panOf(OLD)));
    expect(new Set(hashes.map(String)).size).toBe(1);
  });

  test('of a new database cannot be made of its master key', async () => {
    expect(await panOf(OLD)).not.toEqual(hash(hashingKeyOf(OLD), PAN, 'pan'));
  });

  test('stays when the master key is changed and the old one taken away', async () => {
    const before = await panOf(OLD);
    expect(await panOf(NEW, OLD)).toEqual(before);
    await sealRingWith(NEW, OLD);
    expect(await panOf(NEW)).toEqual(before);
  });

  test.each([
    ['its only key', [OLD]],
    ['a newer key in front', [NEW, OLD]],
    ['the order turned round, as the last step of a careless change', [OLD, NEW]],
  ])('of an older database is taken over with %s', async (_, keys) => {
    const before = await leaveOlderRelease(OLD);
    expect(await panOf(...keys)).toEqual(before);
  });
});

describe('the start ends with a line that says what to do', () => {
  test('when an older database comes without the key it was hashed with', async () => {
    await leaveOlderRelease(OLD);
    await expect(panOf(NEW)).rejects.toThrow(/MASTER_KEY lacks the key this database was hashed with/);
    const { rows } = await sql.query('select 1 from key_ring');
    expect(rows).toEqual([]);
  });

  test('when the key that sealed the ring was taken away too early', async () => {
    await panOf(OLD);
    await expect(panOf(OTHER)).rejects.toThrow(
      /MASTER_KEY has no key "old", which sealed the database's key ring/,
    );
  });

  test('when a key bears the right name and is another', async () => {
    await panOf(OLD);
    await expect(panOf({ ...OTHER, id: 'old' })).rejects.toThrow(/"old" is not the key of that name/);
  });
});
