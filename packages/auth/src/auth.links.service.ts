import { hasAgreed, waitingContact } from './auth.changes.repo.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { assertAcceptable, PROGRAM, saltOf } from './auth.passwords.ts';
import { chooseTarget, mailLink } from './auth.redirects.ts';
import { findUserByAddress, updateUser } from './auth.repo.ts';
import { type CodeKind, type Metadata, mergeMetadata, normalEmail } from './auth.rules.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { putLinkCode, sendLinkMail } from './auth.send.service.ts';
import { readBelongings } from './auth.sessions.service.ts';
import { type Claim, standardMetadata } from './auth.sign-ups.service.ts';
import { registerUser } from './auth.signup.service.ts';
import { assertUnproven } from './auth.proven-contacts.service.ts';
import { type User, userJson } from './auth.user.ts';

const NO_FLOW = { pkce: undefined };

/** Invites a person by mail. Throws email_exists where a confirmed user is there already. */
export async function inviteUser(
  parts: AuthParts,
  fields: { readonly email?: string | undefined; readonly data?: Metadata | undefined },
  caller: Caller,
): Promise<Record<string, unknown>> {
  const email = normalEmail(fields.email ?? '');
  const data = mergeMetadata(parts.host, {}, fields.data);
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const { user } = await registerUser(tx, parts, registration(email, data), caller);
    if (user.email_confirmed_at !== null) throw new AuthError('email_exists');
    const waiting = await updateUser(tx, user.id, { confirmation_sent_at: null }, now);
    await sendLinkMail(tx, parts, waiting, 'invite', { caller, ...NO_FLOW });
    await noteInvitation(tx, parts, user, caller);
    const invited = await updateUser(tx, user.id, { invited_at: now }, now);
    const { identities, factors } = await readBelongings(tx, user.id);
    return userJson(invited, identities, factors);
  });
}

function registration(email: string, data: Metadata) {
  return { address: { provider: 'email', value: email }, passwordHash: null, data } as const;
}

async function noteInvitation(tx: Tx, parts: AuthParts, user: User, caller: Caller): Promise<void> {
  const now = parts.machineClock.now();
  await insertEvent(tx, { userId: user.id, what: 'invited', ip: caller.ip }, now);
  await parts.host.noteAdminAct(
    tx,
    { action: 'account.invited', userId: user.id, details: {}, ip: caller.ip },
    parts.clock.now(),
  );
}

export interface LinkFields {
  readonly type?: string | undefined;
  readonly email?: string | undefined;
  readonly new_email?: string | undefined;
  readonly password?: string | undefined;
  readonly data?: Metadata | undefined;
  readonly redirect_to?: string | undefined;
}

const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkType = (typeof LINK_TYPES)[number];

/** Where a link's code stands, what the link is called, and for whom it is. */
interface Prepared {
  readonly user: User;
  readonly kind: CodeKind;
  readonly address: string;
  readonly type: string;
  /** The pending sign-up that the code confirms. */
  readonly claim?: Claim | undefined;
}

/** Makes what a mail would carry and hands it to the caller, who sends it by ways of their own. */
export async function generateLink(
  parts: AuthParts,
  fields: LinkFields,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const type = LINK_TYPES.find((one) => one === fields.type);
  if (!type) throw invalid(`Invalid email action link type requested: ${(fields.type ?? '').slice(0, 50)}`);
  const email = normalEmail(fields.email ?? '');
  const passwordHash = await linkPassword(parts, type, email, fields.password ?? '');
  const target = chooseTarget([fields.redirect_to, ...caller.targets], parts.settings);
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const prepared = await prepare(tx, parts, type, { ...fields, email, passwordHash }, caller);
    const { user, kind, address } = prepared;
    const { claim } = prepared;
    const { code, linkToken } = await putLinkCode(tx, parts, user, kind, address, { ...NO_FLOW, claim });
    await parts.host.noteAdminAct(
      tx,
      { action: 'account.link_made', userId: user.id, details: { type }, ip: caller.ip },
      parts.clock.now(),
    );
    const { identities, factors } = await readBelongings(tx, user.id);
    const shown = claim
      ? standardMetadata(user.id, { provider: 'email', value: email }, claim.data)
      : undefined;
    return {
      ...userJson(shown ? { ...user, user_metadata: shown } : user, identities, factors),
      action_link: mailLink(parts.settings.publicUrl, linkToken, prepared.type, target),
      email_otp: code,
      hashed_token: linkToken,
      verification_type: type.startsWith('email_change') ? type : prepared.type,
      redirect_to: target,
    };
  });
}

