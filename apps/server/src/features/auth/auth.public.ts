import type { AuthSettings } from './auth.settings.ts';

const VERSION = 'v2.196.0';

/** Sign-in providers the protocol names; none of them is offered yet. */
const PROVIDERS = [
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

/** What anybody may know of the settings. */
export function publicSettings(settings: AuthSettings): Record<string, unknown> {
  return {
    external: {
      anonymous_users: false,
      email: settings.isEmailEnabled,
      phone: settings.isPhoneEnabled,
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])),
    },
    disable_signup: !settings.isSignupEnabled,
    mailer_autoconfirm: settings.isMailConfirmedAtOnce,
    phone_autoconfirm: settings.isSmsConfirmedAtOnce,
    sms_provider: 'msg91',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  };
}

/** Names the protocol and the version of it that is spoken. */
export function health(): Record<string, unknown> {
  return { version: VERSION, name: 'GoTrue', description: 'Accounts and sign-in, in the GoTrue protocol' };
}
