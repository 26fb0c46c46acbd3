import { hash } from 'node:crypto';
import { type CryptoKey, type JWK, type JWTPayload, SignJWT, errors, importJWK, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { MachineClock } from '@mohlat/platform/clock/machine-clock.ts';
import { AuthError } from './auth.errors.ts';
import { isUuid } from './auth.rules.ts';

/** The claims of an access token, as far as they are read here. */
export interface AccessClaims extends JWTPayload {
  readonly role?: string;
  readonly session_id?: string;
}

export interface VerifiedToken {
  /** Absent in tokens that speak for no user, such as a project key. */
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly claims: AccessClaims;
}

/** Proves an `Authorization` header. Throws no_authorization or bad_jwt. Whether the session lives, it cannot know. */
export interface AccessTokenVerifier {
  (authorizationHeader: string | undefined): Promise<VerifiedToken>;
  /** The token where it was proven before and has not run out: costs a hash and no signature. */
  recall(authorizationHeader: string | undefined): VerifiedToken | undefined;
}

/** Signs the claims; returns the compact token. */
export type AccessTokenSigner = (claims: AccessClaims) => Promise<string>;

const BEARER = /^bearer ([^\s]+)$/i;
const REMEMBERED_MAX = 5000;
const SUPPORTED = ['ES256', 'RS256', 'HS256'];

interface KnownKey {
  readonly algorithm: string;
  readonly key: CryptoKey | Uint8Array;
}

/**
 * Makes the verifier. A key is used only under its own `kid` and algorithm; a token naming no known key is refused,
 * unless it is HS256 under the shared secret, where there is one.
 * Tokens seen before are remembered by their hash until they expire: a request that moves money pays no signature.
 */
export function createAccessTokenVerifier(
  keys: readonly JWK[],
  machineClock: MachineClock,
  sharedSecret?: string,
): AccessTokenVerifier {
  const known = importKeys(keys);
  const secret = sharedSecret === undefined ? undefined : new TextEncoder().encode(sharedSecret);
  const remembered = new LRUCache<string, VerifiedToken>({ max: REMEMBERED_MAX });

  // One request asks several times for the same token, one time after the other.
  let last: { readonly header: string; readonly token: string; readonly name: string } | undefined;
  const nameOf = (header = '') => {
    if (last?.header === header) return last;
    const token = BEARER.exec(header)?.[1];
    if (token === undefined) return undefined;
    last = { header, token, name: hash('sha256', token, 'base64url') };
    return last;
  };
  const recallNamed = (name: string) => {
    const seen = remembered.get(name);
    return seen && !isExpired(seen.claims, machineClock) ? seen : undefined;
  };

  const prove = async (header: string | undefined) => {
    const given = nameOf(header);
    if (given === undefined) throw new AuthError('no_authorization');
    const { token, name } = given;
    const seen = recallNamed(name);
    if (seen) return seen;
    const verified = readClaims(await verify(token, await known, machineClock, secret));
    remembered.set(name, verified);
    return verified;
  };
  const recall = (header: string | undefined) => {
    const given = nameOf(header);
    return given && recallNamed(given.name);
  };
  return Object.assign(prove, { recall });
}

function isExpired(claims: AccessClaims, machineClock: MachineClock): boolean {
  return claims.exp !== undefined && claims.exp * 1000 <= machineClock.now().getTime();
}

async function importKeys(keys: readonly JWK[]): Promise<ReadonlyMap<string, KnownKey>> {
  const entries = await Promise.all(
    keys.map(async (jwk): Promise<[string, KnownKey]> => {
      const { kid, alg: algorithm = 'ES256' } = jwk;
      const key = await importJWK(publicPart(jwk), algorithm);
      return [kid ?? '', { algorithm, key }];
    }),
  );
  return new Map(entries.filter(([, { algorithm }]) => SUPPORTED.includes(algorithm)));
}

async function verify(
  token: string,
  known: ReadonlyMap<string, KnownKey>,
  machineClock: MachineClock,
  secret: Uint8Array | undefined,
): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify<AccessClaims>(
      token,
      ({ kid, alg }) => {
        const entry = known.get(kid ?? '');
        // Only what names none of our keys may be signed with the secret: a key's own name is never another's.
        if (!entry && secret && alg === 'HS256') return secret;
        if (!entry) throw new errors.JOSEError(`unrecognized JWT kid ${kid ?? ''} for algorithm ${alg}`);
        if (entry.algorithm !== alg) throw new errors.JOSEError(`signing method ${alg} is invalid`);
        return entry.key;
      },
      { algorithms: SUPPORTED, currentDate: machineClock.now() },
    );
    return payload;
  } catch (error) {
    throw new AuthError('bad_jwt', {
      message: `invalid JWT: unable to parse or verify signature, ${reasonOf(error)}`,
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'token has invalid claims: token is expired';
  if (error instanceof errors.JOSEError) return error.message;
  return 'token is malformed';
}

function readClaims(claims: AccessClaims): VerifiedToken {
  const { sub, session_id: sessionId } = claims;
  return {
    userId: sub === undefined || sub === '' ? undefined : sub,
    sessionId: sessionId === undefined || sessionId === '' ? undefined : sessionId,
    claims,
  };
}

/**
 * The user and session a token speaks for; the session may be absent.
 * Throws bad_jwt when the token names no user or names them malformed.
 */
export function subjectOf(token: VerifiedToken): { userId: string; sessionId: string | undefined } {
  if (token.userId === undefined)
    throw new AuthError('bad_jwt', { message: 'invalid claim: missing sub claim' });
  if (!isUuid(token.userId))
    throw new AuthError('bad_jwt', { message: 'invalid claim: sub claim must be a UUID', status: 400 });
  if (token.sessionId !== undefined && !isUuid(token.sessionId))
    throw new AuthError('bad_jwt', { message: 'invalid claim: session_id claim must be a UUID' });
  return { userId: token.userId, sessionId: token.sessionId };
}

/** The claims `iss`, `aud` and `role` of an access token. */
export interface Issue {
  readonly issuer: string;
  readonly audience: string;
  readonly role: string;
}

/** The default `aud` and `role` of a person's access token; an administrator may set others. */
export const FOR_PEOPLE = 'authenticated';

/**
 * Holds a session's token against what was issued. A program's own, which names no session, needs to say nothing of it.
 * Throws bad_jwt.
 */
export function assertIssued({ claims, sessionId }: VerifiedToken, { issuer, audience, role }: Issue): void {
  if (claims.iss !== issuer && (sessionId !== undefined || claims.iss !== undefined))
    throw new AuthError('bad_jwt', { message: 'invalid JWT: token has invalid issuer' });
  if (sessionId === undefined) return;
  if (claims.aud !== audience)
    throw new AuthError('bad_jwt', { message: 'invalid JWT: token has invalid audience' });
  if (claims.role !== role)
    throw new AuthError('bad_jwt', { message: 'invalid JWT: token has invalid role' });
}

/** Makes the signer from the first key whose operations name `sign`. */
export function createAccessTokenSigner(keys: readonly JWK[]): AccessTokenSigner {
  const jwk = keys.find((key) => key.key_ops?.includes('sign'));
  if (!jwk) throw new Error('no key signs access tokens');
  const { kid, alg = 'ES256' } = jwk;
  // The key's own operations may say `verify` too; importing for signing must name one use.
  const key = importJWK({ ...jwk, key_ops: ['sign'] }, alg);
  return async (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', ...(kid ? { kid } : {}) }).sign(await key);
}

/** The key set anybody may see: public members of asymmetric keys, for verifying. */
export function publicKeySet(keys: readonly JWK[]): { keys: JWK[] } {
  return {
    keys: keys
      .filter((key) => key.kty === 'EC' || key.kty === 'RSA')
      .map((key) => ({ ...publicPart(key), use: 'sig', key_ops: ['verify'] })),
  };
}

function publicPart(jwk: JWK): JWK {
  const { kty, crv, x, y, n, e, k, kid, alg = 'ES256' } = jwk;
  const members = kty === 'oct' ? { k } : kty === 'RSA' ? { n, e } : { crv, x, y };
  return { kty, ...members, kid, alg } as JWK;
}
