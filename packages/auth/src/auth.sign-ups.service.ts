import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { deleteFactors } from './auth.factors.repo.ts';
import {
  deleteIssuedFlows,
  insertIdentity,
  isCodeAskedFor,
  listIdentities,
  mergeIdentityData,
  updateUser,
} from './auth.repo.ts';
import type { AuthParts } from './auth.parts.ts';
import { deleteIdentities } from './auth.providers.repo.ts';
import type { CodeKind, Metadata } from './auth.rules.ts';
import { deleteSessions } from './auth.sessions.repo.ts';
import { type SignUp, deleteSignUps, listSignUps, putSignUp } from './auth.sign-ups.repo.ts';
import { deleteUndoLinks } from './auth.undo.repo.ts';
import { type User, hasLived, isConfirmed, providersOf } from './auth.user.ts';

/** A pending sign-up: the password and data that its confirmation code installs. */
export interface Claim {
  /** `email`, `phone`, or the provider that vouches for them. */
  readonly provider: string;
  readonly passwordHash: string | null;
  readonly data: Metadata;
  /** The mark of the browser it was sent from. */
  readonly deviceHash: Buffer | null;
  /** Whether the account was made for them. */
  readonly madeAccount: boolean;
}

/** Sign-ups that wait for one address at most. */
const WAITING_MAX = 3;

/** The code that was made for a sign-up. */
interface Proof {
  readonly kind: CodeKind;
  readonly address: string;
  readonly tokenHash: Buffer;
  readonly isPkce: boolean;
  readonly expiresAt: Date;
  readonly askedBy: Buffer | null;
  /** Whether it has ten digits. */
  readonly isLong: boolean;
}

/**
 * Ties a sign-up to its code; of too many the oldest go. A person who signs up again, known by the same password, or without one
 * by the same browser, keeps their one sign-up, and its data where they send none. The caller holds the user's lock.
 */
export async function noteSignUp(
  tx: Tx,
  parts: AuthParts,
  user: User,
  claim: Claim,
  proof: Proof,
  now: Date,
): Promise<void> {
  const { waiting, same, isTheirs, passwordHash, mark } = await findSame(tx, parts, user, claim, now);
  const isSilent = Object.keys(claim.data).length === 0;
  const others = waiting.filter((one) => one !== same);
  await deleteSignUps(
    tx,
    user.id,
    others.slice(WAITING_MAX - 1).map(({ id }) => id),
  );
  const row = {
    user_id: user.id,
    id: same?.id ?? newId().slice(0, -mark.length) + mark,
    provider: claim.provider,
    kind: proof.kind,
    address: proof.address,
    token_hash: proof.tokenHash,
    is_pkce: proof.isPkce,
    password_hash: passwordHash,
    made_account: claim.madeAccount,
    user_metadata: same && isTheirs && isSilent ? same.user_metadata : claim.data,
    device_hash: claim.deviceHash,
    expires_at: proof.expiresAt,
    asked_by_hash: proof.askedBy,
    long_hash: proof.isLong ? proof.tokenHash : null,
  };
  await putSignUp(tx, row, now);
}

/**
 * The end of the ids of a person's sign-ups, a keyed fingerprint of the password they sent: they are known by it also where the sign-up
 * keeps no password. It looks like the end of any other id.
 */
function markOf(parts: AuthParts, user: User, provider: string, sentHash: string | null): string {
  return parts.vault
    .fingerprint([user.id, provider, sentHash ?? ''].join('\0'), 'auth.sign-up')
    .toString('hex')
    .slice(0, 12);
}

/** Finds the sign-up that a person sends again among those that wait, and whether it is known to be theirs. */
async function findSame(tx: Tx, parts: AuthParts, user: User, claim: Claim, now: Date) {
  const waiting = await listSignUps(tx, user.id);
  // A code was asked for too, and the next code confirms either request: this sign-up therefore keeps no password.
  const passwordHash = (await isCodeAskedFor(tx, user.id, now)) ? null : claim.passwordHash;
  const mark = markOf(parts, user, claim.provider, claim.passwordHash);
  const asked = markOf(parts, user, claim.provider, null);
  const alike = waiting.filter(
    (one) => one.provider === claim.provider && one.password_hash === passwordHash,
  );
  const ofBrowser = alike.filter((one) => isOneBrowser(one.device_hash, claim.deviceHash));
  const isDropped = passwordHash !== claim.passwordHash;
  // With a password that is not kept it is the one of the same password, or that of the same browser's ask for a code.
  const same = isDropped
    ? (alike.find(({ id }) => id.endsWith(mark)) ??
      ofBrowser.find((one) => one.device_hash !== null && one.id.endsWith(asked)))
    : (passwordHash === null ? ofBrowser : alike)[0];
  // Browsers without a name are not told apart: the data may be a stranger's.
  const isTheirs = passwordHash !== null || claim.deviceHash !== null;
  return { waiting, same, isTheirs, passwordHash, mark };
}

/**
 * The id and age that the sender of a sign-up is shown. The account's own are for the one it was made for: any other would see by them
 * that the address waited already. They see those of their own first sign-up, which are the same when they send it again.
 */
