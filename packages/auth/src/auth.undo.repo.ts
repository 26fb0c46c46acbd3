import type { Tx } from '@mohlat/platform/db/transactions.ts';

/** One row of auth.undo_links: what a notice's link takes back. */
export interface UndoLink {
  readonly user_id: string;
  readonly id: string;
  /** The factor or identity that was added, if it was one. */
  readonly added_id: string | null;
  /** The contacts of the account before the change. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly changed_at: Date;
  readonly expires_at: Date;
}

/** A link that was pressed, with what it and the links it voids told of. */
export interface TakenLink extends UndoLink {
  readonly added_ids: readonly string[];
}

/** Stores the link of a notice. */
export async function insertUndoLink(tx: Tx, link: UndoLink & { readonly tokenHash: Buffer }): Promise<void> {
  await tx.call(
    `insert into auth.undo_links (user_id, id, token_hash, added_id, email, phone, changed_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      link.user_id,
      link.id,
      link.tokenHash,
      link.added_id,
      link.email,
      link.phone,
      link.changed_at,
      link.expires_at,
    ],
  );
}

/** Finds the user whose link it is; the link is read again under the user's lock. */
export async function findUndoOwner(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const rows = await tx.call<{ user_id: string }>(
    'select user_id from auth.undo_links where token_hash = $1',
    [tokenHash],
  );
  return rows[0]?.user_id;
}

/** Voids every link of a user: the contacts they would give back belong to another user. */
export async function deleteUndoLinks(tx: Tx, userId: string): Promise<void> {
  await tx.call('delete from auth.undo_links where user_id = $1', [userId]);
}

/**
 * The live link, which is spent by this, with those of later changes: they went to contacts that may be the stranger's.
 * The caller holds the user's lock.
 */
export async function takeUndoLink(
  tx: Tx,
  userId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<TakenLink | undefined> {
  const rows = await tx.call<TakenLink>(
    `with own as (
       select * from auth.undo_links where user_id = $1 and token_hash = $2 and expires_at > $3
     ), spent as (
       delete from auth.undo_links l using own where l.user_id = $1 and (l.id = own.id or l.changed_at >= own.changed_at)
       returning l.added_id
     )
     select user_id, id, added_id, email, phone, changed_at, expires_at,
       array(select added_id from spent where added_id is not null) as added_ids
     from own`,
    [userId, tokenHash, now],
  );
  return rows[0];
}

/**
 * Takes away what was added by a change and since: factors, recovery codes, accounts elsewhere. A factor is told of when it is
 * proven, which may be long after it was begun: it goes by what the links told of, and one that was only begun goes too.
 */
export async function deleteAdded(tx: Tx, { user_id, added_ids, changed_at }: TakenLink): Promise<void> {
  // A set of recovery codes may be made again in its place.
  await tx.call(
    `delete from auth.factors where user_id = $1 and (id = any($2::uuid[]) or created_at >= $3 or status = 'unverified'
       or factor_type = 'recovery_code' and codes_made_at >= $3)`,
    [user_id, added_ids, changed_at],
  );
  await tx.call(
    `delete from auth.identities
     where user_id = $1 and provider not in ('email', 'phone') and (id = any($2::uuid[]) or created_at >= $3)`,
    [user_id, added_ids, changed_at],
  );
}
