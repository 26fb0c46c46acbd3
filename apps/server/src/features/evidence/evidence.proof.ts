import { createPublicKey, verify } from 'node:crypto';
import { type Anchor, anchorText, type EvidenceKey } from '@mohlat/contract';
import { journalFields } from '@mohlat/lending';
import type pg from 'pg';
import { type AuditRow, auditFields, leafOf } from '#ledger/leaf.ts';
import { BlockTree, sha256 } from '#ledger/merkle.ts';
import { beginLongRead } from '#platform/db/long-read.ts';
import { JOURNAL_COLUMNS, type JournalRow, toJournal } from './evidence.rows.ts';
import { listAllAnchors } from './evidence.service.ts';

/** Something that is not as it was signed. `row`: a journal's id, or the number of a row of the audit log. */
export interface Finding {
  readonly day: string | null;
  readonly what: string;
  readonly row?: string;
}

/** The comparison of the books with their anchors. */
export interface EvidenceReport {
  readonly anchorCount: number;
  readonly journalCount: number;
  readonly auditCount: number;
  /** Leaves whose salt was erased with the account: their hash still counts, their row cannot be recomputed. */
  readonly erasedCount: number;
  /** Journals that were committed after their day was anchored, and are in the anchor of a later day. */
  readonly late: readonly {
    readonly journal: string;
    readonly postingOn: string;
    readonly anchoredOn: string;
  }[];
  /** The first of them. */
  readonly findings: readonly Finding[];
  readonly findingCount: number;
  readonly newest: Anchor | undefined;
}

/** The evidence outside the database: the keys, and the records of the file store or of any other keeper, as their texts. */
export interface Outside {
  readonly keys: readonly EvidenceKey[];
  /** The text and signature kept of a day; undefined when nothing is. */
  readonly recordOf: (
    dayOn: string,
  ) => Promise<{ readonly text: string; readonly signature: string } | undefined>;
  /** Days of which something is kept. */
  readonly days: readonly string[];
}

const SHOWN_MAX = 50;
const ROWS_AT_ONCE = 256;

class Findings {
  readonly shown: Finding[] = [];
  count = 0;

  add(day: string | null, what: string, row?: string): void {
    this.count += 1;
    if (this.shown.length < SHOWN_MAX) this.shown.push({ day, what, ...(row === undefined ? {} : { row }) });
  }
}

/**
 * Recomputes every leaf and root from the rows of the books and the audit log, in one snapshot, and compares them with what
 * was signed. Memory does not grow with the books. Rule: LEND-17
 */
export async function proveEvidence(client: pg.ClientBase, outside: Outside): Promise<EvidenceReport> {
  const findings = new Findings();
  const sums = { journalCount: 0, auditCount: 0, erasedCount: 0 };
  const late: EvidenceReport['late'][number][] = [];
  await beginLongRead(client);
  try {
    const anchors = await listAllAnchors(client);
    await compareChain(anchors, outside, findings);
    for (const anchor of anchors) {
      const journals = await journalTree(client, anchor, findings, late);
      const audit = await auditTree(client, anchor, findings);
      compareRoots(anchor, journals.tree, audit.tree, findings);
      sums.journalCount += journals.tree.count;
      sums.auditCount += audit.tree.count;
      sums.erasedCount += journals.erased;
    }
    await findAdded(client, findings);
    await findTornAudit(client, findings);
    return {
      anchorCount: anchors.length,
      ...sums,
      late,
      findings: findings.shown,
      findingCount: findings.count,
      newest: anchors.at(-1),
    };
  } finally {
    await client.query('rollback');
  }
}

/** Numbers, chain, signatures, and what is kept outside. */
async function compareChain(anchors: readonly Anchor[], outside: Outside, findings: Findings): Promise<void> {
  let previous = '0'.repeat(64);
  for (const [index, anchor] of anchors.entries()) {
    const day = anchor.dayOn;
    if (anchor.number !== index + 1)
      findings.add(day, `an anchor before this one is missing (number ${index + 1})`);
    if (anchor.previousHash !== previous) findings.add(day, 'the anchor does not name the one before it');
    const text = anchorText(anchor);
    previous = sha256(Buffer.from(text)).toString('hex');
    const key = outside.keys.find((one) => one.kid === anchor.keyId);
    if (!key) findings.add(day, `the anchor is signed by the key ${anchor.keyId}, which is none of ours`);
    else if (!isSigned(text, anchor.signature, key))
      findings.add(day, 'the signature of the anchor is wrong');
    const record = await outside.recordOf(day);
    if (!record) findings.add(day, 'the anchor is not in the file store');
    else if (record.text !== text || record.signature !== anchor.signature)
      findings.add(day, 'the anchor is another one than the file store has');
  }
  const known = new Set(anchors.map((anchor) => anchor.dayOn));
  for (const day of outside.days)
    if (!known.has(day)) findings.add(day, 'the file store has an anchor that the database lost');
}

