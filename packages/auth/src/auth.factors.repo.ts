import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { Factor, FactorType, PasskeyCredential } from './auth.factor.ts';
import type { AmrEntry, Session } from './auth.sessions.repo.ts';

const FACTOR = `user_id, id, factor_type, status, friendly_name, phone, secret_sealed, last_step, credential, code_hashes,
  wrong_tries, tries_from, refused_count, refused_from, locked_until, vouched_tries, vouched_tries_from,
  vouched_refused_count, vouched_refused_from, vouched_locked_until, last_challenged_at, enrolled_in, codes_made_at,
  created_at, updated_at`;

/** A user's factors, oldest first. There are ten at most, and a set of recovery codes. */
export async function listFactors(tx: Tx, userId: string): Promise<Factor[]> {
  return await tx.call<Factor>(
    `select ${FACTOR} from auth.factors where user_id = $1 order by created_at, id`,
    [userId],
  );
}

/** Whether a second factor stands behind the account. Recovery codes alone are none: they come after one. */
export async function hasVerifiedFactor(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from auth.factors where user_id = $1 and status = 'verified' and factor_type <> 'recovery_code' limit 1`,
    [userId],
  );
  return rows.length > 0;
}

export interface NewFactor {
  readonly userId: string;
  readonly id: string;
  readonly type: FactorType;
  readonly status: Factor['status'];
  readonly friendlyName: string;
  readonly phone: string | null;
  readonly secretSealed: Buffer | null;
  readonly codeHashes: readonly Buffer[] | null;
  /** The session that brings it, if it is one. */
  readonly enrolledIn: string | null;
}

export async function insertFactor(tx: Tx, factor: NewFactor, now: Date): Promise<Factor> {
  const rows = await tx.call<Factor>(
    `insert into auth.factors
       (user_id, id, factor_type, status, friendly_name, phone, secret_sealed, code_hashes, enrolled_in,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning ${FACTOR}`,
    [
      factor.userId,
      factor.id,
      factor.type,
      factor.status,
      factor.friendlyName,
      factor.phone,
      factor.secretSealed,
      factor.codeHashes,
      factor.enrolledIn,
      now,
    ],
  );
  return rows[0]!;
}

/** Columns of auth.factors that services change. */
export type FactorChange = Partial<
  Pick<
    Factor,
    | 'status'
    | 'friendly_name'
    | 'phone'
    | 'last_step'
    | 'code_hashes'
    | 'wrong_tries'
    | 'tries_from'
    | 'refused_count'
    | 'refused_from'
    | 'locked_until'
    | 'vouched_tries'
    | 'vouched_tries_from'
    | 'vouched_refused_count'
    | 'vouched_refused_from'
    | 'vouched_locked_until'
    | 'last_challenged_at'
    | 'enrolled_in'
    | 'codes_made_at'
  > & { readonly credential: PasskeyCredential }
>;

export async function updateFactor(
  tx: Tx,
  { user_id, id }: Pick<Factor, 'user_id' | 'id'>,
  change: FactorChange,
  now: Date,
): Promise<Factor> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const sets = entries.map(([column], index) => `${column} = $${index + 4}`);
  const values = entries.map(([column, value]) => (column === 'credential' ? JSON.stringify(value) : value));
  const rows = await tx.call<Factor>(
    `update auth.factors set ${[...sets, 'updated_at = $3'].join(', ')} where user_id = $1 and id = $2
     returning ${FACTOR}`,
    [user_id, id, now, ...values],
  );
  return rows[0]!;
}

/** Unlocks every factor of the user and clears its counts: the guesser has lost the password they guessed with. */
export async function unlockFactors(tx: Tx, userId: string): Promise<void> {
  await tx.call(
    `update auth.factors set wrong_tries = 0, tries_from = null, refused_count = 0, refused_from = null,
       locked_until = null, vouched_tries = 0, vouched_tries_from = null, vouched_refused_count = 0,
       vouched_refused_from = null, vouched_locked_until = null
     where user_id = $1 and (refused_from is not null or vouched_refused_from is not null)`,
    [userId],
  );
}

export async function deleteFactor(tx: Tx, { user_id, id }: Pick<Factor, 'user_id' | 'id'>): Promise<void> {
  await tx.call('delete from auth.factors where user_id = $1 and id = $2', [user_id, id]);
}

/** Takes every factor of a user away. Sessions that one raised stay as they are: the caller ends them. */
export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  await tx.call('delete from auth.factors where user_id = $1', [userId]);
}

/** Forgets abandoned enrolments: never asked for a code and older than `before`. */
export async function deleteStaleFactors(tx: Tx, userId: string, before: Date): Promise<void> {
  await tx.call(
    `delete from auth.factors where user_id = $1 and status = 'unverified' and last_challenged_at is null
       and created_at < $2`,
    [userId, before],
  );
}

/** One was finished: the other beginnings of its type go. */
export async function deleteOtherUnverified(tx: Tx, factor: Factor): Promise<void> {
  await tx.call(
    `delete from auth.factors where user_id = $1 and id <> $2 and factor_type = $3 and status = 'unverified'`,
    [factor.user_id, factor.id, factor.factor_type],
  );
}

/** One row of auth.factor_challenges, as it looks to who answers it. */
export interface Challenge {
  readonly user_id: string;
  readonly id: string;
  readonly factor_id: string;
  /** Whether it was asked for from the address that answers it; of IPv6 from the same /64. */
  readonly is_from_here: boolean;
  readonly code_hash: Buffer | null;
  readonly webauthn_challenge: string | null;
  readonly expires_at: Date;
  readonly verified_at: Date | null;
}

/** Notes a challenge; those of the factor that ran out go. */
export async function insertChallenge(
  tx: Tx,
  challenge: Omit<Challenge, 'verified_at' | 'is_from_here'> & { readonly ip: string },
  now: Date,
): Promise<void> {
  await tx.call(
    `with old as (delete from auth.factor_challenges where user_id = $1 and factor_id = $3
                    and expires_at < $8::timestamptz - interval '1 hour')
     insert into auth.factor_challenges
       (user_id, id, factor_id, ip, code_hash, webauthn_challenge, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      challenge.user_id,
      challenge.id,
      challenge.factor_id,
      challenge.ip,
      challenge.code_hash,
      challenge.webauthn_challenge,
      challenge.expires_at,
      now,
    ],
  );
}

