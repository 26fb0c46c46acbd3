import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { type Asker, askerOf } from './auth.askers.ts';
import { listCodeTries } from './auth.code-tries.repo.ts';
import { fixedCodeOf, newCode } from './auth.codes.ts';
import { waitingContact } from './auth.changes.repo.ts';
import { AuthError } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import { type MailShare, countMail, isOwnersRequest, noteMail } from './auth.mail-budget.service.ts';
import { listSent } from './auth.messages.repo.ts';
import type { AuthParts, Caller } from './auth.parts.ts';
import { chooseTarget, mailLink } from './auth.redirects.ts';
import { insertFlowState, replaceCode, updateUser } from './auth.repo.ts';
import { type CodeKind, type Pkce, needsLongCode, secondsUntil, tooSoon } from './auth.rules.ts';
import { countNoSms, countSms, countWayBack, noteNoSms, signedInAs } from './auth.sms-budget.service.ts';
import { type Claim, noteSignUp } from './auth.sign-ups.service.ts';
import type { User } from './auth.user.ts';

/** Mails that carry a link: what the link is called on the wire, its code, its text, the clock of its spacing. */
const LINK_MAILS = {
  signup: {
    kind: 'confirmation',
    template: 'auth.confirm',
    sentAt: 'confirmation_sent_at',
    flow: 'email/signup',
  },
  magiclink: { kind: 'recovery', template: 'auth.magic_link', sentAt: 'recovery_sent_at', flow: 'magiclink' },
  recovery: { kind: 'recovery', template: 'auth.recovery', sentAt: 'recovery_sent_at', flow: 'recovery' },
  invite: { kind: 'confirmation', template: 'auth.invite', sentAt: 'confirmation_sent_at', flow: 'invite' },
} as const;

export interface LinkRequest {
  readonly caller: Caller;
  readonly pkce: Pkce | undefined;
  /** The pending sign-up that the mail confirms; undefined where the mail proves the address alone. */
  readonly claim?: Claim | undefined;
  /** Whether it is a code to sign in with, asked for an account that is not proven. */
  readonly dropsPassword?: boolean;
  /** The limit its mail counts against; the asker's where none is named. */
  readonly share?: MailShare;
}

/**
 * Queues a mail with a link and a code; returns the user as changed. Throws over_email_send_rate_limit when the last
 * one of its kind is too young.
 */
export async function sendLinkMail(
  tx: Tx,
  parts: AuthParts,
  user: User,
  type: keyof typeof LINK_MAILS,
  request: LinkRequest,
): Promise<User> {
  const { kind, template, sentAt, flow } = LINK_MAILS[type];
  const email = user.email;
  if (email === null) return user;
  const now = parts.machineClock.now();
  assertMailSpacing(parts, user[sentAt], now);
  const { code, linkToken } = await putMailCode(tx, parts, user, kind, email, request);
  if (request.pkce)
    await insertFlowState(tx, { userId: user.id, id: newId(), method: flow, pkce: request.pkce }, now);
  const target = chooseTarget(request.caller.targets, parts.settings);
  const link = mailLink(parts.settings.publicUrl, linkToken, type, target);
  const vars = { code, link };
  const askedIn = request.caller.languages;
  await parts.host.send(tx, { channel: 'email', to: email, template, vars, userId: user.id, askedIn });
  await noteSent(tx, user, request.caller.ip, now);
  return updateUser(tx, user.id, { [sentAt]: now }, now);
}

/**
 * Queues the mails of a change of address: to the new one, and to the present one when that has to agree. Both codes
 * are new, so what was agreed to before is asked again.
 */
