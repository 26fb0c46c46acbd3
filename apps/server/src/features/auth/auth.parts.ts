import type { Clock } from '#platform/clock/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Messenger } from '#features/notifications/index.ts';
import type { AccessTokenSigner, AccessTokenVerifier } from './auth.access-tokens.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthSettings } from './auth.settings.ts';

/** What every use-case of this feature works with. */
export interface AuthParts {
  readonly settings: AuthSettings;
  /** As role mohlat_auth. */
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly messenger: Messenger;
  readonly sign: AccessTokenSigner;
  readonly verify: AccessTokenVerifier;
}

/** Who sent a request, as far as the wire tells. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string | null;
  /** Where the caller would like a mail's link to lead, in order of preference; not yet checked. */
  readonly targets: readonly (string | undefined)[];
}

const TAKEN: Readonly<Record<string, AuthError['code']>> = {
  users_email_key: 'email_exists',
  users_phone_key: 'phone_exists',
};

/**
 * Runs a transaction in which a refusal may be returned as well as thrown. Thrown, it undoes everything; returned,
 * what was written stays: a counted wrong code, a session ended because its token was stolen.
 */
export async function settle<T>(db: Database, work: (tx: Tx) => Promise<T | AuthError>): Promise<T> {
  const result = await db.plain(work).catch((error: unknown) => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const taken = code === '23505' ? TAKEN[constraint ?? ''] : undefined;
    // Two people confirmed the same address at once; the later one is told as if it had looked later.
    throw taken ? new AuthError(taken) : error;
  });
  if (result instanceof AuthError) throw result;
  return result;
}
