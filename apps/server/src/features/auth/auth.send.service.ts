import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { newCode } from './auth.codes.ts';
import type { AuthParts, Caller } from './auth.parts.ts';
import { chooseTarget, mailLink } from './auth.redirects.ts';
import { insertFlowState, insertSent, listSent, replaceCode, updateUser } from './auth.repo.ts';
import {
  type CodeKind,
  type Pkce,
  secondsUntil,
  secondsUntilMail,
  secondsUntilSms,
  tooSoon,
} from './auth.rules.ts';
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
} as const;

export interface LinkRequest {
  readonly caller: Caller;
  readonly pkce: Pkce | undefined;
  /** The one who asks need not be the one who chose the account's password. */
  readonly dropsPassword: boolean;
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
  const now = parts.clock.now();
  assertMailSpacing(parts, user[sentAt], now);
  const { code, linkToken } = await putMailCode(tx, parts, user, kind, email, request);
  if (request.pkce)
    await insertFlowState(tx, { userId: user.id, id: newId(), method: flow, pkce: request.pkce }, now);
  const target = chooseTarget(request.caller.targets, parts.settings);
  const link = mailLink(parts.settings.publicUrl, linkToken, type, target);
  await parts.messenger.enqueue(tx, { channel: 'email', to: email, template, vars: { code, link } });
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
  const now = parts.clock.now();
  assertMailSpacing(parts, user.email_change_sent_at, now);
  const target = chooseTarget(request.caller.targets, parts.settings);
  const places: [CodeKind, string][] = [['email_change_new', newEmail]];
  if (needsBothCodes(parts, user)) places.push(['email_change_current', user.email!]);
  for (const [kind, address] of places) {
    const { code, linkToken } = await putMailCode(tx, parts, user, kind, address, request);
    const link = mailLink(parts.settings.publicUrl, linkToken, 'email_change', target);
    const vars = { code, link, newEmail };
    await parts.messenger.enqueue(tx, { channel: 'email', to: address, template: 'auth.email_change', vars });
  }
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

/** Queues a code by SMS. Throws over_sms_send_rate_limit when the number had enough for now. */
export async function sendSmsCode(
  tx: Tx,
  parts: AuthParts,
  user: User,
  kind: 'sms' | 'phone_change' | 'reauthentication',
  phone: string,
  drops_password = false,
): Promise<User> {
  const { settings, vault } = parts;
  const now = parts.clock.now();
  const phoneHash = vault.fingerprint(phone, 'auth.sms');
  const wait = secondsUntilSms(await listSent(tx, 'sms', phoneHash, now), settings, now);
  if (wait > 0) throw tooSoon('over_sms_send_rate_limit', wait);
  await insertSent(tx, 'sms', phoneHash, now);
  const { code, tokenHash } = newCode(vault, { userId: user.id, kind, address: phone }, false);
  const expires_at = later(now, settings.smsCodeSeconds);
  const proof = { token_hash: tokenHash, is_pkce: false, drops_password, expires_at };
  await replaceCode(tx, { user_id: user.id, kind, address: phone, ...proof }, now);
  const minutes = String(Math.ceil(settings.smsCodeSeconds / 60));
  await parts.messenger.enqueue(tx, {
    channel: 'sms',
    to: phone,
    template: 'auth.otp',
    vars: { code, minutes },
  });
  if (kind === 'sms') return updateUser(tx, user.id, { confirmation_sent_at: now }, now);
  if (kind === 'reauthentication') return updateUser(tx, user.id, { reauthentication_sent_at: now }, now);
  return updateUser(tx, user.id, { new_phone: phone, phone_change_sent_at: now }, now);
}

/** What the owner of an account is told of, so that a stranger's doing does not go unnoticed. */
export type Notice = 'auth.password_changed' | 'auth.email_changed' | 'auth.phone_changed';

/** Queues what tells of a change of the account: a mail, else an SMS, to what was proven before it. */
export async function sendNotice(tx: Tx, parts: AuthParts, user: User, template: Notice): Promise<void> {
  if (user.email === null || user.email_confirmed_at === null) {
    if (user.phone !== null && user.phone_confirmed_at !== null)
      await parts.messenger.enqueue(tx, { channel: 'sms', to: user.phone, template, vars: {} });
    return;
  }
  const place = template === 'auth.password_changed' ? '/forgot-password' : '/help';
  const vars = { link: `${parts.settings.publicUrl}${place}` };
  await parts.messenger.enqueue(tx, { channel: 'email', to: user.email, template, vars });
}

/** Queues a mail with a code alone, which proves that the signed-in person is still the same. */
export async function sendReauthenticationMail(
  tx: Tx,
  parts: AuthParts,
  user: User,
  email: string,
): Promise<void> {
  const now = parts.clock.now();
  assertMailSpacing(parts, user.reauthentication_sent_at, now);
  const { code } = await putMailCode(tx, parts, user, 'reauthentication', email, CODE_ONLY);
  await parts.messenger.enqueue(tx, {
    channel: 'email',
    to: email,
    template: 'auth.reauthentication',
    vars: { code },
  });
  await updateUser(tx, user.id, { reauthentication_sent_at: now }, now);
}

const CODE_ONLY = { pkce: undefined, dropsPassword: false };

async function putMailCode(
  tx: Tx,
  parts: AuthParts,
  user: User,
  kind: CodeKind,
  address: string,
  request: Pick<LinkRequest, 'pkce' | 'dropsPassword'>,
): Promise<{ code: string; linkToken: string }> {
  const now = parts.clock.now();
  await countMail(tx, parts, address, now);
  const is_pkce = request.pkce !== undefined;
  const { code, linkToken, tokenHash } = newCode(parts.vault, { userId: user.id, kind, address }, is_pkce);
  const expires_at = later(now, parts.settings.mailCodeSeconds);
  const drops_password = request.dropsPassword;
  const row = { user_id: user.id, kind, address, token_hash: tokenHash, is_pkce, drops_password, expires_at };
  await replaceCode(tx, row, now);
  return { code, linkToken };
}

/** Throws over_email_send_rate_limit when the address had its share, whoever asked for what. */
async function countMail(tx: Tx, parts: AuthParts, address: string, now: Date): Promise<void> {
  const addressHash = parts.vault.fingerprint(address, 'auth.mail');
  const wait = secondsUntilMail(await listSent(tx, 'mail', addressHash, now), parts.settings, now);
  if (wait > 0) throw tooSoon('over_email_send_rate_limit', wait);
  await insertSent(tx, 'mail', addressHash, now);
}

function assertMailSpacing(parts: AuthParts, sentAt: Date | null, now: Date): void {
  const wait = secondsUntil(sentAt, parts.settings.mailSpacingSeconds, now);
  if (wait > 0) throw tooSoon('over_email_send_rate_limit', wait);
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
