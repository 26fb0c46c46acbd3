import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';
import { authenticator } from './passkey.testing.ts';

/** Two addresses of one network, as a phone takes turns with them, and one of another network. */
const HERE = { 'x-forwarded-for': '2001:db8:1:2::5' };
const HERE_TOO = { 'x-forwarded-for': '2001:db8:1:2:aaaa:bbbb:cccc:dddd' };
const ELSEWHERE = { 'x-forwarded-for': '2001:db8:1:3::5' };

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_MFA_PHONE: 'on', AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

type Headers = Readonly<Record<string, string>>;

async function signedIn() {
  const { session } = await aPerson(auth);
  return { authorization: `Bearer ${session.access_token}` };
}

async function enrol(body: object, as: Headers) {
  const reply = await auth.post('/factors', body, { ...as, ...HERE });
  expect(reply.status).toBe(200);
  const { id, totp } = reply.json as { id: string; totp?: { secret: string } };
  const ask = async (from: Headers) => {
    const asked = await auth.post(`/factors/${id}/challenge`, '', { ...as, ...from });
    expect(asked.status).toBe(200);
    return asked.json as { id: string; webauthn: { credential_options: Options } };
  };
  const answer = (body: object, from: Headers) =>
    auth.post(`/factors/${id}/verify`, body, { ...as, ...from });
  return { id, secret: totp?.secret ?? '', ask, answer };
}

interface Options {
  readonly publicKey: { readonly challenge: string };
}

describe('a second factor, given the caller has IPv6', () => {
  it('when an app answers from another address of the network, then it counts; from another network it does not', async () => {
    const { ask, answer, secret } = await enrol({ factor_type: 'totp' }, await signedIn());
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const asked = await ask(HERE);
    const refused = await answer({ challenge_id: asked.id, code }, ELSEWHERE);
    expect([refused.status, refused.json.error_code]).toEqual([422, 'mfa_ip_address_mismatch']);
    expect((await answer({ challenge_id: asked.id, code }, HERE_TOO)).status).toBe(200);
  });

  it('when a passkey is enrolled and used, then both count', async () => {
    const as = await signedIn();
    const { ask, answer } = await enrol({ factor_type: 'webauthn' }, as);
    const key = authenticator('localhost', 'http://localhost:3999');
    const body = (type: string, response: object) => ({ webauthn: { type, credential_response: response } });
    const first = await ask(HERE);
    const created = body('create', key.create(first.webauthn.credential_options.publicKey.challenge));
    expect((await answer({ challenge_id: first.id, ...created }, HERE)).status).toBe(200);
    const second = await ask(HERE);
    const signed = body('request', key.sign(second.webauthn.credential_options.publicKey.challenge));
    expect((await answer({ challenge_id: second.id, ...signed }, ELSEWHERE)).status).toBe(422);
    expect((await answer({ challenge_id: second.id, ...signed }, HERE_TOO)).status).toBe(200);
  });

  it('when a number answers, then it counts', async () => {
    const phone = aPhone();
    const { ask, answer } = await enrol({ factor_type: 'phone', phone }, await signedIn());
    const { id } = await ask(HERE);
    const code = (await auth.sentTo(phone)).at(-1)?.vars.code;
    expect((await answer({ challenge_id: id, code }, HERE)).status).toBe(200);
  });

  it('when it is the machine itself, then it counts', async () => {
    const { ask, answer, secret } = await enrol({ factor_type: 'totp' }, await signedIn());
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const loopback = { 'x-forwarded-for': '::1' };
    const { id } = await ask(loopback);
    expect((await answer({ challenge_id: id, code }, loopback)).status).toBe(200);
  });
});

/** A provider that takes an address, and no network for one, as the published ones do. */
async function withCaptcha(work: (url: string, seen: (string | null)[]) => Promise<void>): Promise<void> {
  const seen: (string | null)[] = [];
  const provider = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const ip = new URLSearchParams(body).get('remoteip');
      seen.push(ip);
      const success = ip === null || isIP(ip) !== 0;
      response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-remoteip'] }));
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  try {
    await work(`http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`, seen);
  } finally {
    await new Promise((done) => provider.close(done));
  }
}

describe('a captcha, given the caller has IPv6', () => {
  it('when it was answered, then the provider is told the very address, and the sign-up goes on', async () => {
    await withCaptcha(async (url, seen) => {
      const asking = await startTestAuth({
        AUTH_CAPTCHA: 'hcaptcha',
        AUTH_CAPTCHA_SECRET: 'ours',
        AUTH_CAPTCHA_SITE_KEY: 'our-pages',
        AUTH_CAPTCHA_URL: url,
      });
      const body = {
        email: anEmail(),
        password: PASSWORD,
        gotrue_meta_security: { captcha_token: 'a person' },
      };
      const reply = await asking.post('/signup', body, HERE_TOO);
      await asking.stop();
      expect([reply.status, seen]).toEqual([200, [HERE_TOO['x-forwarded-for']]]);
    });
  });
});
