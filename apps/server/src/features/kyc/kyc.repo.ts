import { sql } from 'kysely';
import type { MobileHashes } from '#features/me/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';
import { CONSENT_UNTIL } from './consent-sessions.repo.ts';

/** Finds a person's KYC record: the data that the checks compare with, and the state of each check. */
export async function findKyc(tx: Tx, userId: string) {
  return tx.find(
    query
      .selectFrom('profiles as p')
      .innerJoin('kyc_records as k', 'k.user_id', 'p.user_id')
      .leftJoin('credit_accounts as c', 'c.user_id', 'p.user_id')
      .select([
        'p.user_id',
        'p.full_name',
        'p.date_of_birth',
        'p.onboarded_at',
        'p.pan_masked',
        'p.pan_hash',
        'p.mobile_sealed',
        'k.pan_status',
        'k.pan_name',
        'k.pan_reason',
        'k.aadhaar_reason',
        'k.aadhaar_status',
        'k.aadhaar_last4',
        'k.aadhaar_name',
        'k.video_status',
        'k.video_reason',
        'k.video_reason_code',
        'k.pan_verified_at',
        'k.aadhaar_verified_at',
        sql<boolean>`is_identity_known(k.pan_status, k.aadhaar_status)`.as('is_identity_known'),
        'k.risk',
        'k.rekyc_due_on',
        sql<boolean>`exists (select 1 from video_sessions v where v.user_id = p.user_id
          and v.status = 'open' and v.phase <> 'review')`.as('has_open_call'),
        sql<Date | null>`${sql.raw(CONSENT_UNTIL)}`.as('consent_until'),
        'c.state as credit_state',
      ])
      .where('p.user_id', '=', userId),
  );
}
export type KycRow = NonNullable<Awaited<ReturnType<typeof findKyc>>>;

/** Null until the person has entered one. */
export async function findSealedPan(tx: Tx, userId: string): Promise<Buffer | null> {
  const [row] = await tx.call<{ pan_sealed: Buffer | null }>(
    'select pan_sealed from profiles where user_id = $1',
    [userId],
  );
  return row?.pan_sealed ?? null;
}

export async function logAttempt(
  tx: Tx,
  userId: string,
  attempt: {
    readonly kind: 'pan' | 'aadhaar' | 'video';
    readonly outcome: string;
    readonly trace?: string | undefined;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    'insert into kyc_attempts (user_id, kind, outcome, provider_trace, at) values ($1, $2, $3, $4, $5)',
    [userId, attempt.kind, attempt.outcome, attempt.trace ?? null, now],
  );
}

/**
 * Claims the PAN for this account. False when another account holds it: one that has proved itself by a document, too, or owes.
 * Rule: LEND-D10.
 */
export async function claimIdentity(tx: Tx, panHash: Buffer, now: Date): Promise<boolean> {
  const [row] = await tx.call<{ claimed: boolean }>('select claim_identity($1, $2) as claimed', [
    panHash,
    now,
  ]);
  return row?.claimed === true;
}

/**
 * Has the PAN taken from the other accounts that show no document, each by a job of its own. Only where the transaction's user has shown
 * one. Rule: LEND-D10.
 */
export async function tellUnproven(tx: Tx, panHash: Buffer): Promise<void> {
  await tx.call('select tell_unproven($1)', [panHash]);
}

/** The account that holds a claim, for the audit log. */
export async function findHolder(tx: Tx, panHash: Buffer): Promise<string | null> {
  const [row] = await tx.call<{ holder: string | null }>('select holder_of_identity($1) as holder', [
    panHash,
  ]);
  return row?.holder ?? null;
}

/** A PAN that another account has proved is refused here. */
export async function dropPan(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.call(
    `update kyc_records set pan_status = 'rejected', pan_name = null, pan_category = null, pan_reason = 'pan_in_use',
       pan_verified_at = null, updated_at = $2
     where user_id = $1 and pan_status = 'verified'`,
    [userId, now],
  );
}

