import type { Database, Tx } from '#platform/db/database.ts';

export interface LinkRow {
  readonly id: string;
  readonly payment_id: string;
  readonly instalment: number;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly repayment_id: string | null;
}

const COLUMNS = 'id, payment_id, instalment, created_at, expires_at, repayment_id';
const SHOWN = 'revoked_at is null and expires_at >';

interface NewLink {
  readonly userId: string;
  readonly paymentId: string;
  readonly instalment: number;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** Makes a link and takes back the one that its instalment had. The caller has the lock of the loan's starts. */
export async function replaceLink(tx: Tx, link: NewLink, now: Date): Promise<LinkRow> {
  const { userId, paymentId, instalment, tokenHash, expiresAt } = link;
  await tx.call(
    `update repay_links set revoked_at = $4
     where user_id = $1 and payment_id = $2 and instalment = $3 and revoked_at is null`,
    [userId, paymentId, instalment, now],
  );
  const [row] = await tx.call<LinkRow & Record<string, unknown>>(
    `insert into repay_links (user_id, payment_id, instalment, created_at, expires_at)
     values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [userId, paymentId, instalment, now, expiresAt],
  );
  await tx.call('select keep_repay_token($1, $2)', [tokenHash, row!.id]);
  return row!;
}

/** The links that still show something, newest first. */
export function listLinks(tx: Tx, userId: string, paymentId: string, now: Date): Promise<LinkRow[]> {
  return tx.call<LinkRow & Record<string, unknown>>(
    `select ${COLUMNS} from repay_links
     where user_id = $1 and payment_id = $2 and ${SHOWN} $3 order by created_at desc, id desc`,
    [userId, paymentId, now],
  );
}

/** False when there is no such link of this user; taking back twice changes nothing. */
export async function revokeLink(tx: Tx, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.call(
    `update repay_links set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and id = $2 returning id`,
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
    'select linked_by, link_id from find_repay_token($1)',
    [tokenHash],
  );
  return row;
}

/** A link that still shows something; undefined once it was taken back or has run out. */
export async function findLink(
  tx: Tx,
  userId: string,
  linkId: string,
  now: Date,
): Promise<LinkRow | undefined> {
  const [row] = await tx.call<LinkRow & Record<string, unknown>>(
    `select ${COLUMNS} from repay_links where user_id = $1 and id = $2 and ${SHOWN} $3`,
    [userId, linkId, now],
  );
  return row;
}

export async function saveRepayment(
  tx: Tx,
  userId: string,
  linkId: string,
  repaymentId: string,
): Promise<void> {
  await tx.call('update repay_links set repayment_id = $3 where user_id = $1 and id = $2', [
    userId,
    linkId,
    repaymentId,
  ]);
}
