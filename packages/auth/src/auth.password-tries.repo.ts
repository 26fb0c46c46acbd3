import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { Tries } from './auth.rules.ts';

/** Settles tries at one password one by one, until the transaction ends. */
export async function lockTries(tx: Tx, lock: Buffer): Promise<void> {
  await tx.call(`select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 1))`, [lock]);
}

/** Wrong passwords by the hash of who gave them, in hex. */
export async function listTries(tx: Tx, keyHashes: readonly Buffer[]): Promise<ReadonlyMap<string, Tries>> {
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

export async function deleteTries(tx: Tx, keyHash: Buffer): Promise<void> {
  await tx.call('delete from auth.password_tries where key_hash = $1', [keyHash]);
}
