import { ConfigError, type Env, readNumber } from '@mohlat/platform/config/secrets.ts';
import type { EnrolledType } from './auth.factor.ts';
import type { CaptchaSettings } from './auth.captcha.ts';
import {
  type ProviderSettings,
  type TestCodes,
  readCaptcha,
  readProvider,
  readSharedSecret,
  readTestCodes,
  words,
} from './auth.settings.outside.ts';
import { readSmsCountries } from './auth.sms.ts';
import type { AuthHost } from './auth.host.ts';
import type { RelyingParty } from './auth.webauthn.ts';

/** Buckets of calls counted by client address. */
export const BUCKETS = [
  'token',
  'refresh',
  'verify',
  'signup',
  'otp',
  'recover',
  'resend',
  'user',
  'reauthenticate',
  'mfa_challenge',
  'mfa_verify',
  'mfa_change',
  'anonymous',
  'sso',
] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Calls per address in five minutes. */
const CALLS_PER_WINDOW: Readonly<Record<Bucket, number>> = {
  token: 150,
  // An office or a phone network has thousands behind one address, each with a session to go on with.
  refresh: 3000,
  verify: 30,
  signup: 30,
  otp: 30,
  recover: 30,
  resend: 30,
  user: 30,
  reauthenticate: 30,
  mfa_challenge: 75,
  mfa_verify: 75,
  mfa_change: 30,
  anonymous: 30,
  sso: 30,
};
export const BUCKET_SECONDS = 300;
/** The one bucket with a window of its own: accounts without an address or number. */
export const ANONYMOUS_SECONDS = 3600;

/** A trial's users all come from one machine. */
const TRIAL_FACTOR = 20;

export interface AuthSettings {
  readonly providers: readonly ProviderSettings[];
  /** People may link and unlink accounts elsewhere. */
  readonly isLinkingEnabled: boolean;
  readonly isAnonymousEnabled: boolean;
  /** Seconds until a session is over, however it is used; 0 for never. What the sessions of real people have by default. */
  readonly sessionSeconds: number;
  /** Seconds after its last refresh; 0 for never. */
  readonly sessionIdleSeconds: number;
  /** The same two for staff. */
  readonly staffSessionSeconds: number;
  readonly staffSessionIdleSeconds: number;
  /** Seconds until who has a second factor must have used it; 0 for never. */
  readonly lowAalSeconds: number;
  readonly isSessionSingle: boolean;
  /** Sets of characters of which a password needs one each. */
  readonly passwordCharacters: readonly string[];
  /** The captcha that proves a person is behind a call; undefined where none is asked for. */
  readonly captcha: CaptchaSettings | undefined;
  /** Signs HS256 tokens of programs that administer accounts; undefined where only our own keys do. */
  readonly sharedSecret: string | undefined;
  /** Roles of tokens that may administer accounts. */
  readonly adminRoles: readonly string[];
  /** Kinds of second factors that may be enrolled and used. */
  readonly factorTypes: readonly EnrolledType[];
  readonly factorsMax: number;
  readonly challengeSeconds: number;
  /** Refused codes of a day after which a factor is locked for as long; 0 for never. */
  readonly factorRefusalsPerDayMax: number;
  /** Wrong recovery codes of a day after which sessions that have the password alone may try none; 0 for never. */
  readonly recoveryRefusalsPerDayMax: number;
  readonly relyingParty: RelyingParty;
  /** Where people reach the product, without a slash at the end. */
  readonly publicUrl: string;
  readonly issuer: string;
  /** Where a mail link leads when the request named no permitted target. */
  readonly defaultTarget: string;
  /** Globs of further permitted targets. */
  readonly redirectAllowList: readonly string[];
  readonly isSignupEnabled: boolean;
  readonly isEmailEnabled: boolean;
  readonly isPhoneEnabled: boolean;
  readonly isMailConfirmedAtOnce: boolean;
  readonly isSmsConfirmedAtOnce: boolean;
  /** A change of e-mail address needs the codes of both addresses. */
  readonly isEmailChangeSecure: boolean;
  /** A change of password in a session older than a day needs a fresh code. */
  readonly needsReauthentication: boolean;
  readonly needsCurrentPassword: boolean;
  /** A new number needs a sign-in of the last hour or a fresh code here too, as it always does in the product's profile. */
  readonly needsRecentSignIn: boolean;
  readonly accessTokenSeconds: number;
  readonly mailCodeSeconds: number;
  readonly smsCodeSeconds: number;
  readonly mailSpacingSeconds: number;
  readonly smsSpacingSeconds: number;
  readonly mailPerHourMax: number;
  readonly mailPerDayMax: number;
  /** Mails of an hour that strangers at one address of the network may ask for, to whatever addresses. */
  readonly mailPerAddressPerHourMax: number;
  /** Mails of an hour that the whole installation may be asked for. */
  readonly mailPerInstallationPerHourMax: number;
  readonly smsPerQuarterHourMax: number;
  readonly smsPerDayMax: number;
  /** SMS of a day to one number for all strangers together. */
  readonly smsPerNumberPerDayMax: number;
  /** SMS of an hour that one address of the network may ask for, to whatever numbers. */
  readonly smsPerAddressPerHourMax: number;
  /** SMS of an hour for the whole installation. */
  readonly smsPerHourMax: number;
  /** Countries whose numbers get SMS; undefined for every country. */
  readonly smsCountries: readonly string[] | undefined;
  readonly testCodes: TestCodes;
  readonly codeTriesMax: number;
  /** Wrong passwords of one asker before they wait for the next; 0 for no waiting. */
  readonly passwordTriesMax: number;
  /** The time limit of a call. The call is answered then, even while its work goes on. */
  readonly requestSeconds: number;
  readonly flowSeconds: number;
  /** The time in which a session begun by recovery may choose a password without the present one. */
  readonly recoverySeconds: number;
  /** The time in which an older refresh token is answered with the current one instead of ending the session. */
  readonly refreshReuseSeconds: number;
  readonly passwordLengthMin: number;
  readonly productName: string;
  readonly smsProvider: string;
  readonly codeDigits: AuthHost['codeDigits'];
  readonly stepUpSeconds: number;
  readonly callsPerWindow: Readonly<Record<Bucket, number>>;
}