export async function shownAs(
  tx: Tx,
  parts: AuthParts,
  user: User,
  claim: Claim,
): Promise<{ readonly id: string; readonly created_at: Date }> {
  if (claim.madeAccount) return user;
  const now = parts.machineClock.now();
  const { waiting, same, mark } = await findSame(tx, parts, user, claim, now);
  const [first = same] = waiting
    .filter(({ id }) => id.endsWith(mark))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  if (!first) return { id: newId(), created_at: now };
  return first.made_account ? user : first;
}

function isOneBrowser(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}

/**
 * Finds the sign-up that a repeated confirmation confirms: the one that made the account, as long as there was no other sign-up since.
 * Undefined where the asker is unknown: the proof is then of the address alone.
 */
export async function findSoleClaim(tx: Tx, user: User): Promise<Claim | undefined> {
  const only = await findSole(tx, user);
  if (!only) return undefined;
  const { provider, password_hash: passwordHash, user_metadata: data, device_hash: deviceHash } = only;
  return { provider, passwordHash, data, deviceHash, madeAccount: true };
}

async function findSole(tx: Tx, user: User): Promise<SignUp | undefined> {
  const [only, ...others] = await listSignUps(tx, user.id);
  const isOther = user.invited_at !== null || user.password_hash !== null || others.length > 0;
  return only?.made_account && !isOther ? only : undefined;
}

/** The passwords with which people signed up who have not proven the address. */
export async function listWaitingPasswords(tx: Tx, userId: string): Promise<string[]> {
  return (await listSignUps(tx, userId)).flatMap(({ password_hash: hash }) => (hash === null ? [] : [hash]));
}

/**
 * Takes away what a stranger who waited in an unproven account could come back by: sessions, factors, codes to exchange that were
 * handed out, and links that give its former contacts back. The changes of contacts that wait go by `NOTHING_WAITS`.
 */
export async function expelStrangers(tx: Tx, parts: AuthParts, userId: string): Promise<void> {
  await deleteSessions(tx, parts, userId, 'all');
  await deleteFactors(tx, userId);
  await deleteIssuedFlows(tx, userId);
  await deleteUndoLinks(tx, userId);
}

/** Columns of an account in which no change of contacts waits. */
export const NOTHING_WAITS = { new_email: null, new_phone: null, email_change_accepted_count: 0 } as const;

/** An address that a caller claims: one of the two. */
export interface Address {
  readonly provider: 'email' | 'phone';
  readonly value: string;
}

/**
 * Gives an account that was never proven to the person for whom an operator confirms an address, as its code would: with the sign-up
 * that waits for it, if there was no other. An account that was proven, or that anybody was ever signed in to, stays as it is.
 */
export async function takeOverConfirmed(
  tx: Tx,
  parts: AuthParts,
  user: User,
  confirmed: readonly Address[],
  now: Date,
): Promise<User> {
  const [first] = confirmed;
  if (!first || isConfirmed(user) || hasLived(user)) return user;
  const sole = await findSole(tx, user);
  const own = confirmed.find(({ value }) => value === sole?.address);
  return takeOver(tx, parts, user, own && sole, own ?? first, now);
}

/**
 * Gives an account that was not proven to the person who proves its address now: with what they signed up with, if the code was
 * that sign-up's. Whatever others left in it goes: passwords, words, accounts elsewhere, sessions, factors, waiting changes. A password
 * on the account itself is an operator's, and stays: those of sign-ups wait beside it, unless somebody was signed in to it.
 */
export async function takeOver(
  tx: Tx,
  parts: AuthParts,
  user: User,
  signUp: SignUp | undefined,
  address: Address,
  now: Date,
): Promise<User> {
  const metadata = standardMetadata(user.id, address, signUp?.user_metadata ?? {});
  // Words on an account that a provider's identity made are that provider's, unless its owner was invited.
  const isMadeElsewhere = (await listIdentities(tx, user.id)).some(
    ({ provider }) => provider !== 'email' && provider !== 'phone',
  );
  const said = isMadeElsewhere && user.invited_at === null ? {} : user.user_metadata;
  await expelStrangers(tx, parts, user.id);
  await deleteIdentities(tx, user.id, ['email', 'phone', ...(signUp ? [signUp.provider] : [])]);
  if (!(await mergeIdentityData(tx, user.id, address.provider, metadata, now)))
    await insertIdentity(
      tx,
      { userId: user.id, id: newId(), provider: address.provider, data: metadata },
      now,
    );
  return updateUser(
    tx,
    user.id,
    {
      ...NOTHING_WAITS,
      password_hash: signUp?.password_hash ?? (hasLived(user) ? null : user.password_hash),
      user_metadata: { ...said, ...metadata },
      sign_up_device_hash: signUp?.device_hash ?? null,
      app_metadata: { ...user.app_metadata, ...providersOf(await listIdentities(tx, user.id)) },
    },
    now,
  );
}

/** Puts what the server itself says of an account over what the caller sent. */
export function standardMetadata(userId: string, address: Address, data: Metadata): Metadata {
  const email = address.provider === 'email' ? { email: address.value } : {};
  return { ...data, sub: userId, ...email, email_verified: false, phone_verified: false };
}
