import { queryOptions } from '@tanstack/react-query';
import { keys } from './keys.ts';
import { NetworkError } from './problem.ts';

/** The settings of the auth service that decide what a screen shows or leaves out. */
export interface AuthSettings {
  /** Names of the providers people may log in with. */
  readonly providers: readonly string[];
  readonly isLinkingOn: boolean;
  /** Whether a number may be a second factor. */
  readonly hasPhoneFactor: boolean;
  /** The captcha that the service asks for at a sign-up, a log-in or a message; undefined where it asks for none. */
  readonly captcha: CaptchaOffer | undefined;
}

export interface CaptchaOffer {
  readonly provider: 'hcaptcha' | 'turnstile';
  readonly siteKey: string;
  readonly scriptUrl: string;
}

interface Told {
  readonly external?: Readonly<Record<string, boolean>>;
  readonly manual_linking_enabled?: boolean;
  readonly mfa_factors?: readonly string[];
  readonly captcha?: {
    readonly provider: 'hcaptcha' | 'turnstile';
    readonly site_key: string;
    readonly script_url: string;
  };
}

const OWN = new Set(['email', 'phone', 'anonymous_users']);

/** They change with the installation alone. */
export const authSettingsQuery = queryOptions({
  queryKey: keys.authSettings,
  queryFn: readAuthSettings,
  staleTime: 10 * 60 * 1000,
});

/** Throws NetworkError. */
export async function readAuthSettings(): Promise<AuthSettings> {
  const response = await fetch('/auth/v1/settings').catch(() => undefined);
  if (response?.ok !== true) throw new NetworkError('The settings were not read');
  const {
    external = {},
    manual_linking_enabled: isLinkingOn = false,
    mfa_factors: factors = [],
    captcha: told,
  } = (await response.json()) as Told;
  const providers = Object.keys(external).filter((name) => external[name] === true && !OWN.has(name));
  const captcha = told && { provider: told.provider, siteKey: told.site_key, scriptUrl: told.script_url };
  return { providers, isLinkingOn, hasPhoneFactor: factors.includes('phone'), captcha };
}
