import type { CreditState } from '@mohlat/contract';
import type { BusinessDate, CreditHold } from '@mohlat/money';
import { ACCOUNT_FACT, type AccountFact } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BureauFacts } from './credit.facts.ts';

export interface ApplicantRow extends AccountFact {
  readonly full_name: string | null;
  readonly date_of_birth: BusinessDate | null;
  readonly address_sealed: Buffer | null;
  readonly monthly_income_paise: number | null;
  readonly verified_income_paise: number | null;
  readonly pan_sealed: Buffer | null;
  readonly onboarded_at: Date | null;
  readonly pan_status: string;
  readonly aadhaar_status: string;
  /** That of the address in the Aadhaar document. */
  readonly aadhaar_pin_code: string | null;
  readonly video_status: string;
  /** PAN and Aadhaar verified, and not due to be verified again. */
  readonly is_identity_verified: boolean;
  readonly state: CreditState;
  readonly state_reason: CreditHold | null;
  readonly limit_paise: number;
  /** The most it may come to since two members of staff cut it; null where they did not. */
  readonly limit_cap_paise: number | null;
  readonly used_paise: number;
  readonly reserved_paise: number;
  readonly score: number | null;
  readonly report_on: BusinessDate | null;
  readonly review_on: string | null;
  readonly assessment_id: string | null;
  readonly pull_started_at: Date | null;
  readonly pull_key_at: Date | null;
  readonly pull_id: string | null;
}

const APPLICANT = `select p.full_name, p.date_of_birth, p.address_sealed, p.monthly_income_paise, p.pan_sealed, p.onboarded_at,
    k.pan_status, k.aadhaar_status, k.aadhaar_pin_code, k.video_status, does_identity_hold(k.pan_status, k.aadhaar_status, k.lapsed_at) as is_identity_verified, c.state, c.state_reason, c.limit_paise, c.limit_cap_paise, c.used_paise,
    c.reserved_paise, c.score, c.report_on, c.review_on, c.assessment_id, c.pull_started_at, c.pull_key_at, c.pull_id,
    ${ACCOUNT_FACT},
    (select e.verified_income_paise from income_evidence e
     where e.user_id = p.user_id and e.status = 'verified' and e.valid_until >= $2
     order by e.decided_at desc limit 1) as verified_income_paise
  from profiles p join kyc_records k on k.user_id = p.user_id join credit_accounts c on c.user_id = p.user_id
  where p.user_id = $1`;

/** An account's row is its owner's alone and has their id; undefined where there is none. */
export async function findOwner(tx: Tx, userId: string): Promise<string | undefined> {
  const rows = await tx.call('select 1 from credit_accounts where user_id = $1', [userId]);
  return rows.length > 0 ? userId : undefined;
}

/** The applicant as they stand; undefined before onboarding. */
export async function findApplicant(
  tx: Tx,
  userId: string,
  today: string,
): Promise<ApplicantRow | undefined> {
  const [row] = await tx.call<ApplicantRow>(APPLICANT, [userId, today]);
  return row;
}

export interface Elsewhere {
  /** Another account holds the person's PAN or document, or owes or may owe again, closed or not. Rule: LEND-D10 */
  readonly isIdentityInUse: boolean;
  /** An account of theirs is blocked for fraud. Rule: LEND-D11 */
  readonly isFlagged: boolean;
}

/** Looks for other accounts of the person of the transaction. */
export async function findElsewhere(tx: Tx, now: Date): Promise<Elsewhere> {
  const [row] = await tx.call<Elsewhere>(
    'select is_in_use as "isIdentityInUse", is_flagged as "isFlagged" from identity_elsewhere($1)',
    [now],
  );
  return row!;
}

/** The applicant with their credit account locked: two assessments at once cannot both pull a report. */
export async function lockApplicant(
  tx: Tx,
  userId: string,
  today: string,
): Promise<ApplicantRow | undefined> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  return findApplicant(tx, userId, today);
}

export interface LastAssessment {
  readonly id: string;
  readonly at: Date;
  readonly decision: 'approved' | 'declined';
  readonly limit_paise: number;
  readonly inputs: { readonly bureau: BureauFacts; readonly age: number; readonly score: number };
  readonly outcome: {
    readonly failures?: readonly string[];
    readonly reasons?: readonly { readonly code: string; readonly text: string }[];
  };
}