/** The challenge of a factor, as it looks from an address. The caller holds the user's lock. */
export async function findChallenge(
  tx: Tx,
  factor: Factor,
  { id, ip }: { readonly id: string; readonly ip: string },
): Promise<Challenge | undefined> {
  // Compared as addresses: an address of IPv6 is kept with its /64, and its text need not be spelled as it came.
  const rows = await tx.call<Challenge>(
    `select user_id, id, factor_id, coalesce(ip = $4::inet, false) as is_from_here, code_hash, webauthn_challenge,
       expires_at, verified_at
     from auth.factor_challenges where user_id = $1 and id = $2 and factor_id = $3`,
    [factor.user_id, id, factor.id, ip],
  );
  return rows[0];
}

export async function spendChallenge(
  tx: Tx,
  { user_id, id }: Pick<Challenge, 'user_id' | 'id'>,
  now: Date,
): Promise<void> {
  await tx.call('update auth.factor_challenges set verified_at = $3 where user_id = $1 and id = $2', [
    user_id,
    id,
    now,
  ]);
}

/** Raises a session to aal2 by a factor. */
export async function raiseSession(
  tx: Tx,
  session: Session,
  factorId: string,
  amr: readonly AmrEntry[],
): Promise<void> {
  await tx.call(
    `update auth.sessions set aal = 'aal2', factor_id = $3, amr = $4 where user_id = $1 and id = $2`,
    [session.user_id, session.id, factorId, JSON.stringify(amr)],
  );
}

/** Ends the user's sessions, but for one, that never saw a second factor. The caller announces it. */
export async function endLesserSessions(tx: Tx, session: Session): Promise<void> {
  await tx.call(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [
    session.user_id,
    session.id,
  ]);
}

/** Takes back what a factor gave: the sessions it raised are aal1 and say nothing of it any more. */
export async function lowerSessions(
  tx: Tx,
  { user_id, id }: Pick<Factor, 'user_id' | 'id'>,
  method: string,
): Promise<void> {
  await tx.call(
    `update auth.sessions set aal = 'aal1', factor_id = null,
       amr = coalesce((select jsonb_agg(a) from jsonb_array_elements(amr) a where a ->> 'method' <> $3), '[]')
     where user_id = $1 and factor_id = $2`,
    [user_id, id, method],
  );
}
