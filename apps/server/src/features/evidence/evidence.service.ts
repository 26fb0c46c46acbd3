import { randomBytes, sign } from 'node:crypto';
import {
  type Anchor,
  anchorText,
  type AnswerOf,
  type getReceiptProof,
  type listAnchors,
  type QueryOf,
} from '@mohlat/contract';
import { type Field, journalFields } from '@mohlat/lending';
import type pg from 'pg';
import type { FeatureContext } from '#features/context.ts';
import { auditFields, digestsOf, fieldSaltOf, leafOf } from '#ledger/leaf.ts';
import { BLOCK, BlockTree, pathThroughBlocks, sha256 } from '#ledger/merkle.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './evidence.repo.ts';
import { ANCHOR_COLUMNS, type AnchorRow, toAnchor, toJournal } from './evidence.rows.ts';

export type EvidenceDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'files' | 'log'>;

const SALT_BYTES = 16;
const NO_HASH = Buffer.alloc(32);
const KEPT_AT_ONCE = 50;
/** Rows whose leaves are hashed without a pause: under 10 ms of work. */
const ROWS_AT_ONCE = 100;

/**
 * Anchors the oldest closed day that has no anchor: its journals, late ones of days before, and the audit log since the
 * last anchor, in one transaction. Answers the anchor; undefined when there is nothing to do or another worker does it.
 * Rule: LEND-17
 */
export function anchorNextDay({ worker, clock, config }: EvidenceDeps): Promise<Anchor | undefined> {
  const { signing, signingId } = config.evidenceKeys;
  return worker.plain(async (tx) => {
    if (!(await repo.tryLock(tx))) return undefined;
    const day = await repo.findDay(tx);
    if (day === undefined) return undefined;
    const last = await repo.findLast(tx);
    const number = (last?.number ?? 0) + 1;
    const journals = await anchorJournals(tx, number, day);
    const audit = await anchorAudit(tx, number, last?.audit_through ?? 0);
    const unsigned = {
      number,
      day_on: day,
      journal_count: journals.count,
      journal_root_hash: journals.root(),
      audit_count: audit.tree.count,
      audit_root_hash: audit.tree.root(),
      previous_hash: last ? sha256(Buffer.from(anchorText(toAnchor(last)))) : NO_HASH,
      key_id: signingId,
    };
    const text = anchorText(toAnchor({ ...unsigned, signature: NO_HASH }));
    const anchor = { ...unsigned, signature: sign(null, Buffer.from(text), signing) };
    await repo.insertAnchor(tx, {
      ...anchor,
      made_at: clock.now(),
      journal_blocks: journals.blockRoots(),
      audit_through: audit.through,
    });
    return toAnchor(anchor);
  });
}

async function anchorJournals(tx: Tx, number: number, day: string): Promise<BlockTree> {
  const tree = new BlockTree();
  await repo.openJournals(tx, number, day);
  for (;;) {
    const rows = await repo.nextJournals(tx, ROWS_AT_ONCE);
    if (rows.length === 0) return tree;
    const leaves = grow(tree, rows, (row) => journalFields(toJournal(row)));
    await repo.insertJournalLeaves(tx, number, leaves);
  }
}

async function anchorAudit(
  tx: Tx,
  number: number,
  after: number,
): Promise<{ tree: BlockTree; through: number }> {
  const tree = new BlockTree();
  let through = after;
  for (;;) {
    const rows = await repo.nextAuditRows(tx, through, ROWS_AT_ONCE);
    if (rows.length === 0) return { tree, through };
    await repo.insertAuditLeaves(tx, number, grow(tree, rows, auditFields));
    through = Number(rows.at(-1)!.seq);
  }
}

/** Adds the rows' leaves to the tree, each with a new salt. */
function grow<Row>(
  tree: BlockTree,
  rows: readonly Row[],
  fieldsOf: (row: Row) => readonly Field[],
): repo.NewLeaf<Row>[] {
  const salts = randomBytes(rows.length * SALT_BYTES);
  return rows.map((row, index) => {
    const salt = salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES);
    const leaf = { row, position: tree.count, salt, hash: leafOf(fieldsOf(row), salt) };
    tree.add(leaf.hash);
    return leaf;
  });
}

/** The name of an anchor's record in the file store. */
export const recordName = (dayOn: string) => `anchors/${dayOn}.json`;

