import { type ShownFactor, factorJson } from './auth.factor.ts';
import type { Metadata } from './auth.rules.ts';

/** One row of auth.users. */
export interface User {
  readonly id: string;
  readonly audience: string;
  readonly role: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly password_hash: string | null;
  readonly email_confirmed_at: Date | null;
  readonly phone_confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  readonly new_email: string | null;
  readonly email_change_sent_at: Date | null;
  readonly email_change_accepted_count: number;
  readonly new_phone: string | null;
  readonly phone_change_sent_at: Date | null;
  readonly app_metadata: Metadata;
  readonly user_metadata: Metadata;
  readonly is_anonymous: boolean;
  readonly last_sign_in_at: Date | null;
  readonly banned_until: Date | null;
  /** Since when the account waits for its owner, who took a stranger's change back. */
  readonly guarded_at: Date | null;
  readonly deleted_at: Date | null;
  /** Soft-deleted: shown to the service still, with hashes of the contacts it had. */
  readonly is_restorable: boolean;
  readonly deleted_email_hash: Buffer | null;
  readonly deleted_phone_hash: Buffer | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** One row of auth.identities. */
export interface Identity {
  readonly id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly provider_subject: string;
  readonly identity_data: Metadata;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The `provider` and `providers` of an account, by the age of its identities. */
export function providersOf(identities: readonly Identity[]): { provider?: string; providers: string[] } {
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const [first] = providers;
  return { ...(first === undefined ? {} : { provider: first }), providers };
}

/** The `app_metadata` of a user with one more provider. */
export function withProvider(user: User, provider: string): Record<string, unknown> {
  const { provider: first = provider, providers } = user.app_metadata;
  const known: readonly unknown[] = Array.isArray(providers) ? providers : [];
  return { ...user.app_metadata, provider: first, providers: [...new Set([...known, provider])] };
}

/** The `user_metadata` of a user who loses a contact: an address or number that it names goes, also in a provider's capitals. */
export function wordsWithout(
  user: Pick<User, 'user_metadata'>,
  column: 'email' | 'phone',
  value: string | null,
): Metadata {
  return Object.fromEntries(
    Object.entries(user.user_metadata).filter(
      ([key, said]) => key !== column || typeof said !== 'string' || said.toLowerCase() !== value,
    ),
  );
}

export function isConfirmed(user: User): boolean {
  return user.email_confirmed_at !== null || user.phone_confirmed_at !== null;
}

/**
 * Whether anybody was ever signed in to the account. Such an account is more than a claim to an address: there may be loans and
 * documents in it, so nobody gets it, and nothing deletes it, by proving an address that it has not.
 */
export function hasLived(user: Pick<User, 'last_sign_in_at'>): boolean {
  return user.last_sign_in_at !== null;
}

/** Whether the user works here: their sessions are shorter. */
export function isStaff(user: User): boolean {
  return user.app_metadata.is_admin === true;
}

export function isBanned(user: User, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

/** The user as the protocol shows it: addresses are strings even when unset, instants are left out when unset. */
export function userJson(
  user: User,
  identities: readonly Identity[],
  factors: readonly ShownFactor[],
): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.audience,
    role: user.role,
    email: user.email ?? user.deleted_email_hash?.toString('hex') ?? '',
    ...instant('email_confirmed_at', user.email_confirmed_at),
    phone: user.phone ?? user.deleted_phone_hash?.toString('hex') ?? '',
    ...instant('phone_confirmed_at', user.phone_confirmed_at),
    ...instant('confirmed_at', earlier(user.email_confirmed_at, user.phone_confirmed_at)),
    ...instant('invited_at', user.invited_at),
    ...instant('confirmation_sent_at', user.confirmation_sent_at),
    ...instant('recovery_sent_at', user.recovery_sent_at),
    ...(user.new_email ? { new_email: user.new_email } : {}),
    ...instant('email_change_sent_at', user.email_change_sent_at),
    ...(user.new_phone ? { new_phone: user.new_phone } : {}),
    ...instant('phone_change_sent_at', user.phone_change_sent_at),
    ...instant('reauthentication_sent_at', user.reauthentication_sent_at),
    ...instant('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(identityJson),
    factors: factors.map(factorJson),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...instant('banned_until', user.banned_until),
    ...instant('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

export function identityJson(identity: Identity): Record<string, unknown> {
  const { email } = identity.identity_data;
  return {
    identity_id: identity.id,
    id: identity.provider_subject,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...instant('last_sign_in_at', identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(typeof email === 'string' ? { email } : {}),
  };
}

function instant(name: string, at: Date | null): Record<string, string> {
  return at === null ? {} : { [name]: at.toISOString() };
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

interface DecoyFields {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly userMetadata: Metadata;
  readonly now: Date;
}

/**
 * The answer to a sign-up with a taken address: it shows nothing of the real row. `identities: []` is the documented sign by
 * which an app may tell.
 */
export function decoyJson({ id, email, phone, userMetadata, now }: DecoyFields): Record<string, unknown> {
  const provider = email === null ? 'phone' : 'email';
  const at = now.toISOString();
  return {
    id,
    aud: 'authenticated',
    role: '',
    email: email ?? '',
    phone: phone ?? '',
    confirmation_sent_at: at,
    app_metadata: { provider, providers: [provider] },
    user_metadata: userMetadata,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}
