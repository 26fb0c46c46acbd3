import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { Metadata, Pkce } from './auth.rules.ts';
import type { Identity } from './auth.user.ts';

/** One row of auth.provider_flows. */
export interface ProviderFlow {
  readonly id: string;
  readonly provider: string;
  readonly target: string;
  readonly challenge: string | null;
  readonly challenge_method: Pkce['method'] | null;
  readonly linking_user_id: string | null;
  readonly linking_session_id: string | null;
  /** The marks of a sign-up, for an account that is made on the way. */
  readonly sign_up_marks: Metadata;
  readonly consumed_at: Date | null;
  readonly created_at: Date;
}

export async function insertProviderFlow(
  tx: Tx,
  flow: Omit<ProviderFlow, 'consumed_at' | 'created_at'>,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into auth.provider_flows
       (id, provider, target, challenge, challenge_method, linking_user_id, linking_session_id, sign_up_marks,
        created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      flow.id,
      flow.provider,
      flow.target,
      flow.challenge,
      flow.challenge_method,
      flow.linking_user_id,
      flow.linking_session_id,
      JSON.stringify(flow.sign_up_marks),
      now,
    ],
  );
}

/** The flow a callback belongs to, as it was before; it is spent by this. Undefined when there is none. */
export async function takeProviderFlow(tx: Tx, id: string, now: Date): Promise<ProviderFlow | undefined> {
  const rows = await tx.call<ProviderFlow>(
    `update auth.provider_flows f set consumed_at = coalesce(f.consumed_at, $2)
     from (select * from auth.provider_flows where id = $1 for update) was
     where f.id = was.id returning was.*`,
    [id, now],
  );
  return rows[0];
}

/** The identity a provider knows under this subject. */
export async function findIdentity(tx: Tx, provider: string, subject: string): Promise<Identity | undefined> {
  const rows = await tx.call<Identity>(
    `select id, user_id, provider, provider_subject, identity_data, last_sign_in_at, created_at, updated_at
     from auth.identities where provider = $1 and provider_subject = $2`,
    [provider, subject],
  );
  return rows[0];
}

export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.call('delete from auth.identities where user_id = $1 and id = $2', [userId, id]);
}

/** Takes a user's identities away, but for those with the named providers. */
export async function deleteIdentities(
  tx: Tx,
  userId: string,
  except: readonly string[] = [],
): Promise<void> {
  await tx.call('delete from auth.identities where user_id = $1 and provider <> all($2)', [userId, except]);
}

/** A code for a sign-in that came back from a provider, with what it gave. */
export async function insertIssuedFlow(
  tx: Tx,
  flow: {
    readonly userId: string;
    readonly id: string;
    readonly pkce: Pkce;
    readonly codeHash: Buffer;
    readonly provider: string;
    readonly tokensSealed: Buffer;
    readonly identitySealed: Buffer | null;
    readonly linkingSessionId: string | null;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into auth.flow_states (user_id, id, method, challenge, challenge_method, code_hash, issued_at, provider,
       provider_tokens_sealed, identity_sealed, linking_session_id, created_at)
     values ($1, $2, 'oauth', $3, $4, $5, $6, $7, $8, $9, $10, $6)`,
    [
      flow.userId,
      flow.id,
      flow.pkce.challenge,
      flow.pkce.method,
      flow.codeHash,
      now,
      flow.provider,
      flow.tokensSealed,
      flow.identitySealed,
      flow.linkingSessionId,
    ],
  );
}
