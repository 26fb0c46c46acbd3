import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { ProviderSettings } from './auth.settings.outside.ts';

/** Another provider's word on who a person is. */
export interface ProviderIdentity {
  readonly subject: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** The claims that are remembered, as the protocol names them. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ProviderTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

/** The values that bind one sign-in together: only the holder of all of them can finish it. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** One OpenID Connect provider. Every call may throw when it cannot be reached or answers against the standard. */
export interface Provider {
  readonly settings: ProviderSettings;
  authorizeUrl(
    redirectUri: string,
    binding: Binding,
    params: Readonly<Record<string, string>>,
  ): Promise<string>;
  /** Exchanges the code of a callback. */
  exchange(callback: URL, binding: Binding): Promise<{ identity: ProviderIdentity; tokens: ProviderTokens }>;
  /** The claims of a token this provider signed. Whom it is for is left to the caller. */
  readIdToken(idToken: string): Promise<JWTPayload>;
}

/**
 * The library marks this deprecated only so that it is noticed. Issuers without TLS are on this machine: the settings
 * see to it.
 */
const withoutTls: (config: oidc.Configuration) => void = Reflect.get(oidc, 'allowInsecureRequests');

const TIMEOUT_SECONDS = 5;
const REMEMBERED_MS = 10 * 60 * 1000;

export function createProvider(settings: ProviderSettings): Provider {
  let known: { readonly config: Promise<oidc.Configuration>; readonly at: number } | undefined;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  const { issuer, clientIds, secret } = settings;

  /** The discovery document, read again every ten minutes, and after it could not be read. */
  const discover = (): Promise<oidc.Configuration> => {
    if (known && performance.now() - known.at < REMEMBERED_MS) return known.config;
    const url = new URL(issuer);
    const execute = url.protocol === 'http:' ? [withoutTls] : [];
    const options = { execute, timeout: TIMEOUT_SECONDS };
    const config = oidc.discovery(url, clientIds[0] ?? '', secret, undefined, options);
    known = { config, at: performance.now() };
    keys = undefined;
    config.catch(() => {
      known = undefined;
    });
    return config;
  };

  return {
    settings,
    async authorizeUrl(redirectUri, { state, nonce, verifier }, params) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      const fixed = { redirect_uri: redirectUri, state, nonce, scope: settings.scopes };
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      return oidc.buildAuthorizationUrl(await discover(), { ...fixed, ...params, ...pkce }).href;
    },
    async exchange(callback, { state, nonce, verifier }) {
      const config = await discover();
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: JWTPayload = tokens.claims() ?? {};
      const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined;
      const more =
        claims.email === undefined && hasInfo
          ? await oidc.fetchUserInfo(config, tokens.access_token, String(claims.sub))
          : {};
      return {
        identity: identityOf({ ...claims, ...more }),
        tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
      };
    },
    async readIdToken(idToken) {
      const metadata = (await discover()).serverMetadata();
      keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), {
        timeoutDuration: TIMEOUT_SECONDS * 1000,
      });
      const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'];
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: metadata.issuer,
        algorithms,
        requiredClaims: ['sub', 'exp', 'aud'],
      });
      return payload;
    },
  };
}

/** Reads a provider's claims into an identity, in the protocol's names. */
export function identityOf(claims: JWTPayload): ProviderIdentity {
  const email = typeof claims.email === 'string' ? claims.email : '';
  const isEmailVerified = claims.email_verified === true || claims.email_verified === 'true';
  const told = (name: string) => (typeof claims[name] === 'string' ? { [name]: claims[name] } : {});
  const name = typeof claims.name === 'string' ? { full_name: claims.name } : {};
  const picture = typeof claims.picture === 'string' ? { avatar_url: claims.picture } : {};
  const { iss = '', sub = '' } = claims;
  return {
    subject: sub,
    email,
    isEmailVerified,
    data: {
      iss,
      sub,
      provider_id: sub,
      email,
      email_verified: isEmailVerified,
      phone_verified: false,
      ...told('name'),
      ...name,
      ...told('picture'),
      ...picture,
    },
  };
}

/** The half of a hash by which an ID token names the access token it came with. */
export function isAccessTokenOf(claims: JWTPayload, accessToken: string): boolean {
  const digest = createHash('sha256').update(accessToken).digest();
  return claims.at_hash === digest.subarray(0, digest.length / 2).toString('base64url');
}
