import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Disk } from 'flydrive';
import type { Clock } from '#platform/clock/clock.ts';
import { newId } from '#platform/crypto/ids.ts';
import { sha256, type Vault } from '#platform/crypto/vault.ts';
import type { Actor, Database, Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import type { Log } from '#platform/log/log.ts';

export type FilePurpose = 'video' | 'video_part' | 'income' | 'chargeback';

export interface NewFile {
  readonly purpose: FilePurpose;
  /** Media type, as found in the content itself. */
  readonly type: string;
  readonly content: Uint8Array;
}

/** A file as its row tells of it; `open` makes it readable. */
export interface StoredFile {
  readonly userId: string;
  readonly id: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly keySealed: Buffer;
  /** True where its bytes could not be read before. */
  readonly isLost: boolean;
}

export interface FileStore {
  /**
   * Encrypts and writes a file, then runs `work` in the person's transaction: the file is kept exactly when that
   * commits. Call it with no transaction open. Throws busy when the store is full or away; nothing stays of it then.
   * `first` begins each of its transactions, before anything is locked or written: it refuses by throwing.
   */
  store<T>(
    actor: Actor,
    file: NewFile,
    first: (tx: Tx) => Promise<void>,
    work: (tx: Tx, fileId: string) => Promise<T>,
  ): Promise<T>;
  /** The same for a member of staff who hands a file in for a person's account; under the worker's role. */
  storeFor<T>(
    actor: Actor,
    userId: string,
    file: NewFile,
    work: (tx: Tx, fileId: string) => Promise<T>,
  ): Promise<T>;
  /** The row of a kept file; undefined when there is none, or it was erased. */
  find(tx: Tx, userId: string, fileId: string): Promise<StoredFile | undefined>;
  /**
   * Fetches and decrypts. Call it with no transaction open. Throws busy when the store is away, and file_lost when it holds no bytes
   * of this file or not those that were written; the row says so from then on, until they can be read again.
   */
  open(file: StoredFile): Promise<Buffer>;
  /** Takes the keys of files away, in the caller's transaction: they cannot be read again, from a backup neither. */
  erase(tx: Tx, userId: string, fileIds: readonly string[]): Promise<void>;
  /** Erases all files of a person, or all of one purpose. */
  eraseAll(tx: Tx, userId: string, purpose?: FilePurpose): Promise<void>;
  /**
   * Writes a public record under a name, once: another one that is there already is never overwritten, only the half of this one
   * that a crash left. Answers what lies there afterwards. Call it with no transaction open.
   */
  keepRecord(name: string, text: string): Promise<string>;
  /** Removes the bytes of erased files and what was written and never kept. Answers how many. */
  sweep(): Promise<number>;
}

export interface FileStoreDeps {
  readonly disk: Disk;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly api: Database;
  readonly worker: Database;
  readonly log: Log;
}

/** A write that is still under way is far quicker than this. */
const UNKEPT_HOURS = 1;
const SWEEP_LIMIT = 100;
/** When a caller may come again while files can be neither written nor read: the store is full, or away. */
const AGAIN_SECONDS = 5;

const placeOf = (userId: string, id: string) => `${userId}/${id}`;
const contextOf = (userId: string, id: string) => `file:${userId}:${id}`;

/** Builds the store. Rule: LEND-24 (a file's bytes never lie anywhere in clear). */
export function createFileStore(deps: FileStoreDeps): FileStore {
  const { disk, clock, api, worker } = deps;
  const turns = createTurns(deps, 'files to remove');
  return {
    store(actor, file, first, work) {
      const transact = <U>(inside: (tx: Tx) => Promise<U>) =>
        api.asUser(actor, async (tx) => {
          await first(tx);
          return inside(tx);
        });
      return keep(deps, transact, { userId: actor.userId, file }, work);
    },
    storeFor: (actor, userId, file, work) =>
      keep(deps, (inside) => worker.asStaffFor(actor, userId, inside), { userId, file }, work),
    async find(tx, userId, fileId) {
      const [row] = await tx.call<Omit<StoredFile, 'userId' | 'id'>>(
        `select type, size_bytes as "sizeBytes", key_sealed as "keySealed", lost_at is not null as "isLost" from stored_files
         where user_id = $1 and id = $2 and kept_at is not null and erased_at is null`,
        [userId, fileId],
      );
      return row && { userId, id: fileId, ...row };
    },
    open: (file) => openFile(deps, file),
    erase: (tx, userId, fileIds) => eraseWhere(tx, userId, 'id = any ($3::uuid[])', [fileIds], clock.now()),
    eraseAll: (tx, userId, purpose) =>
      eraseWhere(tx, userId, '($3::text is null or purpose = $3)', [purpose ?? null], clock.now()),
    async keepRecord(name, text) {
      const isThere = (await disk.exists(name)) && !isHalfOf(text, await disk.get(name));
      if (!isThere) await disk.put(name, text);
      return disk.get(name);
    },
    async sweep() {
      const now = clock.now();
      const due = await worker.plain((tx) => listRemovable(tx, now, turns.resting()));
      return turns.take(
        due,
        ({ id }) => id,
        async ({ user_id: userId, id }) => {
          await disk.delete(placeOf(userId, id));
          await worker.forUser(userId, (tx) =>
            tx.call('update stored_files set removed_at = $3 where user_id = $1 and id = $2', [
              userId,
              id,
              now,
            ]),
          );
        },
      );
    },
  };
}

async function openFile(deps: FileStoreDeps, file: StoredFile): Promise<Buffer> {
  const { disk, vault, log } = deps;
  const { userId, id, keySealed } = file;
  const context = contextOf(userId, id);
  const key = Buffer.from(vault.open(keySealed, context), 'base64');
  const lost = async (reason: string): Promise<never> => {
    log.error({ fileId: id, reason }, 'a stored file is lost');
    await noteLost(deps, file, true);
    throw new DomainError('file_lost');
  };
  const bytes = await disk.getBytes(placeOf(userId, id)).catch((error: unknown) => {
    if (isGone(error)) return lost('gone');
    log.error({ fileId: id, reason: reasonOf(error) }, 'a file could not be read');
    throw new DomainError('busy', { retryAfterSeconds: AGAIN_SECONDS });
  });
  const content = await openContent(bytes, key, context).catch(() => lost('changed'));
  if (file.isLost) await noteLost(deps, file, false);
  return content;
}

/** True where the store answered that it has no such file, other than where it did not answer. */
function isGone(error: unknown): boolean {
  const cause = (error as Error).cause as { readonly code?: string; readonly name?: string } | undefined;
  return cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey';
}

/** The note is for operators: the caller gets its answer also where it cannot be written down. */
async function noteLost(
  { worker, clock, log }: FileStoreDeps,
  file: StoredFile,
  isLost: boolean,
): Promise<void> {
  const lostAt = isLost ? clock.now() : null;
  await worker
    .forUser(file.userId, (tx) =>
      tx.call(
        `update stored_files set lost_at = $3::timestamptz
         where user_id = $1 and id = $2 and erased_at is null and (lost_at is null) = ($3::timestamptz is not null)`,
        [file.userId, file.id, lostAt],
      ),
    )
    .catch((error: unknown) => log.warn({ fileId: file.id, reason: reasonOf(error) }, 'not noted of a file'));
}

/** The row, then the bytes, then what the file was handed in for: in transactions of the person or colleague who hands it in. */
async function keep<T>(
  deps: FileStoreDeps,
  transact: <U>(inside: (tx: Tx) => Promise<U>) => Promise<U>,
  { userId, file }: { readonly userId: string; readonly file: NewFile },
  work: (tx: Tx, fileId: string) => Promise<T>,
): Promise<T> {
  const { disk, vault, clock, log } = deps;
  const id = newId();
  const sealed = sealContent(file.content, contextOf(userId, id));
  const keySealed = vault.seal(sealed.key.toString('base64'), contextOf(userId, id));
  const contentHash = vault.fingerprint(sha256(file.content).toString('hex'), 'file');
  await transact((tx) => insertFile(tx, { userId, id, file, keySealed, contentHash }, clock.now()));
  try {
    await disk.put(placeOf(userId, id), sealed.bytes);
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'a file could not be written');
    await takeBack(deps, transact, userId, id);
    throw new DomainError('busy', { retryAfterSeconds: AGAIN_SECONDS });
  }
  return transact(async (tx) => {
    const kept = await tx.call(
      `update stored_files set kept_at = $3
       where user_id = $1 and id = $2 and kept_at is null and erased_at is null returning id`,
      [userId, id, clock.now()],
    );
    invariant(kept.length === 1, 'a file was swept before it was kept');
    return work(tx, id);
  });
}