type Count = (name: string, fallback: number) => number;
type Refusals = Pick<AuthSettings, 'factorRefusalsPerDayMax' | 'recoveryRefusalsPerDayMax'>;

function readRefusals(count: Count): Refusals {
  return {
    factorRefusalsPerDayMax: count('AUTH_MFA_REFUSALS_PER_DAY', 20),
    recoveryRefusalsPerDayMax: count('AUTH_MFA_RECOVERY_REFUSALS_PER_DAY', 100),
  };
}

const DAY_SECONDS = 24 * 60 * 60;

type Sessions = Pick<
  AuthSettings,
  'sessionSeconds' | 'sessionIdleSeconds' | 'staffSessionSeconds' | 'staffSessionIdleSeconds'
>;

/** In a trial a session ends only when a person ends it: who tries the product comes back to it after weeks. */
function readSessions(count: Count, isTrial: boolean): Sessions {
  const live = (seconds: number) => (isTrial ? 0 : seconds);
  return {
    sessionSeconds: count('AUTH_SESSION_SECONDS', live(90 * DAY_SECONDS)),
    sessionIdleSeconds: count('AUTH_SESSION_IDLE_SECONDS', live(30 * DAY_SECONDS)),
    staffSessionSeconds: count('AUTH_STAFF_SESSION_SECONDS', live(12 * 60 * 60)),
    staffSessionIdleSeconds: count('AUTH_STAFF_SESSION_IDLE_SECONDS', live(30 * 60)),
  };
}

/** The installation, as far as settings go by it. */
export interface SettingsSource {
  /** Variables of the environment; those that begin with `AUTH_` are read. */
  readonly env: Env;
  /** Where people reach the product, without a slash at the end. */
  readonly publicUrl: string;
  /** True where no one's money or data is at stake. Defaults are then those of the protocol, and numbers may have fixed codes. */
  readonly isTrial: boolean;
}

