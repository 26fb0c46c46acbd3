import type { Tx } from '#platform/db/database.ts';
import type { BureauFacts } from './credit.rules.ts';

export interface ApplicantRow {
  readonly full_name: string | null;
  readonly date_of_birth: string | null;
  readonly address_sealed: Buffer | null;
  readonly monthly_income_paise: number | null;
  readonly pan_sealed: Buffer | null;
  readonly onboarded_at: Date | null;
  readonly pan_status: string;
  readonly aadhaar_status: string;
  readonly video_status: string;
  readonly state: string;
  readonly pull_started_at: Date | null;
  readonly pull_key_at: Date | null;
  readonly pull_id: string | null;
  readonly has_overdue: boolean;
}

/** The applicant with their credit account locked: two assessments at once cannot both pull a report. */
export async function lockApplicant(
  tx: Tx,
  userId: string,
  today: string,
): Promise<ApplicantRow | undefined> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  const [row] = await tx.call<ApplicantRow & Record<string, unknown>>(
    `select p.full_name, p.date_of_birth, p.address_sealed, p.monthly_income_paise, p.pan_sealed, p.onboarded_at,
            k.pan_status, k.aadhaar_status, k.video_status, c.state, c.pull_started_at, c.pull_key_at, c.pull_id,
            has_overdue(p.user_id, $2) as has_overdue
     from profiles p join kyc_records k on k.user_id = p.user_id join credit_accounts c on c.user_id = p.user_id
     where p.user_id = $1`,
    [userId, today],
  );
  return row;
}

export interface LastAssessment {
  readonly inputs: { readonly bureau: BureauFacts };
}

export async function findLastAssessment(tx: Tx, userId: string): Promise<LastAssessment | undefined> {
  const [row] = await tx.call<LastAssessment & Record<string, unknown>>(
    'select inputs from credit_assessments where user_id = $1 order by at desc limit 1',
    [userId],
  );
  return row;
}

/** Marks a pull as under way; a key used before keeps the time it was made. */
export async function beginPull(tx: Tx, userId: string, pullId: string, now: Date): Promise<void> {
  await tx.call(
    `update credit_accounts set pull_started_at = $3, pull_id = $2,
       pull_key_at = case when pull_id = $2 then pull_key_at else $3 end
     where user_id = $1`,
    [userId, pullId, now],
  );
}

/** The outcome is not known: nothing runs, but the key stays, so that asking again is not a second pull. */
export async function pausePull(tx: Tx, userId: string, pullId: string): Promise<void> {
  await tx.call('update credit_accounts set pull_started_at = null where user_id = $1 and pull_id = $2', [
    userId,
    pullId,
  ]);
}

/** The bureau was certainly not asked, or has answered. */
export async function endPull(tx: Tx, userId: string, pullId: string): Promise<void> {
  await tx.call(
    `update credit_accounts set pull_id = null, pull_key_at = null, pull_started_at = null
     where user_id = $1 and pull_id = $2`,
    [userId, pullId],
  );
}

export interface AssessmentRecord {
  readonly id: string;
  readonly policyVersion: string;
  readonly consentId: string;
  readonly inputs: object;
  readonly outcome: object;
  readonly decision: 'approved' | 'declined';
  readonly limitPaise: number;
  readonly score: number | null;
  readonly bureauReference: string;
}

/** Writes the decision and lets it take effect on the account. */
export async function saveAssessment(
  tx: Tx,
  userId: string,
  record: AssessmentRecord,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into credit_assessments (user_id, id, policy_version, consent_id, inputs, outcome, decision, limit_paise, score,
                                     bureau_reference, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      userId,
      record.id,
      record.policyVersion,
      record.consentId,
      JSON.stringify(record.inputs),
      JSON.stringify(record.outcome),
      record.decision,
      record.limitPaise,
      record.score,
      record.bureauReference,
      now,
    ],
  );
  await tx.call(
    `update credit_accounts set assessment_id = $2, limit_paise = $3, score = $4, updated_at = $5,
       pull_id = null, pull_key_at = null, pull_started_at = null,
       state = case when state in ('none', 'declined', 'active') then $6 else state end
     where user_id = $1`,
    [
      userId,
      record.id,
      record.limitPaise,
      record.score,
      now,
      record.decision === 'approved' ? 'active' : 'declined',
    ],
  );
}