async function linkPassword(
  parts: AuthParts,
  type: LinkType,
  email: string,
  password: string,
): Promise<string | null> {
  if (type !== 'signup') return null;
  if (password === '') throw invalid('Signup requires a valid password');
  assertAcceptable(password, parts.settings, [email]);
  return parts.passwords.hash(PROGRAM, password, saltOf(parts.vault, email));
}

type Wanted = Omit<LinkFields, 'email'> & { readonly email: string; readonly passwordHash: string | null };

async function prepare(
  tx: Tx,
  parts: AuthParts,
  type: LinkType,
  wanted: Wanted,
  caller: Caller,
): Promise<Prepared> {
  const now = parts.machineClock.now();
  const { email } = wanted;
  const present = await findUserByAddress(tx, 'email', email, 'lock');
  if (type === 'email_change_current' || type === 'email_change_new')
    return prepareChange(tx, parts, type, present, wanted.new_email ?? '');
  if (type === 'recovery' && !present)
    throw new AuthError('user_not_found', { status: 404, message: 'User with this email not found' });
  if (present && (type === 'recovery' || type === 'magiclink')) {
    const user = await updateUser(tx, present.id, { recovery_sent_at: now }, now);
    return { user, kind: 'recovery', address: email, type };
  }
  const data = mergeMetadata(parts.host, {}, wanted.data);
  const isSignUp = type === 'signup';
  const { user, isNew } = await registerUser(tx, parts, registration(email, isSignUp ? {} : data), caller);
  if (user.email_confirmed_at !== null) throw new AuthError('email_exists');
  const { passwordHash } = wanted;
  const claim: Claim = { provider: 'email', passwordHash, data, deviceHash: null, madeAccount: isNew };
  if (type === 'invite') await noteInvitation(tx, parts, user, caller);
  const sent = { confirmation_sent_at: now, ...(type === 'invite' ? { invited_at: now } : {}) };
  return {
    user: await updateUser(tx, user.id, sent, now),
    kind: 'confirmation',
    address: email,
    type: type === 'invite' ? 'invite' : 'signup',
    ...(isSignUp ? { claim } : {}),
  };
}

async function prepareChange(
  tx: Tx,
  parts: AuthParts,
  type: 'email_change_current' | 'email_change_new',
  user: User | undefined,
  wanted: string,
): Promise<Prepared> {
  if (!user)
    throw new AuthError('user_not_found', { status: 404, message: 'User with this email not found' });
  if (type === 'email_change_current' && !parts.settings.isEmailChangeSecure)
    throw invalid('Enable secure email change to generate link for current email');
  const newEmail = normalEmail(wanted);
  await assertUnproven(tx, 'email', newEmail);
  const now = parts.machineClock.now();
  // Both links of one change belong together; another address begins again, and so does the side that agreed already.
  const isWaiting = (await waitingContact(tx, user, 'new_email', now)) === newEmail;
  const isSame = isWaiting && !(await hasAgreed(tx, user, type, now));
  const begun = { new_email: newEmail, email_change_sent_at: now };
  const changed = await updateUser(
    tx,
    user.id,
    isSame ? begun : { ...begun, email_change_accepted_count: 0 },
    now,
  );
  const address = type === 'email_change_new' ? newEmail : (user.email ?? '');
  return { user: changed, kind: type, address, type: 'email_change' };
}
