import type { AuthHost } from './auth.host.ts';
import { AuthError, invalid } from './auth.errors.ts';

export type Metadata = Readonly<Record<string, unknown>>;

/** The pattern of HTML's e-mail field; a dot in the domain is not asked for. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const PHONE = /^[1-9][0-9]{1,14}$/;
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const EMAIL_LENGTH_MAX = 255;
const METADATA_BYTES_MAX = 8 * 1024;
/** The keys under which clients and providers give a person's name. */
const NAMES: ReadonlySet<string> = new Set(['name', 'full_name']);

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** The address as stored: lower case. Throws validation_failed. */
export function normalEmail(text: string): string {
  if (text === '') throw invalid('An email address is required');
  if (text.length > EMAIL_LENGTH_MAX) throw invalid('An email address is too long');
  if (!EMAIL.test(text)) throw invalid('Unable to validate email address: invalid format');
  return text.toLowerCase();
}

/** The number as stored: country code first, digits only. Throws validation_failed. */
export function normalPhone(text: string): string {
  const digits = text.replace(/^\+/, '').replaceAll(' ', '');
  if (!PHONE.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
  return digits;
}

export interface Pkce {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

interface PkceFields {
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

/** Both fields or neither. Throws validation_failed. */
export function readPkce(fields: PkceFields): Pkce | undefined {
  const challenge = fields.code_challenge ?? '';
  const method = (fields.code_challenge_method ?? '').toLowerCase();
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (method !== 's256' && method !== 'plain') throw invalid('Invalid code_challenge_method');
  if (!CHALLENGE.test(challenge))
    throw invalid('code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~');
  return { challenge, method };
}

/**
 * Merges at the top level; a null takes the key away, and what the host does not keep goes. Throws validation_failed when it grows
 * too large for a token.
 */
export function mergeMetadata(
  { cleanName, unkeptKeys }: Pick<AuthHost, 'cleanName' | 'unkeptKeys'>,
  present: Metadata,
  change: Metadata | undefined,
): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...present, ...change })
      .filter(([key, value]) => value !== null && !unkeptKeys.has(key))
      .map(([key, value]) => [key, NAMES.has(key) && typeof value === 'string' ? cleanName(value) : value]),
  );
  // It travels in every access token, and a request header has its limits.
  if (Buffer.byteLength(JSON.stringify(merged)) > METADATA_BYTES_MAX)
    throw invalid(`User metadata must not exceed ${METADATA_BYTES_MAX} bytes`);
  return merged;
}

/** Leaves out the keys that are written once, at sign-up: a person may not change them. */
export function withoutMarks(change: Metadata, signUpMarks: ReadonlySet<string>): Metadata {
  return Object.fromEntries(Object.entries(change).filter(([key]) => !signUpMarks.has(key)));
}

/** The texts among what a caller sent that only a sign-up writes. */
export function marksIn(
  sent: Readonly<Record<string, string>>,
  signUpMarks: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(sent).filter(([key]) => signUpMarks.has(key)));
}

/** Whole seconds until something sent at `sentAt` may be sent again; 0 when it may now. */
export function secondsUntil(sentAt: Date | null | undefined, spacingSeconds: number, now: Date): number {
  if (!sentAt) return 0;
  return Math.max(0, Math.ceil(spacingSeconds - (now.getTime() - sentAt.getTime()) / 1000));
}