export async function sendEmailChangeMails(
  tx: Tx,
  parts: AuthParts,
  user: User,
  newEmail: string,
  request: LinkRequest,
): Promise<User> {
  const now = parts.machineClock.now();
  assertMailSpacing(parts, user.email_change_sent_at, now);
  const target = chooseTarget(request.caller.targets, parts.settings);
  const askedIn = request.caller.languages;
  const places: [CodeKind, string][] = [['email_change_new', newEmail]];
  if (needsBothCodes(parts, user)) places.push(['email_change_current', user.email!]);
  for (const [kind, address] of places) {
    const { code, linkToken } = await putMailCode(tx, parts, user, kind, address, request);
    const link = mailLink(parts.settings.publicUrl, linkToken, 'email_change', target);
    const vars = { code, link, newEmail };
    const template = 'auth.email_change';
    await parts.host.send(tx, { channel: 'email', to: address, template, vars, userId: user.id, askedIn });
  }
  await noteSent(tx, user, request.caller.ip, now);
  if (request.pkce)
    await insertFlowState(
      tx,
      { userId: user.id, id: newId(), method: 'email_change', pkce: request.pkce },
      now,
    );
  return updateUser(
    tx,
    user.id,
    { new_email: newEmail, email_change_sent_at: now, email_change_accepted_count: 0 },
    now,
  );
}

/** Whether a change of address needs the present address's word too. */
export function needsBothCodes(parts: AuthParts, user: User): boolean {
  return parts.settings.isEmailChangeSecure && !parts.settings.isMailConfirmedAtOnce && user.email !== null;
}

/** Writes down that something that proves the account went out, and who asked where that is known. */
function noteSent(tx: Tx, { id }: User, ip: string | null, now: Date): Promise<void> {
  return insertEvent(tx, { userId: id, what: 'code_sent', ip }, now);
}

/** Whether the next code of a kind has ten digits: wrong ones have used up the tries at six. */
async function isLongNext(tx: Tx, { settings }: AuthParts, userId: string, kind: CodeKind, now: Date) {
  const ofKind = (await listCodeTries(tx, userId)).filter((one) => one.kind === kind);
  return needsLongCode(ofKind, settings.codeTriesMax, now);
}

function digitsOf({ settings }: AuthParts, isLong: boolean): number {
  return isLong ? settings.codeDigits.long : settings.codeDigits.usual;
}

/** A code of ten digits by SMS is good for so long: strangers may make it the only one of an hour. */
const LONG_SMS_SECONDS = 60 * 60;

/**
 * Queues a code by SMS; without a caller for a person who is logged in or took a change back. A number that strangers asked too much for gets one an
 * hour, which signs in the holder of the phone and installs no sign-up's password; in between nothing is sent, and it holds.
 * Throws over_sms_send_rate_limit, sms_send_failed.
 */