function isSigned(text: string, signature: string, { kty, crv, x }: EvidenceKey): boolean {
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function compareRoots(anchor: Anchor, journals: BlockTree, audit: BlockTree, findings: Findings): void {
  const compare = (what: string, tree: BlockTree, count: number, root: string) => {
    if (tree.count !== count)
      findings.add(anchor.dayOn, `the anchor has ${count} ${what}, the database ${tree.count}`);
    else if (tree.root().toString('hex') !== root)
      findings.add(anchor.dayOn, `the ${what} of the day are not those that were signed`);
  };
  compare('journals', journals, anchor.journalCount, anchor.journalRoot);
  compare('rows of the audit log', audit, anchor.auditCount, anchor.auditRoot);
}

interface LeafRow {
  readonly leaf_id: string;
  readonly leaf_position: number;
  readonly leaf_salt: Buffer | null;
  readonly leaf_hash: Buffer;
  /** True when the person's books are archived: no data leads from them to the person any more. */
  readonly is_archived: boolean;
}

async function journalTree(
  client: pg.ClientBase,
  { number, dayOn }: Anchor,
  findings: Findings,
  late: EvidenceReport['late'][number][],
): Promise<{ tree: BlockTree; erased: number }> {
  const tree = new BlockTree();
  let erased = 0;
  const pages = read<LeafRow & { readonly [K in keyof JournalRow]: JournalRow[K] | null }>(
    client,
    `select l.journal_id as leaf_id, l.position as leaf_position, l.salt as leaf_salt, l.hash as leaf_hash,
       coalesce('books' = any (c.done), false) as is_archived, ${JOURNAL_COLUMNS}
     from journal_leaves l
     left join journals j on j.user_id = l.user_id and j.id = l.journal_id
     left join account_closures c on c.user_id = l.user_id
     where l.anchor = ${number} order by l.position`,
  );
  for await (const row of pages) {
    tree.add(row.leaf_hash);
    if (row.id === null) {
      findings.add(dayOn, 'a journal was removed', row.leaf_id);
      continue;
    }
    const journal = toJournal(row as JournalRow);
    if (journal.postingOn < dayOn && late.length < SHOWN_MAX && number > 1)
      late.push({ journal: journal.id, postingOn: journal.postingOn, anchoredOn: dayOn });
    if (row.leaf_salt === null) {
      erased += 1;
      if (!row.is_archived) findings.add(dayOn, 'the salt of a journal was removed', row.leaf_id);
    } else if (!leafOf(journalFields(journal), row.leaf_salt).equals(row.leaf_hash))
      findings.add(dayOn, 'a journal was changed', row.leaf_id);
  }
  return { tree, erased };
}

async function auditTree(
  client: pg.ClientBase,
  { number, dayOn }: Anchor,
  findings: Findings,
): Promise<{ tree: BlockTree }> {
  const tree = new BlockTree();
  const pages = read<LeafRow & { readonly [K in keyof AuditRow]: AuditRow[K] | null }>(
    client,
    `select l.seq::text as leaf_id, l.position as leaf_position, l.salt as leaf_salt, l.hash as leaf_hash, false as is_archived, r.*
     from audit_leaves l left join lateral (select * from audit_rows(l.seq - 1, 1)) r on r.seq = l.seq::text
     where l.anchor = ${number} order by l.position`,
  );
  for await (const row of pages) {
    tree.add(row.leaf_hash);
    if (row.seq === null) findings.add(dayOn, 'a row of the audit log was removed', row.leaf_id);
    else if (row.leaf_salt === null)
      findings.add(dayOn, 'the salt of a row of the audit log was removed', row.leaf_id);
    else if (!leafOf(auditFields(row as AuditRow), row.leaf_salt).equals(row.leaf_hash))
      findings.add(dayOn, 'a row of the audit log was changed', row.leaf_id);
  }
  return { tree };
}

/** Rows of anchored days that are in no anchor. */
async function findAdded(client: pg.ClientBase, findings: Findings): Promise<void> {
  const { rows: journals } = await client.query<{ id: string; day: string; count: string }>(
    `select j.id, j.posting_on::text as day, count(*) over () as count from journals j
     where j.posting_on <= (select max(day_on) from anchors)
       and not exists (select 1 from journal_leaves l where l.user_id = j.user_id and l.journal_id = j.id)
     order by j.posting_on, j.id limit ${SHOWN_MAX}`,
  );
  for (const { id, day } of journals)
    findings.add(day, 'a journal is in no anchor of its day: it came later', id);
  findings.count += Number(journals[0]?.count ?? 0) - journals.length;
  const { rows: audit } = await client.query<{ seq: string }>(
    `select r.seq from audit_rows(-9223372036854775808, 2147483647) r
     where r.seq::bigint <= (select max(audit_through) from anchors)
       and not exists (select 1 from audit_leaves l where l.seq = r.seq::bigint) limit ${SHOWN_MAX}`,
  );
  for (const { seq } of audit)
    findings.add(null, 'a row of the audit log is in no anchor: it came later', seq);
}

/** The text of the audit log: its leaf holds the hash of it, and that is compared with the text here. */
async function findTornAudit(client: pg.ClientBase, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ seq: string; what: string }>(
    'select seq::text as seq, what from audit_breaks()',
  );
  for (const { seq, what } of rows) findings.add(null, `the audit log is torn: ${what}`, seq);
}

/** Rows one by one, read in pages. */
async function* read<Row extends pg.QueryResultRow>(client: pg.ClientBase, select: string) {
  await client.query(`declare anchored no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from anchored`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('close anchored');
}
