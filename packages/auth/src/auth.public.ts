import type { JWK } from 'jose';
import { publicKeySet } from './auth.access-tokens.ts';
import type { AuthSettings } from './auth.settings.ts';

const VERSION = 'v2.196.0';

/** The claims of every access token. */
const CLAIMS: readonly string[] = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'email',
  'phone',
  'app_metadata',
  'user_metadata',
  'role',
  'aal',
  'amr',
  'session_id',
  'is_anonymous',
];

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

/** The settings that anybody may know. */
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
    sms_provider: settings.smsProvider,
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

/**
 * The metadata a program needs to verify access tokens, by OpenID Connect Discovery 1.0. It names what is there and no more: no
 * ID tokens are issued. `/user` is no UserInfo endpoint, since it answers the protocol's own object.
 */
export function discovery({ issuer }: AuthSettings, keys: readonly JWK[]): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code', 'token'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['password', 'refresh_token', 'pkce', 'id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(publicKeySet(keys).keys.map(({ alg }) => alg))],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256', 'plain'],
    claims_supported: CLAIMS,
  };
}

/** Names the protocol and the version of it that is spoken. */
export function health(): Record<string, unknown> {
  return { version: VERSION, name: 'GoTrue', description: 'Accounts and sign-in, in the GoTrue protocol' };
}