export async function sendSmsCode(
  tx: Tx,
  parts: AuthParts,
  user: User,
  kind: 'sms' | 'phone_change' | 'reauthentication',
  phone: string,
  { claim, dropsPassword = false, caller, share }: Partial<LinkRequest> = {},
): Promise<User> {
  const { settings, vault } = parts;
  const now = parts.machineClock.now();
  const isSent = fixedCodeOf(settings.testCodes, phone, now) === undefined;
  const asker = caller && (await askerForNumber(tx, parts, user, phone, caller));
  const count = () =>
    share === 'none'
      ? countWayBack(tx, parts, phone)
      : countSms(tx, parts, phone, asker ?? signedInAs(user.id, 'reauthentication'));
  const turn = isSent ? await count() : 'at_once';
  if (turn === 'later') {
    // Sent again, a change that waits is answered as none would be; who is logged in and begins one is told.
    const isWaiting = (await waitingContact(tx, user, 'new_phone', now)) === phone;
    if (kind !== 'sms' && !isWaiting) throw new AuthError('over_sms_send_rate_limit');
    return user;
  }
  const is_long = turn === 'hourly' || (isSent && (await isLongNext(tx, parts, user.id, kind, now)));
  const place = { userId: user.id, kind, address: phone };
  const { code, tokenHash, linkToken } = newCode(vault, place, {
    isPkce: false,
    digits: digitsOf(parts, is_long),
  });
  const seconds = is_long ? Math.max(LONG_SMS_SECONDS, settings.smsCodeSeconds) : settings.smsCodeSeconds;
  const expires_at = later(now, seconds);
  const asked_by_hash = asker ? askedByHash(parts, user.id, asker.name) : null;
  const proof = {
    token_hash: tokenHash,
    is_pkce: false,
    is_long,
    drops_password: dropsPassword,
    expires_at,
    asked_by_hash,
  };
  const claimed = turn === 'hourly' ? undefined : claim;
  await putCode(tx, parts, user, { user_id: user.id, kind, address: phone, ...proof }, claimed, now);
  const vars = { code, minutes: String(Math.ceil(seconds / 60)) };
  // However many codes strangers try, links cannot be tried.
  const withLink = is_long && kind === 'sms';
  const link = `${settings.publicUrl}${parts.host.pages.enter}#${linkToken}`;
  if (isSent)
    await parts.host.send(tx, {
      channel: 'sms',
      to: phone,
      template: withLink ? 'auth.otp_link' : 'auth.otp',
      vars: withLink ? { ...vars, link } : vars,
      userId: user.id,
      askedIn: caller?.languages,
    });
  await noteSent(tx, user, null, now);
  if (kind === 'sms') return updateUser(tx, user.id, { confirmation_sent_at: now }, now);
  if (kind === 'reauthentication') return updateUser(tx, user.id, { reauthentication_sent_at: now }, now);
  return updateUser(tx, user.id, { new_phone: phone, phone_change_sent_at: now }, now);
}

/** Finds out who asks for a code to a number. To one that the account has not proven, who is logged in to it is a stranger. */
export async function askerForNumber(
  tx: Tx,
  parts: AuthParts,
  user: User,
  phone: string,
  caller: Caller,
): Promise<Asker> {
  const asker = await askerOf(tx, parts, user.id, caller);
  const isOwn = user.phone === phone && user.phone_confirmed_at !== null;
  return isOwn ? asker : { ...asker, isKnown: false };
}

/** Queues a mail with a code alone, which proves that the signed-in person is still the same. */
export async function sendReauthenticationMail(
  tx: Tx,
  parts: AuthParts,
  user: User,
  email: string,
): Promise<void> {
  const now = parts.machineClock.now();
  assertMailSpacing(parts, user.reauthentication_sent_at, now);
  const { code } = await putMailCode(tx, parts, user, 'reauthentication', email, CODE_ONLY);
  await parts.host.send(tx, {
    channel: 'email',
    to: email,
    template: 'auth.reauthentication',
    vars: { code },
    userId: user.id,
  });
  await noteSent(tx, user, null, now);
  await updateUser(tx, user.id, { reauthentication_sent_at: now }, now);
}

/** A code without a link, asked for by the account's own session. */
const CODE_ONLY = { pkce: undefined, share: 'session' } as const;

/** The request behind a code, without the mail around it; without a caller it has no asker. */
type CodeRequest = Pick<LinkRequest, 'pkce' | 'claim' | 'dropsPassword' | 'share'> &
  Partial<Pick<LinkRequest, 'caller'>>;

/** The keyed hash under which the asker of an account's code is stored. */
export function askedByHash({ vault }: AuthParts, userId: string, name: string): Buffer {
  return vault.fingerprint(`${userId}\0${name}`, 'auth.asker');
}

async function putMailCode(
  tx: Tx,
  parts: AuthParts,
  user: User,
  kind: CodeKind,
  address: string,
  request: CodeRequest,
): Promise<{ code: string; linkToken: string }> {
  const isOwners = await isOwnersRequest(tx, parts, user, address, request.caller);
  await countMail(tx, parts, address, { share: request.share ?? 'asker', isOwners });
  return putLinkCode(tx, parts, user, kind, address, request);
}

