import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** A person's account at the provider. */
export interface Account {
  readonly sub: string;
  readonly email: string;
}

interface Begun {
  readonly nonce: string;
  readonly challenge: string;
}

/** An OpenID Connect provider where one person is signed in already; it lives while the work does. */
export async function withProvider(
  issuer: string,
  account: Account,
  work: () => Promise<void>,
): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Begun>();

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = (nonce: string) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'mohlat',
      iat: now,
      exp: now + 300,
      nonce,
      email_verified: true,
      ...account,
    };
    const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  };
  /** Where the browser is sent back to. */
  const welcome = (asked: URLSearchParams) => {
    const code = randomUUID();
    codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' });
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    return back.href;
  };
  const exchange = (asked: URLSearchParams) => {
    const begun = codes.get(asked.get('code') ?? '');
    codes.delete(asked.get('code') ?? '');
    const shown = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    if (begun?.challenge !== shown) return undefined;
    const tokens = { access_token: 'theirs', token_type: 'Bearer', expires_in: 60 };
    return { ...tokens, id_token: idToken(begun.nonce) };
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/authorize')
      return response.writeHead(302, { location: welcome(url.searchParams) }).end();
    if (url.pathname === '/jwks') return send(200, { keys: [jwk] });
    if (url.pathname !== '/token')
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
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    return request.on('end', () => {
      const tokens = exchange(new URLSearchParams(body));
      send(tokens ? 200 : 400, tokens ?? { error: 'invalid_grant' });
    });
  });
  const { hostname, port } = new URL(issuer);
  await new Promise<void>((done) => server.listen(Number(port), hostname, done));
  try {
    await work();
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}
