import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { fullJitterMs } from '@mohlat/platform/outbound/back-off.ts';
import { outside } from '@mohlat/platform/pools/outside.ts';
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
/** A provider that could not be read is left alone for this long, and the back-off longer. */
const REST_MS = 2000;
const BACK_OFF = { baseMs: 1000, capMs: 15_000 } as const;
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Pace {
  readonly timeoutSeconds?: number | undefined;
  /** The machine's time without jumps, in milliseconds. */
  readonly nowMs?: () => number;
}

/** The provider could not be reached a moment ago, and is not asked again yet. */
class ProviderAtRest extends Error {
  override readonly name = 'ProviderAtRest';
}

/** Makes the client. Each call gives the permit of its request back while the provider is asked: it may be silent. */
export function createProvider(
  settings: ProviderSettings,
  { timeoutSeconds = TIMEOUT_SECONDS, nowMs = () => performance.now() }: Pace = {},
): Provider {
  const { name } = settings;
  const discover = createDiscovery(settings, { timeoutSeconds, nowMs });
  let keys:
    | { readonly of: oidc.Configuration; readonly set: ReturnType<typeof createRemoteJWKSet> }
    | undefined;

  return {
    settings,
    async authorizeUrl(redirectUri, { state, nonce, verifier }, params) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      const fixed = { redirect_uri: redirectUri, state, nonce, scope: settings.scopes };
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      const { responseMode } = settings;
      const mode = responseMode === undefined ? {} : { response_mode: responseMode };
      const config = await outside(name, discover);
      return oidc.buildAuthorizationUrl(config, { ...fixed, ...params, ...pkce, ...mode }).href;
    },
    exchange: (callback, { state, nonce, verifier }) =>
      outside(name, async () => {
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
      }),
    readIdToken: (idToken) =>
      outside(name, async () => {
        const config = await discover();
        const metadata = config.serverMetadata();
        const timeoutDuration = timeoutSeconds * 1000;
        if (keys?.of !== config)
          keys = {
            of: config,
            set: createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), { timeoutDuration }),
          };
        const { payload } = await jwtVerify(idToken, keys.set, {
          issuer: metadata.issuer,
          algorithms: ALGORITHMS,
          requiredClaims: ['sub', 'exp', 'aud'],
        });
        return payload;
      }),
  };
}

/**
 * Makes the reader of the discovery document. It is read once for all who ask at a time (single flight), and again every ten minutes.
 * After a failure it is not asked for until a back-off with jitter has passed: who asks meanwhile is told at once.
 */
function createDiscovery(
  { issuer, clientIds, secret }: ProviderSettings,
  { timeoutSeconds, nowMs }: { readonly timeoutSeconds: number; readonly nowMs: () => number },
): () => Promise<oidc.Configuration> {
  let known: { readonly config: Promise<oidc.Configuration>; readonly until: number } | undefined;
  let failures = 0;
  const read = async () => {
    const url = new URL(issuer);
    const execute = url.protocol === 'http:' ? [withoutTls] : [];
    const options = { execute, timeout: timeoutSeconds };
    return oidc.discovery(url, clientIds[0] ?? '', secret, undefined, options);
  };
  return () => {
    if (known && nowMs() < known.until) return known.config;
    const config = read();
    known = { config, until: nowMs() + REMEMBERED_MS };
    config.then(
      () => {
        failures = 0;
      },
      () => {
        failures += 1;
        const refused = Promise.reject<oidc.Configuration>(new ProviderAtRest());
        refused.catch(() => {});
        known = { config: refused, until: nowMs() + REST_MS + fullJitterMs(failures, BACK_OFF) };
      },
    );
    return config;
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
