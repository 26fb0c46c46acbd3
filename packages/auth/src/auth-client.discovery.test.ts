import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestAuth, aPerson, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

const PATH = '/.well-known/openid-configuration';

/** Where the test reaches what the document names by its public address. */
function reach(address: unknown): string {
  const issuer = `${auth.publicUrl}/auth/v1`;
  expect(String(address).startsWith(`${issuer}/`)).toBe(true);
  return String(address).slice(issuer.length);
}

describe('the discovery document', () => {
  it('is public and cached, under the issuer it names', async () => {
    const reply = await auth.get(PATH);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'public, max-age=600']);
    expect(reply.json.issuer).toBe(`${auth.publicUrl}/auth/v1`);
    expect((await auth.post(PATH, {})).status).toBe(405);
  });

  it('is enough to verify an access token', async () => {
    const { session, user } = await aPerson(auth);
    const { json } = await auth.get(PATH);
    const keys = createRemoteJWKSet(new URL(auth.url + reach(json.jwks_uri)));
    const { payload } = await jwtVerify(session.access_token, keys, {
      issuer: json.issuer as string,
      algorithms: json.id_token_signing_alg_values_supported as string[],
    });
    expect(payload.sub).toBe(user.id);
    for (const claim of json.claims_supported as string[]) expect(payload).toHaveProperty(claim);
  });

  it('names no endpoint, grant or algorithm that is not there', async () => {
    const { json } = await auth.get(PATH);
    const endpoints = Object.entries(json).filter(([name]) => name.endsWith('_endpoint'));
    expect(endpoints.map(([name]) => name)).toEqual(['authorization_endpoint', 'token_endpoint']);
    for (const [, address] of endpoints) expect((await auth.get(reach(address))).status).not.toBe(404);
    for (const grant of json.grant_types_supported as string[]) {
      const reply = await auth.post(`${reach(json.token_endpoint)}?grant_type=${grant}`, {});
      expect([grant, reply.json.msg]).not.toEqual([grant, 'unsupported_grant_type']);
    }
    const { keys } = (await auth.get(reach(json.jwks_uri))).json as { keys: { alg: string }[] };
    expect(json.id_token_signing_alg_values_supported).toEqual([...new Set(keys.map(({ alg }) => alg))]);
    expect(json.id_token_signing_alg_values_supported).not.toContain('HS256');
  });
});
