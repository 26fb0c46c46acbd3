import { RECEIPT_LINK_DAYS } from '@mohlat/contract';
import type { FreezeFact } from '@mohlat/lending';
import { freezesOf, IS_OWED, list } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { LinkKind, LinkRow } from '#platform/links/links.ts';

export const RECEIPT_LINKS: LinkKind = {
  table: 'receipt_links',
  columns: 'id, payment_id, created_at, expires_at',
  keepToken: 'keep_receipt_token',
  findToken: 'find_receipt_token',
  days: RECEIPT_LINK_DAYS,
};

/** Undefined when the payment is not this user's. */
export async function insertLink(
  tx: Tx,
  { userId, paymentId }: { readonly userId: string; readonly paymentId: string },
  now: Date,
  expiresAt: Date,
): Promise<LinkRow | undefined> {
  const [row] = await tx.call<LinkRow>(
    `insert into receipt_links (user_id, payment_id, created_at, expires_at)
     select user_id, id, $3, $4 from payments where user_id = $1 and id = $2
     returning ${RECEIPT_LINKS.columns}`,
    [userId, paymentId, now, expiresAt],
  );
  return row;
}

/** Whether a payment is this user's. */
export async function isOwn(tx: Tx, userId: string, paymentId: string): Promise<boolean> {
  const own = await tx.call('select 1 from payments where user_id = $1 and id = $2', [userId, paymentId]);
  return own.length > 0;
}

export interface SharedRow {
  readonly payment_id: string;
  readonly amount_paise: number;
  readonly last4: string;
  readonly accepted_at: Date;
  readonly paid_at: Date | null;
  readonly bill_status: string;
  readonly is_owing: boolean;
  /** The freezes of its loan, oldest first. */
  readonly freezes: readonly FreezeFact[];
}

/** Reads what a link to a payment shows now. */
export async function findShared(tx: Tx, userId: string, paymentId: string): Promise<SharedRow | undefined> {
  const [row] = await tx.call<SharedRow>(
    `select p.id as payment_id, p.amount_paise, c.last4, p.accepted_at, p.paid_at, p.bill_status,
            exists (select 1 from loans l where l.user_id = p.user_id and l.id = p.id and ${IS_OWED}) as is_owing,
            ${list(freezesOf('p.user_id', 'p.id'))} as freezes
     from payments p join cards c on c.user_id = p.user_id and c.id = p.card_id
     where p.user_id = $1 and p.id = $2`,
    [userId, paymentId],
  );
  return row;
}
