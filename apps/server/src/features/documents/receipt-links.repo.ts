import type { Database, Tx } from '#platform/db/database.ts';

export interface LinkRow {
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Undefined when the payment is not this user's. */
export async function insertLink(
  tx: Tx,
  userId: string,
  paymentId: string,
  tokenHash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<LinkRow | undefined> {
  const [row] = await tx.call<LinkRow & Record<string, unknown>>(
    `insert into receipt_links (user_id, payment_id, created_at, expires_at)
     select user_id, id, $3, $4 from payments where user_id = $1 and id = $2
     returning id, created_at, expires_at`,
    [userId, paymentId, now, expiresAt],
  );
  if (row) await tx.call('select keep_receipt_token($1, $2)', [tokenHash, row.id]);
  return row;
}

/** The links that still show something; undefined when the payment is not this user's. */
export async function listLinks(
  tx: Tx,
  userId: string,
  paymentId: string,
  now: Date,
): Promise<LinkRow[] | undefined> {
  const own = await tx.call('select 1 from payments where user_id = $1 and id = $2', [userId, paymentId]);
  if (own.length === 0) return undefined;
  return tx.call<LinkRow & Record<string, unknown>>(
    `select id, created_at, expires_at from receipt_links
     where user_id = $1 and payment_id = $2 and revoked_at is null and expires_at > $3
     order by created_at desc, id desc`,
    [userId, paymentId, now],
  );
}

/** False when there is no such link of this user; taking back twice changes nothing. */
export async function revokeLink(tx: Tx, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.call(
    `update receipt_links set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and id = $2 returning id`,
    [userId, id, now],
  );
  return rows.length > 0;
}

/** Where a token leads; undefined when nowhere. */
export async function findToken(
  db: Database,
  tokenHash: Buffer,
): Promise<{ linked_by: string; link_id: string } | undefined> {
  const [row] = await db.once<{ linked_by: string; link_id: string }>(
    'select linked_by, link_id from find_receipt_token($1)',
    [tokenHash],
  );
  return row;
}

export interface SharedRow {
  readonly payment_id: string;
  readonly amount_paise: number;
  readonly last4: string;
  readonly accepted_at: Date;
  readonly paid_at: Date | null;
  readonly bill_status: string;
}

/** What a link shows now; undefined once it was taken back or has run out. */
export async function findShared(
  tx: Tx,
  userId: string,
  linkId: string,
  now: Date,
): Promise<SharedRow | undefined> {
  const [row] = await tx.call<SharedRow & Record<string, unknown>>(
    `select p.id as payment_id, p.amount_paise, c.last4, p.accepted_at, p.paid_at, p.bill_status
     from receipt_links s
     join payments p on p.user_id = s.user_id and p.id = s.payment_id
     join cards c on c.user_id = p.user_id and c.id = p.card_id
     where s.user_id = $1 and s.id = $2 and s.revoked_at is null and s.expires_at > $3`,
    [userId, linkId, now],
  );
  return row;
}
