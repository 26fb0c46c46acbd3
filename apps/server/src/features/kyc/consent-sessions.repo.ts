import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';

/** The end of the last session of the record `k` that nobody came back from yet, in SQL; null where none waits. */
export const CONSENT_UNTIL = `(select max(s.expires_at) from aadhaar_sessions s
  where s.user_id = k.user_id and s.status = 'waiting')`;

/** Keeps a session that DigiLocker opened, and says on the record that its document is awaited. */
export async function save(
  tx: Tx,
  {
    userId,
    id,
    providerRef,
    last4,
    stateHash,
    expiresAt,
  }: {
    readonly userId: string;
    readonly id: string;
    readonly providerRef: string;
    readonly last4: string;
    readonly stateHash: Buffer;
    readonly expiresAt: Date;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into aadhaar_sessions (user_id, id, provider_ref, last4, status, state_hash, expires_at, created_at)
     values ($1, $2, $3, $4, 'waiting', $5, $6, $7)`,
    [userId, id, providerRef, last4, stateHash, expiresAt, now],
  );
  await tx.call(
    `update kyc_records set aadhaar_status = 'pending', updated_at = $2
     where user_id = $1 and aadhaar_status <> 'verified'`,
    [userId, now],
  );
}

export async function find(tx: Tx, userId: string, id: string) {
  return tx.find(
    query
      .selectFrom('aadhaar_sessions')
      .select(['id', 'provider_ref', 'last4', 'status', 'state_hash', 'expires_at'])
      .where('user_id', '=', userId)
      .where('id', '=', id),
  );
}

/** Takes a waiting session for one reading of its document. False while another reads it. */
export async function claim(
  tx: Tx,
  userId: string,
  sessionId: string,
  at: { readonly askedAt: Date; readonly lostBefore: Date },
): Promise<boolean> {
  const rows = await tx.call(
    `update aadhaar_sessions set asked_at = $3
     where user_id = $1 and id = $2 and status = 'waiting' and (asked_at is null or asked_at < $4) returning id`,
    [userId, sessionId, at.askedAt, at.lostBefore],
  );
  return rows.length > 0;
}

/** Gives a session back that was taken at this moment and not used up. */
export async function release(tx: Tx, userId: string, sessionId: string, askedAt: Date): Promise<void> {
  await tx.call(
    `update aadhaar_sessions set asked_at = null
     where user_id = $1 and id = $2 and status = 'waiting' and asked_at = $3`,
    [userId, sessionId, askedAt],
  );
}

/** Uses a session up. False when another request was quicker: what it wrote stands. */
export async function end(
  tx: Tx,
  userId: string,
  sessionId: string,
  status: 'verified' | 'rejected' | 'expired',
): Promise<boolean> {
  const rows = await tx.call(
    `update aadhaar_sessions set status = $3 where user_id = $1 and id = $2 and status = 'waiting' returning id`,
    [userId, sessionId, status],
  );
  return rows.length > 0;
}
