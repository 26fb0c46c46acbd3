import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { advance, drained } from '#test/steps.ts';

const DAY_SECONDS = 86_400;
const SESSION_DAYS = 30;
const STEP_MS = 30_000;

let server: LocalServer;
beforeAll(async () => {
  const ages = { AUTH_SESSION_SECONDS: String(SESSION_DAYS * DAY_SECONDS) };
  server = await startTestServer({
    env: { ...ages, AUTH_REQUIRE_RECENT_SIGN_IN: 'on', STAFF_STEP_UP: 'on' },
  });
});
afterAll(() => server.stop());

const machineMs = () => server.machine.now().getTime();
const codeAt = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** A person with an authenticator app and an unused log-in code, and another's unused log-in link. */
async function prepared() {
  const asha = await new Person(server).signUp();
  const client = asha.authClient();
  await client.setSession({ access_token: asha.token, refresh_token: asha.refreshToken });
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const { id: factorId, totp } = data!;
  const code = codeAt(totp.secret, machineMs());
  const { data: raised } = await client.mfa.challengeAndVerify({ factorId, code });
  asha.token = raised!.access_token;
  asha.refreshToken = raised!.refresh_token;
  const { otp } = await mailOf(asha);
  // A code and a link of the same mail end together.
  const { links } = await mailOf(await new Person(server).signUp());
  return { asha, client, factorId, secret: totp.secret, otp: otp!, link: links[0]! };
}

/** The mail with a log-in code and link that a person asks for. */
async function mailOf(person: Person) {
  const before = (await person.inbox()).map(({ otp }) => otp);
  const { error } = await person
    .authClient()
    .signInWithOtp({ email: person.email, options: { shouldCreateUser: false } });
  expect(error).toBeNull();
  return until(async () => (await person.inbox()).find(({ otp }) => otp !== null && !before.includes(otp)));
}

/** Where a mail's link leads, with what it brought. */
async function follow(link: string): Promise<string> {
  const { pathname, search } = new URL(link);
  const response = await fetch(`${server.url}${pathname}${search}`, { redirect: 'manual' });
  return response.headers.get('location') ?? String(response.status);
}

async function needsSignIn(person: Person): Promise<boolean> {
  return (await person.ok<{ needsSignIn: boolean }>('GET', '/me/closure')).needsSignIn;
}

describe('when the sandbox’s clock moves by 40 days', () => {
  test('session, proof, factor, code and link hold', async () => {
    const { asha, client, factorId, secret, otp, link } = await prepared();
    await advance(server, 'P40D');
    await server.sql.query("select graphile_worker.add_job('privacy_retention')");
    await drained();

    // The access token, the session, and the proof of the log-in.
    expect(await needsSignIn(asha)).toBe(false);
    // A payment looks at the session in a statement of its own, and here finds no quote.
    const paying = await asha.accept(randomUUID());
    expect(paying).toMatchObject({ status: 404, body: { code: 'not_found' } });
    // The refresh token.
    const { data: renewed, error } = await client.refreshSession();
    expect(error).toBeNull();
    asha.token = renewed.session!.access_token;
    expect(await needsSignIn(asha)).toBe(false);
    // The factor, by the time of the authenticator app.
    // A code counts once, and one of the step after does already.
    const again = await client.mfa.challengeAndVerify({
      factorId,
      code: codeAt(secret, machineMs() + STEP_MS),
    });
    expect(again.error).toBeNull();
    // The code and the link.
    const entered = await asha.authClient().verifyOtp({ email: asha.email, token: otp, type: 'email' });
    expect(entered.error).toBeNull();
    expect(await follow(link)).toContain('access_token=');
  });
});

describe('when the machine’s time passes', () => {
  test('proof, access token, code and link end', async () => {
    const { asha, client, otp, link } = await prepared();
    server.machine.passSeconds(DAY_SECONDS + 1);
    expect((await asha.call('GET', '/me')).status).toBe(401);
    const { data } = await client.refreshSession();
    asha.token = data.session!.access_token;
    expect(await needsSignIn(asha)).toBe(true);
    const entered = await asha.authClient().verifyOtp({ email: asha.email, token: otp, type: 'email' });
    expect(entered.error?.code).toBe('otp_expired');
    expect(await follow(link)).toContain('otp_expired');
  });

  test('the session ends, and is removed', async () => {
    const { asha, client } = await prepared();
    server.machine.passSeconds(SESSION_DAYS * DAY_SECONDS + 1);
    expect((await client.refreshSession()).error).not.toBeNull();
    await server.sql.query("select graphile_worker.add_job('privacy_retention')");
    await drained();
    const { rows } = await server.sql.query(
      'select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [asha.email],
    );
    expect(rows).toEqual([]);
  });
});
