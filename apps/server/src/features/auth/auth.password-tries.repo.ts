import type { Tx } from '#platform/db/database.ts';
import type { Tries } from './auth.rules.ts';

/** Wrong passwords by the hash of who gave them, in hex. Serialises tries for one address. */
export async function listTries(
  tx: Tx,
  addressHash: Buffer,
  keyHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, Tries>> {
  await tx.call(`select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 1))`, [addressHash]);
  const rows = await tx.call<{ key: string; wrong: number; last_at: Date }>(
    `select encode(key_hash, 'hex') as key, wrong, last_at from auth.password_tries where key_hash = any($1)`,
    [keyHashes],
  );
  return new Map(rows.map(({ key, wrong, last_at: lastAt }) => [key, { wrong, lastAt }]));
}

export async function putTries(tx: Tx, keyHash: Buffer, { wrong, lastAt }: Tries): Promise<void> {
  await tx.call(
    `insert into auth.password_tries (key_hash, wrong, last_at) values ($1, $2, $3)
     on conflict (key_hash) do update set wrong = excluded.wrong, last_at = excluded.last_at`,
    [keyHash, wrong, lastAt],
  );
}

/** Takes back a try that was counted before the password proved right. */
export async function takeBackTry(tx: Tx, keyHash: Buffer): Promise<void> {
  await tx.call('update auth.password_tries set wrong = greatest(wrong - 1, 0) where key_hash = $1', [
    keyHash,
  ]);
}

export async function deleteTries(tx: Tx, keyHash: Buffer): Promise<void> {
  await tx.call('delete from auth.password_tries where key_hash = $1', [keyHash]);
}