export function tooSoon(
  code: 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
  seconds: number,
): AuthError {
  return new AuthError(code, {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}

export interface SmsLimits {
  readonly smsSpacingSeconds: number;
  readonly smsPerQuarterHourMax: number;
  readonly smsPerDayMax: number;
}

/** Seconds until a number may get another SMS, given when it got those of the last day, newest first. */
export function secondsUntilSms(sent: readonly Date[], limits: SmsLimits, now: Date): number {
  return secondsUntilRoom(
    sent,
    [
      [1, limits.smsSpacingSeconds],
      [limits.smsPerQuarterHourMax, 15 * 60],
      [limits.smsPerDayMax, DAY_SECONDS],
    ],
    now,
  );
}

export interface MailLimits {
  readonly mailPerHourMax: number;
  readonly mailPerDayMax: number;
}

/** The share of an address's mails, and of the installation's SMS, that unknown devices may use (rate limit). */
export const STRANGERS_SHARE = 0.8;

/**
 * The strangers' share of an address's mails; the rest is for devices that the account knows. A bound of one is the strangers'.
 */
export function shareOfStrangers({ mailPerHourMax, mailPerDayMax }: MailLimits): MailLimits {
  const share = (max: number) => Math.ceil(max * STRANGERS_SHARE);
  return { mailPerHourMax: share(mailPerHourMax), mailPerDayMax: share(mailPerDayMax) };
}

/** Seconds until an address may get another mail with a code, given when it got those of the last day, newest first. */
export function secondsUntilMail(sent: readonly Date[], limits: MailLimits, now: Date): number {
  return secondsUntilRoom(
    sent,
    [
      [limits.mailPerHourMax, 60 * 60],
      [limits.mailPerDayMax, DAY_SECONDS],
    ],
    now,
  );
}

/** Seconds until so many of an hour, or of a day, leave room for one more; given when they were, newest first. */
export function secondsUntilOneOf(
  sent: readonly Date[],
  max: number,
  per: 'hour' | 'day',
  now: Date,
): number {
  return secondsUntilRoom(sent, [[max, per === 'hour' ? 60 * 60 : DAY_SECONDS]], now);
}

const DAY_SECONDS = 24 * 60 * 60;
type Window = readonly [count: number, seconds: number];

function secondsUntilRoom(sent: readonly Date[], windows: readonly Window[], now: Date): number {
  return Math.max(0, ...windows.map(([count, seconds]) => secondsUntil(sent[count - 1], seconds, now)));
}

/** The verdict on a presented refresh token, given the session's counter. */
export type RefreshVerdict = 'rotate' | 'answer_current' | 'reused' | 'from_the_future';

/**
 * The parent of the current token means that the last answer was lost: it gets the current one, at any time. An
 * older one does so only shortly after the last rotation; later it is taken for stolen.
 */
export function judgeRefresh(
  presented: number,
  session: { readonly counter: number; readonly refreshedAt: Date | null },
  reuseSeconds: number,
  now: Date,
): RefreshVerdict {
  if (presented > session.counter) return 'from_the_future';
  if (presented === session.counter) return 'rotate';
  return reuseCauses(presented, session, reuseSeconds, now).length > 0 ? 'answer_current' : 'reused';
}

/** Why an older token is answered with the current one, in the protocol's words; none when it is not. */
export function reuseCauses(
  presented: number,
  { counter, refreshedAt }: { readonly counter: number; readonly refreshedAt: Date | null },
  reuseSeconds: number,
  now: Date,
): string[] {
  if (presented >= counter) return [];
  const ageMs = refreshedAt === null ? Infinity : now.getTime() - refreshedAt.getTime();
  const isConcurrent = ageMs >= 0 && ageMs <= reuseSeconds * 1000;
  return [
    ...(isConcurrent ? ['concurrent-refresh'] : []),
    ...(presented === counter - 1 ? ['fail-to-save'] : []),
  ];
}

export const CODE_KINDS = [
  'confirmation',
  'recovery',
  'email_change_current',
  'email_change_new',
  'sms',
  'phone_change',
  'reauthentication',
] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const KINDS_OF_EMAIL_TYPE: Readonly<Partial<Record<string, readonly CodeKind[]>>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
};
const BY_LINK: readonly CodeKind[] = ['recovery', 'sms'];
const KINDS_OF_PHONE_TYPE: Readonly<Partial<Record<string, readonly CodeKind[]>>> = {
  sms: ['sms'],
  phone_change: ['phone_change'],
};

/** The codes a verification type may mean; by the token of its link an SMS signs in as a mail does. Throws validation_failed. */
export function kindsOfType(type: string, address: 'email' | 'phone' | 'hash'): readonly CodeKind[] {
  const email = type === 'magiclink' && address === 'hash' ? BY_LINK : KINDS_OF_EMAIL_TYPE[type];
  const phone = KINDS_OF_PHONE_TYPE[type];
  if (address === 'phone') {
    if (!phone) throw invalid('Invalid sms verification type');
    return phone;
  }
  if (!email) throw invalid('Invalid email verification type');
  return email;
}

export interface SessionLimits {
  /** Seconds from its beginning, and from its last refresh; 0 for never. */
  readonly ageSeconds: number;
  readonly idleSeconds: number;
}

/** When a session is over that was begun and refreshed then; null for never. */
export function sessionEnd(
  { ageSeconds, idleSeconds }: SessionLimits,
  beganAt: Date,
  refreshedAt: Date,
): Date | null {
  const ends = [
    ...(ageSeconds > 0 ? [beganAt.getTime() + ageSeconds * 1000] : []),
    ...(idleSeconds > 0 ? [refreshedAt.getTime() + idleSeconds * 1000] : []),
  ];
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

const RECENT_SIGN_IN_MS = 60 * 60 * 1000;

/**
 * Whether the person behind a session proved who they are within the last hour. The proof of a new address or number is
 * none, and neither is a factor that the session itself brought. `auth.signed_in_at` says the same to the rest of the product.
 */
export function isSignInRecent(
  session:
    | {
        readonly amr: readonly {
          readonly timestamp: number;
          readonly isChange?: true;
          readonly isOwn?: true;
        }[];
        readonly created_at: Date;
      }
    | undefined,
  now: Date,
): boolean {
  if (!session) return false;
  const proofs = session.amr.filter(({ isChange, isOwn }) => !isChange && !isOwn);
  const at =
    session.amr.length === 0
      ? session.created_at.getTime()
      : Math.max(...proofs.map(({ timestamp }) => timestamp * 1000));
  return now.getTime() - at < RECENT_SIGN_IN_MS;
}

/** The methods that begin a session by the proof of a mailbox or a mobile. */
const BY_MESSAGE: readonly string[] = ['otp', 'magiclink', 'recovery', 'email/signup', 'invite'];

/** Whether a session began by a message to a contact that the account had: the proof of a new one is not meant. */
export function isBegunByMessage(
  amr: readonly { readonly method: string; readonly isChange?: true }[],
): boolean {
  return amr.some(({ method, isChange }) => BY_MESSAGE.includes(method) && !isChange);
}

/** Wrong passwords that are counted together, and when the latest was given. */
export interface Tries {
  readonly wrong: number;
  readonly lastAt: Date;
}

const FIRST_WAIT_SECONDS = 15;
const WAIT_SECONDS_MAX = 15 * 60;

/** Seconds until the next password may be tried: none for the first `triesMax`, then twice as long each time. */
export function secondsUntilTry(tries: Tries | undefined, triesMax: number, now: Date): number {
  const wrong = wrongOf(tries, now);
  if (!tries || wrong < triesMax) return 0;
  return secondsUntil(
    tries.lastAt,
    Math.min(WAIT_SECONDS_MAX, FIRST_WAIT_SECONDS * 2 ** (wrong - triesMax)),
    now,
  );
}

/** The count with one more. */
export function withTry(tries: Tries | undefined, now: Date): Tries {
  return { wrong: wrongOf(tries, now) + 1, lastAt: now };
}

/** A day without a try forgets them. */
function wrongOf(tries: Tries | undefined, now: Date): number {
  if (!tries || now.getTime() - tries.lastAt.getTime() > DAY_SECONDS * 1000) return 0;
  return tries.wrong;
}

/** Wrong codes of one group of callers, over all the codes of one kind. */
export interface CodeTries {
  /** At codes of six digits. */
  readonly wrong: number;
  /** At codes of ten. */
  readonly longWrong: number;
  /** When the first of them was given. */
  readonly since: Date;
  readonly lastAt: Date;
}

const CODE_DAYS = 30;
/** At 10^10 codes as likely to hit as 25 tries at 10^6: three groups stay below the hundred of NIST SP 800-63B 5.2.2. */
const LONG_TRIES_MAX = 250_000;

/** Whether a group may try another code: so many of six digits in thirty days, and 250,000 of ten; links go on. */
export function mayTryCode(
  tries: CodeTries | undefined,
  isLong: boolean,
  shortMax: number,
  now: Date,
): boolean {
  const counted = codeTriesOf(tries, now);
  return isLong ? (counted?.longWrong ?? 0) < LONG_TRIES_MAX : (counted?.wrong ?? 0) < shortMax;
}

/** Whether the next code of a kind has ten digits: a group has no more tries at six. */
export function needsLongCode(all: readonly CodeTries[], shortMax: number, now: Date): boolean {
  return all.some((tries) => !mayTryCode(tries, false, shortMax, now));
}

/** The count with one more wrong code. */
export function withWrongCode(tries: CodeTries | undefined, isLong: boolean, now: Date): CodeTries {
  const counted = codeTriesOf(tries, now) ?? { wrong: 0, longWrong: 0, since: now };
  const [wrong, longWrong] = isLong ? [0, 1] : [1, 0];
  return {
    wrong: counted.wrong + wrong,
    longWrong: counted.longWrong + longWrong,
    since: counted.since,
    lastAt: now,
  };
}

function codeTriesOf(tries: CodeTries | undefined, now: Date): CodeTries | undefined {
  return tries && now.getTime() - tries.since.getTime() <= CODE_DAYS * DAY_SECONDS * 1000 ? tries : undefined;
}
