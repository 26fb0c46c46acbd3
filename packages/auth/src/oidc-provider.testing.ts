import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

/** The person who is signed in at the provider. */
export interface Elsewhere {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** A small OpenID Connect provider on a port of its own: codes with PKCE, signed tokens, a key set. */
export interface OidcProvider {
  readonly issuer: string;
  /** Signs in as a person at an authorization address and answers where the browser is sent back to. */
  visit(authorizeUrl: string, who: Elsewhere): string;
  /** The same at a provider such as Apple's, whose page posts a form to where the browser is sent back. */
  visitByForm(
    authorizeUrl: string,
    who: Elsewhere,
  ): { readonly action: string; readonly form: URLSearchParams };
  idToken(claims: object, key?: 'strange'): Promise<string>;
  stop(): Promise<void>;
}

/** The scopes that Apple knows; it answers a request for any of them by a form alone, and refuses one for others. */
const APPLES = ['openid', 'name', 'email'];

export async function startOidcProvider(clientId: string): Promise<OidcProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const strange = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { who: Elsewhere; nonce: string; challenge: string }>();
  let issuer = '';

  const idToken: OidcProvider['idToken'] = (claims, key) =>
    new SignJWT({ aud: clientId, iss: issuer, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key === 'strange' ? strange.privateKey : privateKey);

  async function exchange(body: string): Promise<object | undefined> {
    const params = new URLSearchParams(body);
    const code = params.get('code') ?? '';
    const begun = codes.get(code);
    codes.delete(code);
    const verifier = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url');
    if (!begun || verifier !== begun.challenge) return undefined;
    const token = await idToken({ ...begun.who, nonce: begun.nonce });
    return {
      access_token: 'theirs',
      refresh_token: 'theirs-too',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: token,
    };
  }

  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration')
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    if (request.url === '/jwks') return send(200, { keys: [jwk] });
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      void exchange(body).then((tokens) => send(tokens ? 200 : 400, tokens ?? { error: 'invalid_grant' }));
    });
    return undefined;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const back = (asked: URLSearchParams, code: string) => ({ code, state: asked.get('state') ?? '' });
  const codeFor = (asked: URLSearchParams, who: Elsewhere): string => {
    const code = randomBytes(8).toString('hex');
    codes.set(code, { who, nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' });
    return code;
  };

  return {
    issuer,
    idToken,
    visit(authorizeUrl, who) {
      const asked = new URL(authorizeUrl).searchParams;
      const url = new URL(asked.get('redirect_uri') ?? '');
      url.search = new URLSearchParams(back(asked, codeFor(asked, who))).toString();
      return url.href;
    },
    visitByForm(authorizeUrl, who) {
      const asked = new URL(authorizeUrl).searchParams;
      const unknown = (asked.get('scope') ?? '').split(' ').filter((one) => !APPLES.includes(one));
      const isRefused = unknown.length > 0 || asked.get('response_mode') !== 'form_post';
      const said = isRefused ? { error: 'invalid_scope' } : back(asked, codeFor(asked, who));
      return { action: asked.get('redirect_uri') ?? '', form: new URLSearchParams(said) };
    },
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
