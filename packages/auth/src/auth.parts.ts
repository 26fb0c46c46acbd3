import { setTimeout } from 'node:timers/promises';
import type { MachineClock } from '@mohlat/platform/clock/machine-clock.ts';
import type { Vault } from '@mohlat/platform/crypto/vault.ts';
import type { LivingSessions } from '@mohlat/platform/db/living-sessions.ts';
import type { Database, Tx } from '@mohlat/platform/db/transactions.ts';
import type { AccessTokenSigner, AccessTokenVerifier } from './auth.access-tokens.ts';
import type { ReadAccount } from './auth.accounts.repo.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthHost } from './auth.host.ts';
import type { Passwords } from './auth.passwords.ts';
import type { Provider } from './auth.providers.ts';
import type { AuthSettings } from './auth.settings.ts';

/** Parts that every use-case works with. */
export interface AuthParts {
  readonly settings: AuthSettings;
  /** Under a role that may write the tables of the schema `auth`. */
  readonly db: Database;
  /** For when a person joined and proved an address: the product reads it beside dates of its own. Ages go by the other. */
  readonly clock: { now(): Date };
  readonly machineClock: MachineClock;
  readonly vault: Vault;
  readonly host: AuthHost;
  readonly sign: AccessTokenSigner;
  readonly verify: AccessTokenVerifier;
  /** Hears which sessions are alive. */
  readonly sessions: LivingSessions;
  readonly readAccount: ReadAccount;
  readonly passwords: Passwords;
  /** The number of messages that the installation's bound of SMS refused in this process. */
  readonly smsCap: { refusedCount: number };
  /** The same of mails. */
  readonly mailCap: { refusedCount: number };
  /** The time-out of parties outside in seconds, where it is not the usual one of each. */
  readonly outsideSeconds: number | undefined;
  /** Those people may sign in with, by name. */
  readonly providers: ReadonlyMap<string, Provider>;
}

/** The sender of a request, as far as the wire tells. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string | null;
  /** The name the browser gives itself, where it gives one. */
  readonly device: string | null;
  /** The languages that the page accepts, as HTTP writes them. */
  readonly languages?: string | undefined;
  /** Where the caller would like a mail's link to lead, in order of preference; not yet checked. */
  readonly targets: readonly (string | undefined)[];
}

const TAKEN: Readonly<Record<string, AuthError['code']>> = {
  users_pkey: 'user_already_exists',
  users_email_key: 'email_exists',
  users_phone_key: 'phone_exists',
  identities_provider_key: 'identity_already_exists',
  factors_name_key: 'mfa_factor_name_conflict',
  factors_recovery_key: 'mfa_verified_factor_exists',
  factors_credential_key: 'webauthn_credential_exists',
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

/** More than it takes to look an address up, to write down what it asked for, and to queue a mail. */
export const EVEN_MS = 50;

/**
 * The same for what anybody may ask about any address. It is answered no sooner than after a fixed time, so that an
 * address with an account, for which more is done, takes as long as one without.
 */
export async function settleEvenly<T>(db: Database, work: (tx: Tx) => Promise<T | AuthError>): Promise<T> {
  const [outcome] = await Promise.allSettled([settle(db, work), setTimeout(EVEN_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