function readCalls(count: Count, factor: number): Record<Bucket, number> {
  return Object.fromEntries(
    BUCKETS.map((bucket) => [
      bucket,
      count(`AUTH_RATE_LIMIT_${bucket.toUpperCase()}`, Math.ceil(CALLS_PER_WINDOW[bucket] * factor)),
    ]),
  ) as Record<Bucket, number>;
}

type Sms = Pick<
  AuthSettings,
  | 'smsCodeSeconds'
  | 'smsSpacingSeconds'
  | 'smsPerQuarterHourMax'
  | 'smsPerDayMax'
  | 'smsPerNumberPerDayMax'
  | 'smsPerAddressPerHourMax'
  | 'smsPerHourMax'
  | 'smsCountries'
  | 'testCodes'
>;

function readSms(count: Count, env: Env, isTrial: boolean, factor: number): Sms {
  return {
    smsCodeSeconds: count('AUTH_SMS_CODE_SECONDS', 300),
    smsSpacingSeconds: count('AUTH_SMS_SPACING_SECONDS', 30),
    smsPerQuarterHourMax: count('AUTH_SMS_PER_QUARTER_HOUR', 3),
    smsPerDayMax: count('AUTH_SMS_PER_DAY', 10),
    smsPerNumberPerDayMax: count('AUTH_SMS_PER_NUMBER_PER_DAY', 30),
    smsPerAddressPerHourMax: count('AUTH_SMS_PER_ADDRESS_PER_HOUR', Math.ceil(20 * factor)),
    smsPerHourMax: count('AUTH_SMS_PER_HOUR', Math.ceil(1000 * factor)),
    smsCountries: readSmsCountries(words(env.AUTH_SMS_COUNTRIES || 'IN')),
    testCodes: readTestCodes(env, isTrial),
  };
}

type Mails = Pick<
  AuthSettings,
  | 'mailCodeSeconds'
  | 'mailSpacingSeconds'
  | 'mailPerHourMax'
  | 'mailPerDayMax'
  | 'mailPerAddressPerHourMax'
  | 'mailPerInstallationPerHourMax'
>;

function readMails(count: Count, factor: number): Mails {
  return {
    mailCodeSeconds: count('AUTH_MAIL_CODE_SECONDS', 86_400),
    mailSpacingSeconds: count('AUTH_MAIL_SPACING_SECONDS', 60),
    mailPerHourMax: count('AUTH_MAIL_PER_HOUR', 5),
    mailPerDayMax: count('AUTH_MAIL_PER_DAY', 20),
    mailPerAddressPerHourMax: count('AUTH_MAIL_PER_ADDRESS_PER_HOUR', Math.ceil(60 * factor)),
    mailPerInstallationPerHourMax: count('AUTH_MAIL_PER_INSTALLATION_PER_HOUR', Math.ceil(5000 * factor)),
  };
}

function readCount(env: Env, name: string, fallback: number): number {
  const value = readNumber(env, name, fallback);
  if (!Number.isFinite(value) || value < 0) throw new ConfigError(`${name} is "${env[name]}"; use a number`);
  return value;
}

