import type { EvidenceKind } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';

export interface EvidenceRow {
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly file_id: string;
  readonly declared_income_paise: number;
  readonly status: 'pending' | 'verified' | 'rejected';
  readonly verified_income_paise: number | null;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly valid_until: string | null;
}

const EVIDENCE = `select id, kind, file_id, declared_income_paise, status, verified_income_paise, reason, created_at, valid_until
  from income_evidence`;

/** Finds the evidence that was sent last. */
export async function findLatestEvidence(tx: Tx, userId: string): Promise<EvidenceRow | undefined> {
  const [row] = await tx.call<EvidenceRow>(
    `${EVIDENCE} where user_id = $1 order by created_at desc, id desc limit 1`,
    [userId],
  );
  return row;
}

export async function findEvidence(tx: Tx, userId: string, id: string): Promise<EvidenceRow | undefined> {
  const [row] = await tx.call<EvidenceRow>(`${EVIDENCE} where user_id = $1 and id = $2`, [userId, id]);
  return row;
}

/** True once the person has a credit account; locks it, so that of two documents at once one waits for the other. */
export async function lockForEvidence(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from credit_accounts c join profiles p on p.user_id = c.user_id
     where c.user_id = $1 and p.onboarded_at is not null for update of c`,
    [userId],
  );
  return rows.length > 0;
}

export async function insertEvidence(
  tx: Tx,
  userId: string,
  evidence: {
    readonly id: string;
    readonly kind: EvidenceKind;
    readonly fileId: string;
    readonly declaredIncomePaise: number;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into income_evidence (user_id, id, kind, file_id, declared_income_paise, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [userId, evidence.id, evidence.kind, evidence.fileId, evidence.declaredIncomePaise, now],
  );
}

/** The income the reviewer read; null where the document shows what was typed. */
export async function findReadIncome(tx: Tx, userId: string, reviewId: string): Promise<number | null> {
  const [row] = await tx.call<{ verified_income_paise: number | null }>(
    'select verified_income_paise from reviews where user_id = $1 and id = $2',
    [userId, reviewId],
  );
  return row?.verified_income_paise ?? null;
}

/** Finds the first reviewer's reading of a document, in paise a month; undefined before the first approval. */
export async function findFirstReading(
  tx: Tx,
  {
    userId,
    subjectId,
    reviewId,
  }: { readonly userId: string; readonly subjectId: string; readonly reviewId: string },
): Promise<number | undefined> {
  const [row] = await tx.call<{ paise: number }>(
    `select coalesce(r.verified_income_paise, e.declared_income_paise) as paise
     from reviews r join income_evidence e on e.user_id = r.user_id and e.id = r.subject_id
     where r.user_id = $1 and r.kind = 'income' and r.subject_id = $2 and r.id <> $3 and r.status = 'approved'`,
    [userId, subjectId, reviewId],
  );
  return row?.paise;
}

export async function approveEvidence(
  tx: Tx,
  userId: string,
  id: string,
  verdict: { readonly incomePaise: number; readonly validUntil: string },
  now: Date,
): Promise<void> {
  await tx.call(
    `update income_evidence set status = 'verified', verified_income_paise = $3, valid_until = $4, decided_at = $5
     where user_id = $1 and id = $2 and status = 'pending'`,
    [userId, id, verdict.incomePaise, verdict.validUntil, now],
  );
}

export async function rejectEvidence(
  tx: Tx,
  userId: string,
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  await tx.call(
    `update income_evidence set status = 'rejected', reason = $3, decided_at = $4
     where user_id = $1 and id = $2 and status = 'pending'`,
    [userId, id, reason, now],
  );
}