/** Writes an anchor as the record that the file store keeps and `npm run books` prints: its keeper can hold us to it. */
export function recordOf(anchor: Anchor, keys: EvidenceDeps['config']['evidenceKeys']): string {
  const key = keys.known.find((one) => one.kid === anchor.keyId) ?? null;
  return `${JSON.stringify({ text: anchorText(anchor), signature: anchor.signature, key }, null, 2)}\n`;
}

/**
 * Writes anchors into the file store that do not lie there yet. A stored record with another content is left alone, because anchors are
 * compared with it, and logged; it never counts as kept. Throws after the others were written, so that the job fails until it is mended.
 */
export async function keepAnchors({ worker, clock, config, files, log }: EvidenceDeps): Promise<void> {
  const others: string[] = [];
  let rows: AnchorRow[] = [];
  do {
    const after = rows.at(-1)?.number ?? 0;
    rows = await worker.single((tx) => repo.listUnkept(tx, KEPT_AT_ONCE, after));
    for (const row of rows) {
      const record = recordOf(toAnchor(row), config.evidenceKeys);
      const lies = await files.keepRecord(recordName(row.day_on), record);
      if (lies === record) await worker.single((tx) => repo.markKept(tx, row.number, clock.now()));
      else others.push(row.day_on);
    }
  } while (rows.length > 0);
  if (others.length === 0) return;
  for (const day of others) log.error({ day }, 'the file store holds another anchor of this day');
  throw new Error(`the file store holds another anchor of ${others[0]}`);
}

/** The fields of the booking that a shared receipt shows. */
const SHOWN = ['kind', 'postingOn', 'principalPaise'];

/** In a transaction of the person whose payment it is. */
export async function proveBooking(
  tx: Tx,
  { config }: Pick<EvidenceDeps, 'config'>,
  userId: string,
  paymentId: string,
): Promise<AnswerOf<typeof getReceiptProof>> {
  const row = await repo.findBooked(tx, userId, paymentId);
  const key = config.evidenceKeys.known.find((one) => one.kid === row?.key_id);
  if (!row || !key) return { state: 'not_anchored_yet', proof: null };
  const from = row.position - (row.position % BLOCK);
  const block = await repo.listHashes(tx, row.number, from, from + BLOCK - 1);
  const fields = journalFields(toJournal(row));
  const shown = fields.flatMap(([name, value], place) =>
    SHOWN.includes(name) ? [{ place, name, value, salt: fieldSaltOf(row.salt, name).toString('hex') }] : [],
  );
  return {
    state: 'anchored',
    proof: {
      digests: digestsOf(fields, row.salt).map(hex),
      shown,
      leaf: leafOf(fields, row.salt).toString('hex'),
      index: row.position,
      path: pathThroughBlocks(block, row.journal_blocks, row.position).map(hex),
      anchor: toAnchor(row),
      key,
    },
  };
}

export interface AnchorsService {
  list(query: QueryOf<typeof listAnchors>): Promise<AnswerOf<typeof listAnchors>>;
}

export function createAnchorsService({
  api,
  config,
}: Pick<FeatureContext, 'api' | 'config'>): AnchorsService {
  return {
    list: ({ limit, cursor }) =>
      api.plain(async (tx) => {
        const rows = await repo.listBefore(tx, readCursor(cursor), limit + 1);
        const items = rows.slice(0, limit).map(toAnchor);
        const next = rows.length > limit ? String(items.at(-1)!.number) : null;
        return { items, nextCursor: next, keys: [...config.evidenceKeys.known] };
      }),
  };
}

/** Every anchor, the oldest first. */
export async function listAllAnchors(client: pg.ClientBase): Promise<Anchor[]> {
  const { rows } = await client.query<AnchorRow>(`select ${ANCHOR_COLUMNS} from anchors a order by a.number`);
  return rows.map(toAnchor);
}

/** The last anchor, to be kept elsewhere; undefined before the first day was closed. */
export async function newestAnchor(client: pg.ClientBase): Promise<Anchor | undefined> {
  const { rows } = await client.query<AnchorRow>(
    `select ${ANCHOR_COLUMNS} from anchors a order by a.number desc limit 1`,
  );
  return rows[0] && toAnchor(rows[0]);
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(cursor))
    throw new DomainError('validation_failed', {
      errors: [{ path: 'cursor', message: 'This is not a cursor we gave' }],
    });
  return Number(cursor);
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex');
}
