import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '#platform/config/config.ts';
import {
  createSealer,
  createVault,
  hash,
  hashingKeyOf,
  type MasterKey,
  sealedBy,
  type Vault,
} from '@mohlat/platform/crypto/vault.ts';

const PURPOSE = 'fingerprint';
/** The context under which the ring's keys are sealed. */
const CONTEXT = `key ring:${PURPOSE}`;

/**
 * Opens the vault of a database. The key of the keyed hashes lives in the database's key ring, sealed by the master
 * key: so master keys come and go, and what was hashed is found for ever. The first who has the owner's login makes it; all agree on
 * it. The worker's login reads it and no more. Throws: ConfigError when no given key opens the ring, or there is none to read.
 */
export async function openVault(databaseUrl: string, keys: readonly MasterKey[]): Promise<Vault> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'mohlat_key_ring' });
  // One that is lost fails its statement; the event alone must not end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const sealed = (await readRing(client)) ?? (await makeRing(client, keys));
    return createVault(keys, openRing(sealed, keys));
  } finally {
    await client.end();
  }
}

async function readRing(client: pg.Client): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ key_sealed: Buffer }>(
    'select key_sealed from key_ring where purpose = $1',
    [PURPOSE],
  );
  return rows[0]?.key_sealed;
}

async function makeRing(client: pg.Client, keys: readonly MasterKey[]): Promise<Buffer> {
  if (!(await mayMake(client)))
    throw new ConfigError(
      "the database has no key ring yet: run `npm run migrate` with the owner's address and MASTER_KEY first",
    );
  const key = (await isNew(client)) ? randomBytes(32) : await keyInUse(client, keys);
  const sealed = createSealer(keys).seal(key.toString('base64'), CONTEXT);
  await client.query(
    'insert into key_ring (purpose, key_sealed) values ($1, $2) on conflict (purpose) do nothing',
    [PURPOSE, sealed],
  );
  return (await readRing(client))!;
}

async function mayMake(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_table_privilege('key_ring', 'insert') as may",
  );
  return rows[0]!.may;
}

function openRing(sealed: Buffer, keys: readonly MasterKey[]): Buffer {
  const id = sealedBy(sealed);
  if (!keys.some((key) => key.id === id))
    throw new ConfigError(
      `MASTER_KEY has no key "${id}", which sealed the database's key ring: add it behind the others, then \`npm run keys -- rotate\``,
    );
  try {
    return Buffer.from(createSealer(keys).open(sealed, CONTEXT), 'base64');
  } catch {
    throw new ConfigError(
      `MASTER_KEY "${id}" is not the key of that name which sealed the database's key ring: give the right one`,
    );
  }
}

async function isNew(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select 1 from auth.users limit 1');
  return rows.length === 0;
}

/**
 * The key an older release hashed with: it made it of the last master key. A key may have been added or taken away
 * since, so a PAN that stands both sealed and hashed decides.
 */
async function keyInUse(client: pg.Client, keys: readonly MasterKey[]): Promise<Buffer> {
  const candidates = keys.toReversed().map(hashingKeyOf);
  const known = await findSealedAndHashed(client);
  const plain = known ? openPan(known, keys) : undefined;
  const found =
    known && plain !== undefined
      ? candidates.find((key) => hash(key, plain, 'pan').equals(known.pan_hash))
      : candidates[0];
  if (!found || (known && plain === undefined))
    throw new ConfigError(
      'MASTER_KEY lacks the key this database was hashed with: add the oldest one used with it, as the last',
    );
  return found;
}

interface SealedAndHashed {
  readonly user_id: string;
  readonly pan_sealed: Buffer;
  readonly pan_hash: Buffer;
}

async function findSealedAndHashed(client: pg.Client): Promise<SealedAndHashed | undefined> {
  // Row-level security shows the owner nothing, unless it is a superuser.
  await client.query('begin read only; set local role mohlat_worker');
  const { rows } = await client.query<SealedAndHashed>(
    `select user_id, pan_sealed, pan_hash from profiles where pan_sealed is not null and pan_hash is not null
     order by created_at limit 1`,
  );
  await client.query('commit');
  return rows[0];
}

function openPan(known: SealedAndHashed, keys: readonly MasterKey[]): string | undefined {
  try {
    return createSealer(keys).open(known.pan_sealed, `pan:${known.user_id}`);
  } catch {
    return undefined;
  }
}
