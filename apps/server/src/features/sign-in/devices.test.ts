import type { DeviceSession, Me, Problem } from '@mohlat/contract';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { somebody } from '#test/steps.ts';

const PASSWORD = 'a quiet river stone';
const STEP_MS = 30_000;
const PHONE = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The same person on another device, logged in by password alone. */
async function onAnother(person: Person, userAgent = PHONE): Promise<Person> {
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  });
  const session = (await response.json()) as Session;
  const device = new Person(server, person.pan);
  device.token = session.access_token;
  device.refreshToken = session.refresh_token;
  return device;
}

/** An authenticator app behind the account of a device; the device has shown its code. */
async function guard(device: Person): Promise<{ client: GoTrueClient; id: string; code: () => string }> {
  const client = device.authClient();
  await client.setSession({ access_token: device.token, refresh_token: device.refreshToken });
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const { id, totp } = data!;
  const codeAt = (timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp });
  // A code counts once, and one of the step after does already; one of the step before ends while a slow machine sends it.
  const code = () => codeAt(server.machine.now().getTime() + STEP_MS);
  const first = codeAt(server.machine.now().getTime());
  const { error, data: raised } = await client.mfa.challengeAndVerify({ factorId: id, code: first });
  if (error) throw error;
  device.token = raised.access_token;
  device.refreshToken = raised.refresh_token;
  return { client, id, code };
}

const sessionsOf = async (person: Person) =>
  (await person.ok<{ items: DeviceSession[] }>('GET', '/me/sessions')).items;

describe('the devices of a person', () => {
  test('are listed with their names, this one first, and none of another person', async () => {
    const asha = await new Person(server).signUp();
    const ravi = await new Person(server).signUp();
    const phone = await onAnother(asha);
    const [here, other, ...more] = await sessionsOf(phone);
    expect(more).toEqual([]);
    expect(here).toMatchObject({ isCurrent: true, browser: 'Chrome', system: 'Android' });
    expect(other).toMatchObject({ isCurrent: false });
    const [his] = await sessionsOf(ravi);
    expect([here?.id, other?.id]).not.toContain(his?.id);
  });

  test('are logged out one by one: the product and the live stream know at once', async () => {
    const asha = await new Person(server).signUp();
    const phone = await onAnother(asha);
    const stream = await fetch(`${server.url}/api/v1/events`, {
      headers: { authorization: `Bearer ${phone.token}` },
    });
    let isOver = false;
    void stream.text().then(() => {
      isOver = true;
    });
    const target = (await sessionsOf(asha)).find((one) => !one.isCurrent)!;
    await asha.ok('DELETE', `/me/sessions/${target.id}`);
    const refused = await phone.call<Problem>('GET', '/me');
    expect([refused.status, refused.body.code]).toEqual([401, 'session_ended']);
    await expect(phone.renew()).rejects.toMatchObject({ code: 'refresh_token_not_found' });
    await until(async () => isOver || undefined);
    expect(await sessionsOf(asha)).toHaveLength(1);
    expect((await asha.call('DELETE', `/me/sessions/${target.id}`)).status).toBe(404);
  });

  test('are logged out also when a proxy says nonsense about where the call came from', async () => {
    const asha = await new Person(server).signUp();
    await onAnother(asha);
    const target = (await sessionsOf(asha)).find((one) => !one.isCurrent)!;
    const from = { 'x-forwarded-for': 'unknown' };
    expect((await asha.call('DELETE', `/me/sessions/${target.id}`, undefined, from)).status).toBe(204);
    const name = await asha.call<Problem>('PATCH', '/me/profile', { phone: '9812345678' }, from);
    expect(name.status).toBe(200);
  });

  test('take a change of number that waits with them when one is logged out: it may be that one’s', async () => {
    const asha = await new Person(server).signUp();
    const phone = await onAnother(asha);
    const waiting = async () => (await asha.ok<Me>('GET', '/me')).pendingContact.mobile;
    await phone.ok('PATCH', '/me/profile', { phone: '9812345679' });
    expect(await waiting()).toBe('+919812345679');
    const target = (await sessionsOf(asha)).find((one) => !one.isCurrent)!;
    await asha.ok('DELETE', `/me/sessions/${target.id}`);
    expect(await waiting()).toBeNull();
    await asha.ok('PATCH', '/me/profile', { phone: '9812345670' });
    expect(await waiting()).toBe('+919812345670');
  });

  test('of another person are not found, and go on', async () => {
    const asha = await new Person(server).signUp();
    const ravi = await new Person(server).signUp();
    const [hers] = await sessionsOf(asha);
    expect((await ravi.call('DELETE', `/me/sessions/${hers!.id}`)).status).toBe(404);
    expect((await asha.call('GET', '/me')).status).toBe(200);
  });
});

describe('half a sign-in', () => {
  test('opens nothing of the product until the second factor was shown', async () => {
    const asha = await somebody(server).ready();
    const card = await asha.addCard();
    const { quoteId } = await asha.quote(card.id, 100_000);
    const { id, code } = await guard(asha);
    const phone = await onAnother(asha);
    const accept = { quoteId, acceptKeyFacts: true };
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (const call of [
      () => phone.call<Problem>('GET', '/me'),
      () => phone.call<Problem>('GET', '/me/sessions'),
      () => phone.call<Problem>('GET', '/events'),
      () => phone.call<Problem>('POST', '/payments', accept, key),
    ]) {
      const { status, body } = await call();
      expect([status, body.code]).toEqual([403, 'mfa_required']);
    }
    const client = phone.authClient();
    await client.setSession({ access_token: phone.token, refresh_token: phone.refreshToken });
    const { data } = await client.mfa.challengeAndVerify({ factorId: id, code: code() });
    phone.token = data!.access_token;
    expect((await phone.call('POST', '/payments', accept, key)).status).toBe(202);
  });

  test('is whole again once the last factor is gone', async () => {
    const asha = await new Person(server).signUp();
    const { client, id } = await guard(asha);
    await client.mfa.unenroll({ factorId: id });
    expect((await asha.call('GET', '/me')).status).toBe(200);
  });
});
