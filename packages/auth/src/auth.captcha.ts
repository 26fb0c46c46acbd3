import { AuthError } from './auth.errors.ts';

export type CaptchaProvider = 'hcaptcha' | 'turnstile';

export interface CaptchaSettings {
  readonly provider: CaptchaProvider;
  /** Names our account to the provider, in the page; it is no secret. */
  readonly siteKey: string;
  /** The provider's script, which a page loads where it asks. */
  readonly scriptUrl: string;
  readonly verifyUrl: string;
  readonly secret: string;
}

/** Origins a page's content security policy needs for a captcha, as each provider's documentation names them. */
const PAGE_ORIGINS: Readonly<Record<CaptchaProvider, readonly string[]>> = {
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
};

/** The sources a captcha adds to a page's content security policy, by directive; none where no captcha is configured. */
export function captchaSources(
  captcha: CaptchaSettings | undefined,
): Readonly<Record<string, readonly string[]>> {
  if (!captcha) return {};
  const origins = [...new Set([...PAGE_ORIGINS[captcha.provider], new URL(captcha.scriptUrl).origin])];
  const both = { 'script-src': origins, 'frame-src': origins };
  return captcha.provider === 'hcaptcha' ? { ...both, 'style-src': origins, 'connect-src': origins } : both;
}

const CAPTCHA_SECONDS = 10;

/**
 * Asks the captcha's provider whether a person answered it. Throws captcha_failed; unexpected_failure when the provider
 * cannot be asked, which is no verdict and may be tried again.
 */
export async function assertCaptcha(
  captcha: CaptchaSettings,
  token: string,
  ip: string,
  timeoutSeconds: number = CAPTCHA_SECONDS,
): Promise<void> {
  if (token === '') throw refused('no captcha_token found');
  const body = new URLSearchParams({ secret: captcha.secret, response: token, remoteip: ip });
  const verdict = await ask(captcha.verifyUrl, body, timeoutSeconds).catch(() => undefined);
  if (typeof verdict?.success !== 'boolean') throw new AuthError('unexpected_failure');
  const codes = verdict['error-codes'];
  if (!verdict.success) throw refused(Array.isArray(codes) ? codes.join(', ').slice(0, 200) : 'not solved');
}

async function ask(
  url: string,
  body: URLSearchParams,
  timeoutSeconds: number,
): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  });
  return (await answer.json()) as Record<string, unknown>;
}

function refused(detail: string): AuthError {
  return new AuthError('captcha_failed', { message: `captcha protection: request disallowed (${detail})` });
}
