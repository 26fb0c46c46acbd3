import type { AuthSettings } from './auth.settings.ts';

const VERSION = 'v2.196.0';

/** Sign-in providers the protocol names; which are offered is configured. */
const PROVIDERS: readonly string[] = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** Whether the protocol has a provider of this name. */
export function isKnownProvider(name: string): boolean {
  return PROVIDERS.includes(name);
}

/** What anybody may know of the settings. */
export function publicSettings(settings: AuthSettings): Record<string, unknown> {
  const { captcha } = settings;
  return {
    external: {
      anonymous_users: settings.isAnonymousEnabled,
      email: settings.isEmailEnabled,
      phone: settings.isPhoneEnabled,
      ...Object.fromEntries(
        PROVIDERS.map((provider) => [provider, settings.providers.some(({ name }) => name === provider)]),
      ),
      // Some that are offered have names of their own.
      ...Object.fromEntries(settings.providers.map(({ name }) => [name, true])),
    },
    disable_signup: !settings.isSignupEnabled,
    mailer_autoconfirm: settings.isMailConfirmedAtOnce,
    phone_autoconfirm: settings.isSmsConfirmedAtOnce,
    sms_provider: 'msg91',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
    // The protocol has no word for these; pages show what they allow.
    manual_linking_enabled: settings.isLinkingEnabled,
    mfa_factors: settings.factorTypes,
    ...(captcha
      ? { captcha: { provider: captcha.provider, site_key: captcha.siteKey, script_url: captcha.scriptUrl } }
      : {}),
  };
}

/** Names the protocol and the version of it that is spoken. */
export function health(): Record<string, unknown> {
  return { version: VERSION, name: 'GoTrue', description: 'Accounts and sign-in, in the GoTrue protocol' };
}