export async function findLastAssessment(tx: Tx, userId: string): Promise<LastAssessment | undefined> {
  const [row] = await tx.call<LastAssessment>(
    `select id, at, decision, limit_paise, inputs, outcome from credit_assessments
     where user_id = $1 order by at desc, id desc limit 1`,
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

/** One going at a report: another one may have taken the same key over once its time was up. */
export interface Pull {
  readonly id: string;
  readonly startedAt: Date;
}

/** The outcome is not known: nothing runs, but the key stays, so that asking again is not a second pull. */
export async function pausePull(tx: Tx, userId: string, pull: Pull): Promise<void> {
  await tx.call(
    `update credit_accounts set pull_started_at = null where user_id = $1 and pull_id = $2 and pull_started_at = $3`,
    [userId, pull.id, pull.startedAt],
  );
}

/** The bureau was certainly not asked. A request that took the key over meanwhile goes on under it. */
export async function endPull(tx: Tx, userId: string, pull: Pull): Promise<void> {
  await tx.call(
    `update credit_accounts set pull_id = null, pull_key_at = null, pull_started_at = null
     where user_id = $1 and pull_id = $2 and pull_started_at = $3`,
    [userId, pull.id, pull.startedAt],
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
}

export interface AccountChange {
  readonly state: CreditState;
  readonly hold: CreditHold | null;
  readonly limitPaise: number;
  /** Given where the limit rises; null keeps the one there is. */
  readonly limitConsentId: string | null;
}

/**
 * Lets a decision take effect on the account: the limit, the state, and what the report says of its own age. The key of
 * the pull it was made from is used up; that of another pull stays.
 */
export async function applyDecision(
  tx: Tx,
  userId: string,
  change: AccountChange,
  assessment: {
    readonly id: string;
    readonly score: number | null;
    readonly reportOn: string;
    readonly reviewOn: string;
    readonly pullId: string | null;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `update credit_accounts set state = $2, state_reason = $3, limit_paise = $4,
       limit_consent_id = coalesce($5, limit_consent_id), assessment_id = $6, score = $7, report_on = $8,
       review_on = $9, review_told_at = null, updated_at = $10,
       pull_started_at = case when pull_id = $11 then null else pull_started_at end,
       pull_key_at = case when pull_id = $11 then null else pull_key_at end,
       pull_id = case when pull_id = $11 then null else pull_id end
     where user_id = $1`,
    [
      userId,
      change.state,
      change.hold,
      change.limitPaise,
      change.limitConsentId,
      assessment.id,
      assessment.score,
      assessment.reportOn,
      assessment.reviewOn,
      now,
      assessment.pullId,
    ],
  );
}

/**
 * Whether a limit may not take effect with the decision that was asked for under this consent: something lending needs
 * is taken back, or the yes to the limit itself was, after it was given with the question.
 */
export async function isRaiseWithdrawn(tx: Tx, userId: string, askedUnder: string): Promise<boolean> {
  const [row] = await tx.call<{ is: boolean }>(
    `select is_consent_withdrawn($1, array_remove(lending_purposes(), 'credit_limit'))
       or is_consent_withdrawn($1, array['credit_limit']) and exists (
         select 1 from consents asked
         join consents taken on taken.user_id = asked.user_id and taken.purpose = 'credit_limit'
         where asked.user_id = $1 and asked.id = $2 and taken.withdrawn_at >= asked.given_at
       ) as is`,
    [userId, askedUnder],
  );
  return row?.is === true;
}

/** Whether a consent without which nothing is lent was taken back and not given again. */
export async function isConsentWithdrawn(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.call<{ is: boolean }>('select is_consent_withdrawn($1, lending_purposes()) as is', [
    userId,
  ]);
  return row?.is === true;
}

/** Sets the most that a limit may come to, or lifts it by null; a higher limit falls to it at once. Rule: LEND-P2 */
export async function capLimit(tx: Tx, userId: string, capPaise: number | null, now: Date): Promise<void> {
  await tx.call(
    `update credit_accounts set limit_cap_paise = $2, limit_paise = least(limit_paise, $2), updated_at = $3 where user_id = $1`,
    [userId, capPaise, now],
  );
}

/** Sets state and limit apart from an assessment. */
export async function changeAccount(tx: Tx, userId: string, change: AccountChange, now: Date): Promise<void> {
  await tx.call(
    `update credit_accounts set state = $2, state_reason = $3, limit_paise = $4,
       limit_consent_id = coalesce($5, limit_consent_id), updated_at = $6
     where user_id = $1`,
    [userId, change.state, change.hold, change.limitPaise, change.limitConsentId, now],
  );
}
