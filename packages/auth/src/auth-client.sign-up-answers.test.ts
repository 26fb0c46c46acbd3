import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
const STRANGERS = 'strangers-Kettle-1';
const HOUR_MS = 3_600_000;

let auth: TestAuth;
let admin: GoTrueAdminApi;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_JWT_SECRET: SECRET });
  const token = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(SECRET));
  admin = new GoTrueAdminApi({ url: auth.url, headers: { authorization: `Bearer ${token}` } });
});
afterAll(() => auth.stop());

type Who = { readonly email: string } | { readonly phone: string };

const CONTACTS = [{ make: (): Who => ({ email: anEmail() }) }, { make: (): Who => ({ phone: aPhone() }) }];
const addressOf = (who: Who) => ('email' in who ? who.email : who.phone);
const newestCode = async (who: Who) => (await auth.sentTo(addressOf(who))).at(-1)?.vars.code ?? '';

/** Signs its owner up; an hour passes. */
async function signedUp(who: Who): Promise<void> {
  expect((await auth.post('/signup', { ...who, password: PASSWORD })).status).toBe(200);
  auth.passSeconds(3600);
}

async function proven(who: Who): Promise<string> {
  expect((await auth.client().signUp({ ...who, password: PASSWORD })).error).toBeNull();
  const token = await newestCode(who);
  const proof =
    'email' in who ? ({ ...who, token, type: 'email' } as const) : ({ ...who, token, type: 'sms' } as const);
  const { data, error } = await auth.client().verifyOtp(proof);
  expect(error).toBeNull();
  auth.passSeconds(3600);
  return data.user?.id ?? '';
}

const ID = /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})"/g;
const TIME = /"(\d{4}-\d\d-\d\dT[^"]+Z)"/g;

/**
 * A stranger signs up twice, an hour apart: what they can read out of the answers. Ids are told by the order they first come in, times
 * in hours since the first answer.
 */
async function toldOf(who: Who, between = async () => {}): Promise<unknown[]> {
  const ids: string[] = [];
  let first: number | undefined;
  const told: unknown[] = [];
  for (let send = 0; send < 2; send += 1) {
    const { status, text, json } = await auth.post('/signup', { ...who, password: STRANGERS });
    const start = (first ??= Date.parse(String(json.confirmation_sent_at)));
    const read = text
      .replaceAll(addressOf(who), 'ADDRESS')
      .replaceAll(TIME, (_, at: string) => `"hour ${Math.round((Date.parse(at) - start) / HOUR_MS)}"`)
      .replaceAll(ID, (_, id: string) => {
        if (!ids.includes(id)) ids.push(id);
        return `"id ${ids.indexOf(id)}"`;
      });
    told.push(status, JSON.parse(read));
    auth.passSeconds(3600);
    if (send === 0) await between();
  }
  return told;
}

describe.each(CONTACTS)('a stranger who signs up twice with an address or number', ({ make }) => {
  it('given it waits for its owner’s proof, then both answers are as for a free one', async () => {
    const who = make();
    await signedUp(who);
    expect(await toldOf(who)).toEqual(await toldOf(make()));
  });

  it('given somebody asked for a code to it, then both answers are as for a free one', async () => {
    const who = make();
    expect((await auth.post('/otp', { ...who })).status).toBe(200);
    auth.passSeconds(61);
    expect(await toldOf(who)).toEqual(await toldOf(make()));
  });

  it('given a code was asked for between the two, then both answers are as for a free one', async () => {
    const who = make();
    await signedUp(who);
    const asked = (to: Who) => async () => {
      expect((await auth.post('/otp', { ...to })).status).toBe(200);
      auth.passSeconds(61);
    };
    const free = make();
    expect(await toldOf(who, asked(who))).toEqual(await toldOf(free, asked(free)));
  });

  it('given an operator’s account waits with it, then both answers are as for a free one', async () => {
    const who = make();
    expect((await admin.createUser({ ...who })).error).toBeNull();
    auth.passSeconds(3600);
    expect(await toldOf(who)).toEqual(await toldOf(make()));
  });

  it('given a used account has it without a proof, then both answers are as for a free one', async () => {
    const who = make();
    const id = await proven('email' in who ? { phone: aPhone() } : { email: anEmail() });
    expect((await admin.updateUserById(id, { ...who })).error).toBeNull();
    auth.passSeconds(3600);
    expect(await toldOf(who)).toEqual(await toldOf(make()));
  });

  it('given it is proven, then no more is told than the protocol’s sign of it', async () => {
    const who = make();
    await proven(who);
    const [used, free] = [await toldOf(who), await toldOf(make())];
    expect([used[0], used[2]]).toEqual([free[0], free[2]]);
    for (const send of [1, 3]) {
      const { factors: _none, ...shown } = free[send] as Record<string, unknown>;
      const now = `hour ${(send - 1) / 2}`;
      const decoy = { id: `id ${(send - 1) / 2}`, role: '', identities: [], user_metadata: {} };
      expect(used[send]).toEqual({ ...shown, ...decoy, created_at: now, updated_at: now });
    }
  });
});
