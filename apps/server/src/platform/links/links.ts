import { DAY_MS } from '@mohlat/money';
import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import { pageOf, type PageWanted, readCursor } from '#platform/db/cursor.ts';
import type { Actor, Database, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

/** A token of 256 random bits cannot be guessed; the database keeps only its hash. */
const TOKEN_BYTES = 32;

/** A link that a visitor follows by its token. Its table has `revoked_at` beside these columns. */
export interface LinkRow {
  readonly id: string;
  readonly payment_id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export interface LinkKind {
  readonly table: string;
  /** Read of a link, those of `LinkRow` among them. */
  readonly columns: string;
  /** Database functions that keep the hash of a token for a link, and find the link and its owner by the hash. */
  readonly keepToken: string;
  readonly findToken: string;
  /** A link lasts this long. */
  readonly days: number;
}

export interface Links<Row extends LinkRow> {
  /** Makes a link by the `insert` of its feature, which answers undefined where nothing may be linked. */
  make(
    tx: Tx,
    insert: (now: Date, expiresAt: Date) => Promise<Row | undefined>,
  ): Promise<{ readonly row: Row; readonly token: string } | undefined>;
  /** The links of a payment that still show something, newest first. */
  list(tx: Tx, userId: string, paymentId: string): Promise<Row[]>;
  /** A link that still shows something; undefined once it was taken back or has run out. */
  find(tx: Tx, userId: string, id: string): Promise<Row | undefined>;
  /** Takes a link back, at once; again changes nothing. Throws not_found. */
  revoke(actor: Actor, id: string): Promise<void>;
  /** Works as the person who made the link. Throws not_found: it never was, was taken back, or has run out. */
  follow<T>(token: string, work: (tx: Tx, userId: string, row: Row) => T | Promise<T>): Promise<T>;
  /** The same by a link that may be over. Throws not_found: it never was. */
  followKept<T>(token: string, work: (tx: Tx, userId: string, row: Row) => T | Promise<T>): Promise<T>;
}

/** A page of links as `list` answers them, or of some of them. Throws validation_failed. */
export function pageOfLinks<Row extends LinkRow>(rows: readonly Row[], { limit, cursor }: PageWanted) {
  const after = readCursor(cursor);
  const isBehind = ({ created_at: at, id }: Row) =>
    after === undefined || at < after.at || (at.getTime() === after.at.getTime() && id < after.id);
  return pageOf(rows.filter(isBehind), limit, ({ created_at: at, id }) => ({ at, id }));
}

/** The one mechanism of links for visitors. */
export function createLinks<Row extends LinkRow>(
  { api, clock }: { readonly api: Database; readonly clock: Pick<Clock, 'now'> },
  { table, columns, keepToken, findToken, days }: LinkKind,
): Links<Row> {
  const select = `select ${columns} from ${table} where user_id = $1 and revoked_at is null and expires_at > $2`;
  const find = async (tx: Tx, userId: string, id: string): Promise<Row | undefined> => {
    const [row] = await tx.call<Row>(`${select} and id = $3`, [userId, clock.now(), id]);
    return row;
  };
  const findKept = async (tx: Tx, userId: string, id: string): Promise<Row | undefined> => {
    const [row] = await tx.call<Row>(`select ${columns} from ${table} where user_id = $1 and id = $2`, [
      userId,
      id,
    ]);
    return row;
  };
  const followBy = async <T>(
    read: typeof find,
    token: string,
    work: (tx: Tx, userId: string, row: Row) => T | Promise<T>,
  ): Promise<T> => {
    const [found] = await api.once<{ linked_by: string; link_id: string }>(
      `select linked_by, link_id from ${findToken}($1)`,
      [sha256(token)],
    );
    if (!found) throw new DomainError('not_found');
    const { linked_by: userId, link_id: id } = found;
    return api.forUser(userId, async (tx) => {
      const row = await read(tx, userId, id);
      if (!row) throw new DomainError('not_found');
      return work(tx, userId, row);
    });
  };
  return {
    find,
    async make(tx, insert) {
      const now = clock.now();
      const row = await insert(now, new Date(now.getTime() + days * DAY_MS));
      if (!row) return undefined;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      await tx.call(`select ${keepToken}($1, $2)`, [sha256(token), row.id]);
      return { row, token };
    },
    list: (tx, userId, paymentId) =>
      tx.call<Row>(`${select} and payment_id = $3 order by created_at desc, id desc`, [
        userId,
        clock.now(),
        paymentId,
      ]),
    revoke: (actor, id) =>
      api.asUser(actor, async (tx) => {
        const rows = await tx.call(
          `update ${table} set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and id = $2 returning id`,
          [actor.userId, id, clock.now()],
        );
        if (rows.length === 0) throw new DomainError('not_found');
      }),
    follow: (token, work) => followBy(find, token, work),
    followKept: (token, work) => followBy(findKept, token, work),
  };
}
