import type { BookedJournal } from '@mohlat/lending';
import type { Anchor } from '@mohlat/contract';

/** A journal with its lines as one query reads it; lines are `[number, account, loan, paise]`. */
export interface JournalRow {
  readonly user_id: string;
  readonly id: string;
  readonly source_kind: string;
  readonly source_id: string;
  readonly loan_id: string | null;
  readonly effective_on: string;
  readonly posting_on: string;
  readonly posted_at: string;
  readonly reversal_of: string | null;
  readonly lines: readonly (readonly [number, string, string | null, string])[];
}

/** The columns of a `JournalRow`, of `journals j`. */
export const JOURNAL_COLUMNS = `j.user_id, j.id, j.source_kind, j.source_id, j.loan_id, j.effective_on::text as effective_on,
  j.posting_on::text as posting_on,
  to_char(j.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as posted_at, j.reversal_of,
  (select coalesce(jsonb_agg(jsonb_build_array(p.line, p.account, p.loan_id, p.amount_paise::text) order by p.line), '[]')
   from postings p where p.user_id = j.user_id and p.journal_id = j.id) as lines`;

export function toJournal(row: JournalRow): BookedJournal {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.source_kind,
    sourceId: row.source_id,
    loanId: row.loan_id,
    effectiveOn: row.effective_on,
    postingOn: row.posting_on,
    postedAt: row.posted_at,
    reversalOf: row.reversal_of,
    lines: row.lines.map(([number, account, loanId, amountPaise]) => ({
      number,
      account,
      loanId,
      amountPaise,
    })),
  };
}

export interface AnchorRow {
  readonly number: number;
  readonly day_on: string;
  readonly journal_count: number;
  readonly journal_root_hash: Buffer;
  readonly audit_count: number;
  readonly audit_root_hash: Buffer;
  readonly previous_hash: Buffer;
  readonly key_id: string;
  readonly signature: Buffer;
}

export const ANCHOR_COLUMNS = `a.number, a.day_on::text as day_on, a.journal_count, a.journal_root_hash, a.audit_count,
  a.audit_root_hash, a.previous_hash, a.key_id, a.signature`;

export function toAnchor(row: AnchorRow): Anchor {
  return {
    number: row.number,
    dayOn: row.day_on,
    journalCount: row.journal_count,
    journalRoot: row.journal_root_hash.toString('hex'),
    auditCount: row.audit_count,
    auditRoot: row.audit_root_hash.toString('hex'),
    previousHash: row.previous_hash.toString('hex'),
    keyId: row.key_id,
    signature: row.signature.toString('base64url'),
  };
}
