import { ConfigError, type Env, readSecret } from '@mohlat/platform/config/secrets.ts';
import type { CaptchaSettings } from './auth.captcha.ts';

/** One OpenID Connect provider people may sign in with. */
export interface ProviderSettings {
  readonly name: string;
  readonly issuer: string;
  /** The first is ours towards the provider; tokens for any of them are taken. */
  readonly clientIds: readonly string[];
  readonly secret: string | undefined;
  readonly scopes: string;
  /** Its way to send the browser back, where that is not by an address. */
  readonly responseMode?: 'form_post' | undefined;
}

/** Words parted by commas or spaces. */
export function words(text: string): string[] {
  return text.split(/[,\s]+/).filter((word) => word !== '');
}

const SECRET_LENGTH_MIN = 32;

/** The secret of HS256 tokens, where one is configured. Throws ConfigError when it is short. */
export function readSharedSecret(env: Env): string | undefined {
  const secret = readSecret(env, 'AUTH_JWT_SECRET') || undefined;
  if (secret !== undefined && secret.length < SECRET_LENGTH_MIN)
    throw new ConfigError(`AUTH_JWT_SECRET is short: give at least ${SECRET_LENGTH_MIN} random characters`);
  return secret;
}

const CAPTCHAS = {
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js',
  },
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  },
} as const;

function isCaptcha(name: string): name is keyof typeof CAPTCHAS {
  return Object.hasOwn(CAPTCHAS, name);
}

/** Reads the captcha provider's addresses and keys; undefined where captchas are off. Throws ConfigError. */
export function readCaptcha(env: Env): CaptchaSettings | undefined {
  const name = env.AUTH_CAPTCHA || 'off';
  if (name === 'off') return undefined;
  if (!isCaptcha(name)) throw new ConfigError(`AUTH_CAPTCHA is "${name}"; use hcaptcha, turnstile or off`);
  const verifyUrl = env.AUTH_CAPTCHA_URL || CAPTCHAS[name].verifyUrl;
  const scriptUrl = env.AUTH_CAPTCHA_SCRIPT_URL || CAPTCHAS[name].scriptUrl;
  for (const [variable, url] of [
    ['AUTH_CAPTCHA_URL', verifyUrl],
    ['AUTH_CAPTCHA_SCRIPT_URL', scriptUrl],
  ] as const)
    if (!URL.canParse(url)) throw new ConfigError(`${variable} is "${url}"; use an address`);
  const secret = readSecret(env, 'AUTH_CAPTCHA_SECRET');
  const siteKey = env.AUTH_CAPTCHA_SITE_KEY ?? '';
  if (!secret)
    throw new ConfigError('AUTH_CAPTCHA_SECRET is missing: give the secret of your captcha account');
  if (siteKey === '')
    throw new ConfigError('AUTH_CAPTCHA_SITE_KEY is missing: our pages show the captcha under it');
  return { provider: name, siteKey, scriptUrl, verifyUrl, secret };
}

const ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
};
const USUAL = { scopes: 'openid email profile', responseMode: undefined } as const;
/** Apple knows no scope `profile`, and answers a request for a name or an address by a posted form alone. */
const APPLE = { scopes: 'openid email name', responseMode: 'form_post' } as const;

/** One provider's part of the environment. Throws ConfigError naming what is missing. */
export function readProvider(env: Env, name: string): ProviderSettings {
  if (!/^[a-z][a-z0-9_]*$/.test(name) || name === 'email' || name === 'phone')
    throw new ConfigError(`AUTH_PROVIDERS has "${name}"; use names such as google`);
  const prefix = `AUTH_PROVIDER_${name.toUpperCase()}`;
  const issuer = env[`${prefix}_ISSUER`] || ISSUERS[name];
  const clientIds = words(env[`${prefix}_CLIENT_ID`] ?? '');
  if (!issuer || !URL.canParse(issuer) || clientIds.length === 0)
    throw new ConfigError(`${prefix}_ISSUER and ${prefix}_CLIENT_ID are needed for the provider ${name}`);
  const { protocol, hostname } = new URL(issuer);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new ConfigError(`${prefix}_ISSUER is "${issuer}"; use an https address`);
  const secret = readSecret(env, `${prefix}_SECRET`) || undefined;
  const { scopes, responseMode } = name === 'apple' || issuer === ISSUERS.apple ? APPLE : USUAL;
  return { name, issuer, clientIds, secret, scopes: env[`${prefix}_SCOPES`] || scopes, responseMode };
}

/** Numbers that get no SMS, with the code each signs in with. */
export interface TestCodes {
  readonly byNumber: ReadonlyMap<string, string>;
  /** From then on they are numbers like any other. */
  readonly until: Date | undefined;
}

/** Codes for people who try the product on a number without a phone. Throws ConfigError where it is real. */
export function readTestCodes(env: Env, isTrial: boolean): TestCodes {
  const entries = words(env.AUTH_SMS_TEST_CODES ?? '').map((entry) => {
    const [, number = '', code = ''] = /^\+?([1-9]\d{1,14})=(\d{6})$/.exec(entry) ?? [];
    if (number === '')
      throw new ConfigError('AUTH_SMS_TEST_CODES is malformed: give number=code, six digits each code');
    return [number, code] as const;
  });
  if (entries.length > 0 && !isTrial)
    throw new ConfigError('AUTH_SMS_TEST_CODES would let anybody in: take it away');
  const end = env.AUTH_SMS_TEST_CODES_UNTIL || undefined;
  if (end !== undefined && Number.isNaN(Date.parse(end)))
    throw new ConfigError(
      `AUTH_SMS_TEST_CODES_UNTIL is "${end}"; use an instant such as 2026-12-31T00:00:00Z`,
    );
  return { byNumber: new Map(entries), until: end === undefined ? undefined : new Date(end) };
}