/** The keyed hashes by which a person's Aadhaar document is known again. */
export interface DocumentMarks {
  /** The holder's account at DigiLocker; null where the store does not name it. */
  readonly storeHash: Buffer | null;
  /** The facts that are printed on it and stay. Two people may share them: they count where the store names no account. */
  readonly personHash: Buffer;
}

/**
 * Claims the document for this account by its surest mark. False, and nothing claimed, when another account holds it.
 * Rule: LEND-D10.
 */
export async function claimDocument(
  tx: Tx,
  { storeHash, personHash }: DocumentMarks,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.call<{ claimed: boolean }>('select claim_identity($1, $2) as claimed', [
    storeHash ?? personHash,
    now,
  ]);
  return row?.claimed === true;
}

export async function savePanVerdict(
  tx: Tx,
  userId: string,
  verdict: {
    readonly status: 'not_started' | 'verified' | 'pending' | 'rejected';
    readonly name?: string | undefined;
    readonly category?: string | undefined;
    readonly reason?: string;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `update kyc_records set pan_status = $2, pan_name = $3, pan_category = $4, pan_reason = $5,
       pan_verified_at = case when $2 = 'verified' then $6::timestamptz end, updated_at = $6
     where user_id = $1 and pan_status <> 'verified'`,
    [userId, verdict.status, verdict.name ?? null, verdict.category ?? null, verdict.reason ?? null, now],
  );
}

/** Done again by a person whose PAN is verified already: the verdict stands, its date is new, and its name where one is given. */
export async function renewPan(tx: Tx, userId: string, now: Date, name?: string): Promise<void> {
  await tx.call(
    `update kyc_records set pan_verified_at = $2, pan_name = coalesce($3, pan_name), updated_at = $2
     where user_id = $1 and pan_status = 'verified'`,
    [userId, now, name ?? null],
  );
}

export async function savePan(
  tx: Tx,
  userId: string,
  pan: { readonly sealed: Buffer; readonly hash: Buffer; readonly masked: string },
): Promise<void> {
  await tx.call('update profiles set pan_sealed = $2, pan_hash = $3, pan_masked = $4 where user_id = $1', [
    userId,
    pan.sealed,
    pan.hash,
    pan.masked,
  ]);
}

export async function saveAadhaarVerdict(
  tx: Tx,
  userId: string,
  verdict: {
    readonly status: 'verified' | 'rejected' | 'expired';
    readonly last4?: string;
    readonly name?: string;
    readonly pinCode?: string | undefined;
    readonly documentHash?: string;
    readonly marks?: DocumentMarks;
    readonly reason?: string;
  },
  now: Date,
): Promise<void> {
  const status = verdict.status === 'expired' ? 'not_started' : verdict.status;
  await tx.call(
    `update kyc_records set aadhaar_status = $2, aadhaar_last4 = $3, aadhaar_name = $4, aadhaar_document_hash = $5,
       aadhaar_reason = $6, aadhaar_verified_at = case when $2 = 'verified' then $7::timestamptz end, updated_at = $7,
       aadhaar_store_hash = $8, aadhaar_person_hash = $9, aadhaar_pin_code = $10
     where user_id = $1 and aadhaar_status <> 'verified'`,
    [
      userId,
      status,
      verdict.last4 ?? null,
      verdict.name ?? null,
      verdict.documentHash ? Buffer.from(verdict.documentHash, 'hex') : null,
      verdict.reason ?? null,
      now,
      verdict.marks?.storeHash ?? null,
      verdict.marks?.personHash ?? null,
      verdict.pinCode ?? null,
    ],
  );
}

