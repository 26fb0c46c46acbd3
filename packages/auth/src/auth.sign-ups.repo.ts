import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { CodeKind, Metadata } from './auth.rules.ts';

/** One row of auth.sign_ups: a sign-up with an address that is not proven yet. */
export interface SignUp {
  readonly user_id: string;
  readonly id: string;
  /** `email`, `phone`, or the provider that vouches for it. */
  readonly provider: string;
  readonly kind: CodeKind;
  readonly address: string;
  readonly token_hash: Buffer;
  readonly is_pkce: boolean;
  readonly password_hash: string | null;
  /** The account was made for it, and did not exist before. */
  readonly made_account: boolean;
  readonly user_metadata: Metadata;
  /** The mark of the browser it was sent from. */
  readonly device_hash: Buffer | null;
  readonly expires_at: Date;
  /** The hash of who signed up. */
  readonly asked_by_hash: Buffer | null;
  /** Its token_hash where its code has ten digits. */
  readonly long_hash: Buffer | null;
}

const SIGN_UP = `user_id, id, provider, kind, address, token_hash, is_pkce, password_hash, made_account,
  user_metadata, expires_at, asked_by_hash, long_hash, device_hash, created_at`;

/** The sign-ups of a user that wait, and those that ran out lately; the last sent first. */
export async function listSignUps(
  tx: Tx,
  userId: string,
): Promise<(SignUp & { readonly created_at: Date })[]> {
  return await tx.call(
    `select ${SIGN_UP} from auth.sign_ups where user_id = $1 order by sent_at desc, id desc`,
    [userId],
  );
}

/** Stores a sign-up, or another code of one that is there. A code that two would share is the later one's. */
export async function putSignUp(tx: Tx, signUp: SignUp, now: Date): Promise<void> {
  await tx.call(
    `with twin as (delete from auth.sign_ups where user_id = $1 and token_hash = $6 and id <> $2)
     insert into auth.sign_ups (user_id, id, provider, kind, address, token_hash, is_pkce, password_hash, made_account,
       user_metadata, expires_at, sent_at, created_at, asked_by_hash, long_hash, device_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15)
     on conflict (user_id, id) do update set token_hash = excluded.token_hash, is_pkce = excluded.is_pkce,
       asked_by_hash = excluded.asked_by_hash, long_hash = excluded.long_hash, user_metadata = excluded.user_metadata,
       device_hash = excluded.device_hash, expires_at = excluded.expires_at, sent_at = excluded.sent_at`,
    [
      signUp.user_id,
      signUp.id,
      signUp.provider,
      signUp.kind,
      signUp.address,
      signUp.token_hash,
      signUp.is_pkce,
      signUp.password_hash,
      signUp.made_account,
      JSON.stringify(signUp.user_metadata),
      signUp.expires_at,
      now,
      signUp.asked_by_hash,
      signUp.long_hash,
      signUp.device_hash,
    ],
  );
}

export async function deleteSignUps(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.call('delete from auth.sign_ups where user_id = $1 and id = any($2)', [userId, ids]);
}