function readFlag(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} is "${text}"; use on or off`);
  return text === 'on';
}

/** A flag by which an address counts unproven: with real people, anybody would open an account under the number of another. */
function readTrialFlag(env: Env, name: string, isTrial: boolean): boolean {
  const isOn = readFlag(env, name, false);
  if (isOn && !isTrial) throw new ConfigError(`${name} would let anybody in: take it away`);
  return isOn;
}

/** The life of an access token. Throws ConfigError where it is no number. */
export const readAccessTokenSeconds = (env: Env): number =>
  Math.max(1, readCount(env, 'AUTH_ACCESS_TOKEN_SECONDS', 3600));

/** Reads the auth server's part of the environment. Throws ConfigError naming what is wrong. */
export function readAuthSettings({ env, publicUrl, isTrial }: SettingsSource, host: AuthHost): AuthSettings {
  const flag = (name: string, fallback: boolean): boolean => readFlag(env, name, fallback);
  const count: Count = (name, fallback) => readCount(env, name, fallback);
  const factor = count('AUTH_RATE_LIMIT_FACTOR', isTrial ? TRIAL_FACTOR : 1);
  const callsPerWindow = readCalls(count, factor);
  const offered = { totp: flag('AUTH_MFA_TOTP', true), webauthn: flag('AUTH_MFA_WEBAUTHN', true) };
  const factorTypes = { ...offered, phone: flag('AUTH_MFA_PHONE', false) };
  return {
    providers: words(env.AUTH_PROVIDERS ?? '').map((name) => readProvider(env, name)),
    isAnonymousEnabled: flag('AUTH_ANONYMOUS', false),
    ...readSessions(count, isTrial),
    lowAalSeconds: count('AUTH_SESSION_LOW_AAL_SECONDS', 0),
    isSessionSingle: flag('AUTH_SESSION_SINGLE', false),
    passwordCharacters: (env.AUTH_PASSWORD_CHARACTERS ?? '').split(':').filter((set) => set !== ''),
    captcha: readCaptcha(env),
    isLinkingEnabled: flag('AUTH_MANUAL_LINKING', false),
    sharedSecret: readSharedSecret(env),
    adminRoles: words(env.AUTH_ADMIN_ROLES || 'service_role,supabase_admin'),
    factorTypes: (['totp', 'phone', 'webauthn'] as const).filter((type) => factorTypes[type]),
    factorsMax: count('AUTH_MFA_FACTORS_MAX', 10),
    challengeSeconds: count('AUTH_MFA_CHALLENGE_SECONDS', 300),
    ...readRefusals(count),
    relyingParty: {
      id: env.AUTH_WEBAUTHN_RP_ID || new URL(publicUrl).hostname,
      name: host.name,
      origins: words(env.AUTH_WEBAUTHN_ORIGINS || new URL(publicUrl).origin),
    },
    publicUrl,
    issuer: `${publicUrl}/auth/v1`,
    defaultTarget: `${publicUrl}${host.pages.confirmed}`,
    redirectAllowList: words(env.AUTH_REDIRECT_ALLOW_LIST ?? ''),
    isSignupEnabled: flag('AUTH_SIGNUP', true),
    isEmailEnabled: flag('AUTH_EMAIL', true),
    isPhoneEnabled: flag('AUTH_PHONE', true),
    isMailConfirmedAtOnce: readTrialFlag(env, 'AUTH_MAIL_AUTOCONFIRM', isTrial),
    isSmsConfirmedAtOnce: readTrialFlag(env, 'AUTH_SMS_AUTOCONFIRM', isTrial),
    isEmailChangeSecure: flag('AUTH_SECURE_EMAIL_CHANGE', true),
    needsReauthentication: flag('AUTH_REQUIRE_REAUTHENTICATION', false),
    // The protocol's own default is off, and programs tried against a trial rely on it; real accounts are guarded.
    needsCurrentPassword: flag('AUTH_REQUIRE_CURRENT_PASSWORD', !isTrial),
    needsRecentSignIn: flag('AUTH_REQUIRE_RECENT_SIGN_IN', !isTrial),
    accessTokenSeconds: readAccessTokenSeconds(env),
    ...readMails(count, factor),
    ...readSms(count, env, isTrial, factor),
    codeTriesMax: 5,
    passwordTriesMax: count('AUTH_PASSWORD_TRIES', 5),
    requestSeconds: count('AUTH_REQUEST_SECONDS', 10),
    flowSeconds: 300,
    recoverySeconds: 3600,
    refreshReuseSeconds: count('AUTH_REFRESH_REUSE_SECONDS', 10),
    passwordLengthMin: Math.max(6, count('AUTH_PASSWORD_LENGTH', 8)),
    productName: host.name,
    smsProvider: host.smsProvider,
    codeDigits: host.codeDigits,
    stepUpSeconds: host.stepUpSeconds,
    callsPerWindow,
  };
}