/** Puts a code in the place of the one before it, without sending it to anybody. */
export async function putLinkCode(
  tx: Tx,
  parts: AuthParts,
  user: User,
  kind: CodeKind,
  address: string,
  request: CodeRequest,
): Promise<{ code: string; linkToken: string }> {
  const now = parts.machineClock.now();
  const is_pkce = request.pkce !== undefined;
  const is_long = await isLongNext(tx, parts, user.id, kind, now);
  const place = { userId: user.id, kind, address };
  const digits = digitsOf(parts, is_long);
  const { code, linkToken, tokenHash } = newCode(parts.vault, place, { isPkce: is_pkce, digits });
  const expires_at = later(now, parts.settings.mailCodeSeconds);
  const drops_password = request.dropsPassword ?? false;
  const asker = request.caller && (await askerOf(tx, parts, user.id, request.caller));
  const asked_by_hash = asker ? askedByHash(parts, user.id, asker.name) : null;
  const sent = {
    address,
    token_hash: tokenHash,
    is_pkce,
    is_long,
    drops_password,
    expires_at,
    asked_by_hash,
  };
  await putCode(tx, parts, user, { user_id: user.id, kind, ...sent }, request.claim, now);
  return { code, linkToken };
}

async function putCode(
  tx: Tx,
  parts: AuthParts,
  user: User,
  row: Parameters<typeof replaceCode>[1],
  claim: Claim | undefined,
  now: Date,
): Promise<void> {
  await replaceCode(tx, row, now);
  if (!claim) return;
  const {
    kind,
    address,
    token_hash: tokenHash,
    is_pkce: isPkce,
    expires_at: expiresAt,
    asked_by_hash: askedBy,
    is_long: isLong,
  } = row;
  await noteSignUp(
    tx,
    parts,
    user,
    claim,
    { kind, address, tokenHash, isPkce, expiresAt, askedBy, isLong },
    now,
  );
}

/**
 * Counts a mail that has no recipient, and sends none. An ask that comes too soon is refused as it is for an account, so that the
 * refusal does not tell who has one. It is counted apart from mails that are sent, so that a stranger uses up none an owner may
 * need. Throws over_email_send_rate_limit.
 */
export async function sendNoMail(
  tx: Tx,
  parts: AuthParts,
  type: 'recovery' | 'signup' | 'email_change',
  address: string,
): Promise<void> {
  const now = parts.machineClock.now();
  const asked = `${type} ${address}`;
  const [last = null] = await listSent(tx, 'mail', parts.vault.fingerprint(asked, 'auth.mail'), now);
  assertMailSpacing(parts, last, now);
  await countMail(tx, parts, asked, { share: 'asker', isOwners: false });
}

/** The same for a code by SMS. Throws over_sms_send_rate_limit, sms_send_failed. */
export async function sendNoSms(tx: Tx, parts: AuthParts, phone: string, caller: Caller): Promise<void> {
  if (fixedCodeOf(parts.settings.testCodes, phone, parts.machineClock.now()) === undefined)
    await countNoSms(tx, parts, phone, await askerOf(tx, parts, newId(), caller));
}

/** Notes what confirming an address would have cost, where it is proven already; what asks for that next goes by it. */
export async function noteConfirmation(
  tx: Tx,
  parts: AuthParts,
  { provider, value }: { readonly provider: 'email' | 'phone'; readonly value: string },
  caller: Caller,
): Promise<void> {
  if (provider === 'email') await noteMail(tx, parts, `signup ${value}`);
  else await noteNoSms(tx, parts, value, await askerOf(tx, parts, newId(), caller));
}

function assertMailSpacing(parts: AuthParts, sentAt: Date | null, now: Date): void {
  const wait = secondsUntil(sentAt, parts.settings.mailSpacingSeconds, now);
  if (wait > 0) throw tooSoon('over_email_send_rate_limit', wait);
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