/**
 * Ends what was begun for a file that could not be written: its row is erased, and part of its bytes that got through removed. The
 * sweep removes them when the store is away now, and erases the row when the database is.
 */
async function takeBack(
  { disk, clock, log }: FileStoreDeps,
  transact: <U>(inside: (tx: Tx) => Promise<U>) => Promise<U>,
  userId: string,
  id: string,
): Promise<void> {
  const isRemoved = await disk.delete(placeOf(userId, id)).then(
    () => true,
    () => false,
  );
  const now = clock.now();
  await transact((tx) =>
    tx.call(
      `update stored_files set key_sealed = null, erased_at = $3, removed_at = $4
       where user_id = $1 and id = $2 and kept_at is null and erased_at is null`,
      [userId, id, now, isRemoved ? now : null],
    ),
  ).catch((error: unknown) =>
    log.warn({ fileId: id, reason: reasonOf(error) }, 'an unwritten file is left to the sweep'),
  );
}

/** The beginning of a text, perhaps with zeros behind it: a file system that lost its power may know the length alone. */
function isHalfOf(text: string, found: string): boolean {
  return found !== text && text.startsWith(found.replace(/\0+$/, ''));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

interface FileRow {
  readonly userId: string;
  readonly id: string;
  readonly file: NewFile;
  readonly keySealed: Buffer;
  readonly contentHash: Buffer;
}

async function insertFile(tx: Tx, row: FileRow, now: Date): Promise<void> {
  const { userId, id, file, keySealed, contentHash } = row;
  await tx.call(
    `insert into stored_files (user_id, id, purpose, type, size_bytes, content_hash, key_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [userId, id, file.purpose, file.type, file.content.length, contentHash, keySealed, now],
  );
}

async function eraseWhere(
  tx: Tx,
  userId: string,
  condition: string,
  values: readonly unknown[],
  now: Date,
): Promise<void> {
  await tx.call(
    `update stored_files set key_sealed = null, erased_at = $2
     where user_id = $1 and erased_at is null and ${condition}`,
    [userId, now, ...values],
  );
}

/**
 * Lists files to remove: erased ones, and orphans whose transaction never committed, which are erased here. They are not locked while
 * they are removed: two who remove the same bytes do no harm.
 */
async function listRemovable(
  tx: Tx,
  now: Date,
  without: readonly string[],
): Promise<{ user_id: string; id: string }[]> {
  await tx.call(
    `update stored_files set key_sealed = null, erased_at = $1
     where kept_at is null and erased_at is null and created_at < $1::timestamptz - make_interval(hours => $2)`,
    [now, UNKEPT_HOURS],
  );
  return tx.call<{ user_id: string; id: string }>(
    `select user_id, id from stored_files
     where erased_at is not null and removed_at is null and id <> all($2::uuid[])
     order by erased_at limit $1`,
    [SWEEP_LIMIT, without],
  );
}

const FORMAT = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

interface SealedContent {
  readonly bytes: Buffer;
  /** The data key of this content alone. */
  readonly key: Buffer;
}

/** Encrypts under a new random key. `context` binds the bytes to their place: they open nowhere else. */
function sealContent(plain: Uint8Array, context: string): SealedContent {
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = cipher.update(plain);
  cipher.final();
  return { bytes: Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.getAuthTag(), body]), key };
}

/** Rejects when the bytes are not whole, not these, or not of this place. */
async function openContent(bytes: Uint8Array, key: Buffer, context: string): Promise<Buffer> {
  const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (sealed[0] !== FORMAT || sealed.length < HEADER_BYTES)
    throw new Error('unknown format of a stored file');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]);
}