/** The same for Aadhaar: the document's name and hash, its marks, its PIN code and the date are new. */
export async function renewAadhaar(
  tx: Tx,
  userId: string,
  {
    name,
    documentHash,
    marks,
    pinCode,
  }: {
    readonly name: string;
    readonly documentHash: string;
    readonly marks: DocumentMarks;
    readonly pinCode: string | undefined;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `update kyc_records set aadhaar_document_hash = $2, aadhaar_verified_at = $3, updated_at = $3,
       aadhaar_store_hash = coalesce($4, aadhaar_store_hash), aadhaar_person_hash = $5, aadhaar_pin_code = $6,
       aadhaar_name = $7
     where user_id = $1 and aadhaar_status = 'verified'`,
    [userId, Buffer.from(documentHash, 'hex'), now, marks.storeHash, marks.personHash, pinCode ?? null, name],
  );
}

export async function saveMobile(
  tx: Tx,
  userId: string,
  sealed: Buffer,
  { whole, end }: MobileHashes,
): Promise<void> {
  await tx.call(
    'update profiles set mobile_sealed = $2, mobile_hash = $3, mobile_end_hash = $4 where user_id = $1',
    [userId, sealed, whole, end],
  );
}

/** People whose number has no hashes, or whose hashes have no number. */
export async function findUnhashedMobiles(
  tx: Tx,
  { without, limit }: { readonly without: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select user_id from profiles
     where (mobile_sealed is null) <> (mobile_hash is null) and user_id <> all($1::uuid[]) limit $2`,
    [without, limit],
  );
  return rows.map((row) => row.user_id);
}

/** Null where the person has none. */
export async function findSealedMobile(tx: Tx, userId: string): Promise<Buffer | null> {
  const [row] = await tx.call<{ mobile_sealed: Buffer | null }>(
    'select mobile_sealed from profiles where user_id = $1',
    [userId],
  );
  return row?.mobile_sealed ?? null;
}

export async function saveMobileHashes(
  tx: Tx,
  userId: string,
  { whole, end }: { readonly [Hash in keyof MobileHashes]: MobileHashes[Hash] | null },
): Promise<void> {
  await tx.call('update profiles set mobile_hash = $2, mobile_end_hash = $3 where user_id = $1', [
    userId,
    whole,
    end,
  ]);
}

/**
 * People whose verified Aadhaar document is not claimed by any mark, the earliest first. A closed account claims nothing: its person
 * may have another one.
 */
export async function findUnclaimed(
  tx: Tx,
  { without, limit }: { readonly without: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select k.user_id from kyc_records k join profiles p on p.user_id = k.user_id
     where k.aadhaar_status = 'verified' and k.aadhaar_person_hash is null and ${IS_PRINTED} and k.user_id <> all($1::uuid[])
       and ${IS_LIVE}
     order by k.aadhaar_verified_at limit $2`,
    [without, limit],
  );
  return rows.map((row) => row.user_id);
}

/** Reads what was printed on the document that proved a person; undefined once its marks are kept. */
export async function findPrinted(tx: Tx, userId: string) {
  const [row] = await tx.call<{ last4: string; name: string; dateOfBirth: string }>(
    `select k.aadhaar_last4 as last4, k.aadhaar_name as name, p.date_of_birth::text as "dateOfBirth"
     from kyc_records k join profiles p on p.user_id = k.user_id
     where k.user_id = $1 and k.aadhaar_status = 'verified' and k.aadhaar_person_hash is null and ${IS_PRINTED} and ${IS_LIVE}`,
    [userId],
  );
  return row;
}

/** A record that lacks any of the three, as one of which parts are erased, cannot be known again. */
const IS_PRINTED =
  'k.aadhaar_last4 is not null and k.aadhaar_name is not null and p.date_of_birth is not null';

const IS_LIVE = 'not exists (select 1 from account_closures a where a.user_id = k.user_id)';

export async function saveMarks(
  tx: Tx,
  userId: string,
  { storeHash, personHash }: DocumentMarks,
): Promise<void> {
  await tx.call(
    'update kyc_records set aadhaar_store_hash = $2, aadhaar_person_hash = $3 where user_id = $1',
    [userId, storeHash, personHash],
  );
}
