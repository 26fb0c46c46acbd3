import { type Config, ConfigError } from '#platform/config/config.ts';

/** Buckets of calls counted by client address. */
export const BUCKETS = ['token', 'verify', 'signup', 'otp', 'recover', 'resend', 'user'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Calls per address in five minutes. */
const CALLS_PER_WINDOW: Readonly<Record<Bucket, number>> = {
  token: 150,
  verify: 30,
  signup: 30,
  otp: 30,
  recover: 30,
  resend: 30,
  user: 30,
};
export const BUCKET_SECONDS = 300;

/** A trial's users all come from one machine. */
const SANDBOX_FACTOR = 20;

export interface AuthSettings {
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
  readonly smsPerQuarterHourMax: number;
  readonly smsPerDayMax: number;
  readonly codeTriesMax: number;
  readonly flowSeconds: number;
  /** How long a session begun by recovery may choose a password without the present one. */
  readonly recoverySeconds: number;
  /** How long an older refresh token is answered with the current one instead of ending the session. */
  readonly refreshReuseSeconds: number;
  readonly passwordLengthMin: number;
  readonly callsPerWindow: Readonly<Record<Bucket, number>>;
}

type Source = Pick<Config, 'env' | 'publicUrl' | 'sandboxUrl'>;

/** Reads the auth server's part of the environment. Throws ConfigError naming what is wrong. */
export function readAuthSettings({ env, publicUrl, sandboxUrl }: Source): AuthSettings {
  const flag = (name: string, fallback: boolean): boolean => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} is "${text}"; use on or off`);
    return text === 'on';
  };
  const count = (name: string, fallback: number): number => {
    const value = Number(env[name] ?? fallback);
    if (!Number.isFinite(value) || value < 0)
      throw new ConfigError(`${name} is "${env[name]}"; use a number`);
    return value;
  };
  const factor = count('AUTH_RATE_LIMIT_FACTOR', sandboxUrl === undefined ? 1 : SANDBOX_FACTOR);
  const callsPerWindow = Object.fromEntries(
    BUCKETS.map((bucket) => [
      bucket,
      count(`AUTH_RATE_LIMIT_${bucket.toUpperCase()}`, Math.ceil(CALLS_PER_WINDOW[bucket] * factor)),
    ]),
  ) as Record<Bucket, number>;
  return {
    publicUrl,
    issuer: `${publicUrl}/auth/v1`,
    defaultTarget: `${publicUrl}/auth/confirmed`,
    redirectAllowList: (env.AUTH_REDIRECT_ALLOW_LIST ?? '').split(/[,\s]+/).filter((glob) => glob !== ''),
    isSignupEnabled: flag('AUTH_SIGNUP', true),
    isEmailEnabled: flag('AUTH_EMAIL', true),
    isPhoneEnabled: flag('AUTH_PHONE', true),
    isMailConfirmedAtOnce: flag('AUTH_MAIL_AUTOCONFIRM', false),
    isSmsConfirmedAtOnce: flag('AUTH_SMS_AUTOCONFIRM', false),
    isEmailChangeSecure: flag('AUTH_SECURE_EMAIL_CHANGE', true),
    needsReauthentication: flag('AUTH_REQUIRE_REAUTHENTICATION', false),
    // The protocol's own default is off, and programs tried against the sandbox rely on it; real accounts are guarded.
    needsCurrentPassword: flag('AUTH_REQUIRE_CURRENT_PASSWORD', sandboxUrl === undefined),
    needsRecentSignIn: flag('AUTH_REQUIRE_RECENT_SIGN_IN', sandboxUrl === undefined),
    accessTokenSeconds: 3600,
    mailCodeSeconds: count('AUTH_MAIL_CODE_SECONDS', 86_400),
    smsCodeSeconds: count('AUTH_SMS_CODE_SECONDS', 300),
    mailSpacingSeconds: count('AUTH_MAIL_SPACING_SECONDS', 60),
    smsSpacingSeconds: count('AUTH_SMS_SPACING_SECONDS', 30),
    mailPerHourMax: count('AUTH_MAIL_PER_HOUR', 5),
    mailPerDayMax: count('AUTH_MAIL_PER_DAY', 20),
    smsPerQuarterHourMax: count('AUTH_SMS_PER_QUARTER_HOUR', 3),
    smsPerDayMax: count('AUTH_SMS_PER_DAY', 10),
    codeTriesMax: 5,
    flowSeconds: 300,
    recoverySeconds: 3600,
    refreshReuseSeconds: count('AUTH_REFRESH_REUSE_SECONDS', 10),
    passwordLengthMin: 8,
    callsPerWindow,
  };
}
