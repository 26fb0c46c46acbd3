import type { Me, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalServer, startTestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { signInAgain } from '#test/steps.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Message {
  readonly subject: string;
  readonly text: string;
  readonly otp: string | null;
}

let numbers = 0;
/** A mobile that no other person has, and that an SMS can reach. */
const aMobile = () => `98${String(40_000_000 + (numbers += 1) * 10 + 5)}`;
const anAddress = () => `next${(numbers += 1)}@example.in`;

/** The newest code sent somewhere. */
const codeTo = (place: string) =>
  until(async () => {
    const sent = await server.control<Message[]>('GET', `/outbox?to=${encodeURIComponent(place)}`);
    return sent.find((one) => one.otp !== null)?.otp;
  });
const somebody = async () => (await new Person(server).signUp()).onboard();
const patch = (person: Person, body: object) => person.call<Me & Problem>('PATCH', '/me/profile', body);

test('SPEC-3.onboarding-name: a person who gave no name is called by the one of the onboarding', async () => {
  const asha = await new Person(server).signUp();
  expect((await asha.ok<Me>('GET', '/me')).name).toBe(null);
  await asha.onboard();
  expect((await asha.ok<Me>('GET', '/me')).name).toBe('Asha Rao');
});

test('given a name and a birth date that are changed, then the account answers them, beside the number and the address', async () => {
  const asha = await somebody();
  const phone = `+91${aMobile()}`;
  await patch(asha, { phone });
  await asha.authClient().verifyOtp({ phone, token: (await codeTo(phone)) ?? '', type: 'phone_change' });
  const changed = await patch(asha, { name: 'Asha Menon', dateOfBirth: '1991-02-03' });
  expect(changed.status).toBe(200);
  const me = await asha.ok<Me>('GET', '/me');
  expect(me).toEqual(changed.body);
  expect(me).toMatchObject({
    email: asha.email,
    mobile: phone,
    name: 'Asha Menon',
    profile: { dateOfBirth: '1991-02-03' },
  });
});

describe('a new address', () => {
  test('waits for the mails at both addresses, and the old one stands until both were opened', async () => {
    const asha = await somebody();
    const next = anAddress();
    const asked = await patch(asha, { email: next.toUpperCase(), address: '7 Park Street, Kolkata' });
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({
      email: asha.email,
      profile: { address: '7 Park Street, Kolkata' },
      pendingContact: { email: { address: next, awaits: ['new', 'present'] }, mobile: null },
    });
    const verify = async (email: string) =>
      asha.authClient().verifyOtp({ email, token: (await codeTo(email)) ?? '', type: 'email_change' });
    await until(async () => {
      const mails = await server.control<Message[]>('GET', `/outbox?to=${encodeURIComponent(asha.email)}`);
      return mails.some((mail) => mail.text.includes(next)) || undefined;
    });
    expect((await verify(asha.email)).error).toBeNull();
    expect((await asha.ok<Me>('GET', '/me')).pendingContact.email).toEqual({
      address: next,
      awaits: ['new'],
    });
    expect((await verify(next)).error).toBeNull();
    expect(await asha.ok('GET', '/me')).toMatchObject({ email: next, pendingContact: { email: null } });
  });

  test('is refused when another account has it, and nothing else of the change is kept', async () => {
    const ravi = await somebody();
    const asha = await somebody();
    const refused = await patch(asha, { email: ravi.email, address: 'Elsewhere' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'email_in_use' } });
    expect((await asha.ok<Me>('GET', '/me')).profile.address).not.toBe('Elsewhere');
  });

  test('asked for twice within a minute is refused with the time to wait', async () => {
    const asha = await somebody();
    expect((await patch(asha, { email: anAddress() })).status).toBe(200);
    const again = await patch(asha, { email: anAddress() });
    expect(again.body.code).toBe('too_many_requests');
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is no longer said to wait once its mails are too old', async () => {
    const asha = await somebody();
    await patch(asha, { email: anAddress() });
    server.machine.passSeconds(2 * 86_400);
    await signInAgain(asha);
    expect((await asha.ok<Me>('GET', '/me')).pendingContact.email).toBeNull();
  });

  test('given a code that went elsewhere, then the address does not wait for it', async () => {
    const asha = await somebody();
    const next = anAddress();
    await patch(asha, { email: next });
    const sent = await server.sql.query(
      "update auth.one_time_codes set address = $2 where kind = 'email_change_new' and address = $1",
      [next, anAddress()],
    );
    expect(sent.rowCount).toBe(1);
    expect((await asha.ok<Me>('GET', '/me')).pendingContact.email).toEqual({
      address: next,
      awaits: ['present'],
    });
  });

  test('that is the present one changes nothing', async () => {
    const asha = await somebody();
    const same = await patch(asha, { email: asha.email });
    expect(same.body).toMatchObject({ email: asha.email, pendingContact: { email: null, mobile: null } });
  });
});

describe('a new mobile', () => {
  test('waits for the code sent to it, and is the person’s afterwards', async () => {
    const asha = await somebody();
    const mobile = aMobile();
    const asked = await patch(asha, { phone: `+91 ${mobile}` });
    expect(asked.body).toMatchObject({ mobile: null, pendingContact: { mobile: `+91${mobile}` } });
    const phone = `+91${mobile}`;
    const { error } = await asha
      .authClient()
      .verifyOtp({ phone, token: (await codeTo(phone)) ?? '', type: 'phone_change' });
    expect(error).toBeNull();
    expect(await asha.ok('GET', '/me')).toMatchObject({ mobile: phone, pendingContact: { mobile: null } });
  });

  test('given a code that went elsewhere, then no number waits', async () => {
    const asha = await somebody();
    const mobile = aMobile();
    expect((await patch(asha, { phone: mobile })).body.pendingContact.mobile).toBe(`+91${mobile}`);
    await server.sql.query(
      "update auth.one_time_codes set address = $2 where kind = 'phone_change' and address = $1",
      [`91${mobile}`, `91${aMobile()}`],
    );
    expect((await asha.ok<Me>('GET', '/me')).pendingContact.mobile).toBeNull();
  });

  test('asked for together with an address, each is proven by itself', async () => {
    const asha = await somebody();
    const [mobile, next] = [aMobile(), anAddress()];
    await patch(asha, { phone: mobile, email: next });
    const phone = `+91${mobile}`;
    await asha.authClient().verifyOtp({ phone, token: (await codeTo(phone)) ?? '', type: 'phone_change' });
    expect(await asha.ok('GET', '/me')).toMatchObject({
      mobile: phone,
      pendingContact: { email: { address: next, awaits: ['new', 'present'] } },
    });
  });

  test('given the number that the Aadhaar brought, when the person asks for it, then it is proven like any other', async () => {
    const asha = await new Person(server).ready();
    const { mobile } = await asha.ok<Me>('GET', '/me');
    expect(mobile).toMatch(/^\+91\d{10}$/);
    expect((await patch(asha, { phone: mobile })).body.pendingContact.mobile).toBe(mobile);
  });

  test('given the number that is proven, when the person sends it again, then nothing is asked for', async () => {
    const asha = await somebody();
    const phone = `+91${aMobile()}`;
    await patch(asha, { phone });
    await asha.authClient().verifyOtp({ phone, token: (await codeTo(phone)) ?? '', type: 'phone_change' });
    expect((await patch(asha, { phone })).body).toMatchObject({
      mobile: phone,
      pendingContact: { mobile: null },
    });
  });

  test('is refused when another account has proven it', async () => {
    const [ravi, asha] = [await somebody(), await somebody()];
    const phone = `+91${aMobile()}`;
    await patch(ravi, { phone });
    await ravi.authClient().verifyOtp({ phone, token: (await codeTo(phone)) ?? '', type: 'phone_change' });
    expect(await patch(asha, { phone })).toMatchObject({
      status: 409,
      body: { code: 'mobile_in_use' },
    });
  });
});

describe('a stolen session', () => {
  /** Twenty days after the log-in, kept alive by refreshing. */
  const stolenFrom = async (asha: Person) => {
    const client = asha.authClient();
    await client.signInWithPassword({ email: asha.email, password: 'a quiet river stone' });
    server.machine.passSeconds(20 * 86_400);
    const { data } = await client.refreshSession();
    asha.token = data.session!.access_token;
    return client;
  };

  test('gives the account no other number: the profile asks for a recent log-in, and keeps nothing', async () => {
    const asha = await somebody();
    await stolenFrom(asha);
    const mobile = aMobile();
    const asked = await patch(asha, { phone: mobile, address: '1 Thief Lane, Kolkata' });
    expect([asked.status, asked.body.code]).toEqual([403, 'sign_in_again']);
    expect(await asha.ok('GET', '/me')).toMatchObject({
      mobile: null,
      pendingContact: { mobile: null },
      profile: { address: expect.not.stringContaining('Thief') as string },
    });
    // An e-mail address is asked about at the present one, and a field that is no way to sign in is not guarded.
    expect((await patch(asha, { address: '7 Park Street, Kolkata' })).status).toBe(200);
    expect((await patch(asha, { email: anAddress() })).status).toBe(200);
    await signInAgain(asha);
    expect((await patch(asha, { phone: mobile })).body.pendingContact.mobile).toBe(`+91${mobile}`);
  });

  test('does not become a fresh log-in by the proof of a number: neither copy nor closing', async () => {
    const asha = await somebody();
    const client = await stolenFrom(asha);
    const phone = `+91${aMobile()}`;
    // The sandbox leaves the protocol's own call as programs know it.
    expect((await client.updateUser({ phone })).error).toBeNull();
    const code = (await codeTo(phone)) ?? '';
    const { data, error } = await client.verifyOtp({ phone, token: code, type: 'phone_change' });
    expect(error).toBeNull();
    asha.token = data.session!.access_token;
    const copy = await asha.call<Problem>('GET', '/me/export');
    expect([copy.status, copy.body.code]).toEqual([403, 'sign_in_again']);
    expect(await asha.ok('GET', '/me/closure')).toMatchObject({ needsSignIn: true });
    expect((await patch(asha, { phone: aMobile() })).body.code).toBe('sign_in_again');
    const told = await until(async () => {
      const mails = await server.control<Message[]>('GET', `/outbox?to=${encodeURIComponent(asha.email)}`);
      return mails.find(({ subject }) => subject === 'Your mobile number was changed');
    });
    expect(told.text).not.toContain(phone.slice(-4));
  });
});

describe('SPEC-5: the profile form', () => {
  test.each([
    [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
    [{ email: 'asha' }, 'email', 'Please enter a valid email address'],
    [{ phone: '98765' }, 'phone', 'Phone number must be at least 10 digits'],
    [{ phone: '98765abcde' }, 'phone', 'Phone number must contain only digits'],
    [{ dateOfBirth: '2020-01-01' }, 'dateOfBirth', 'You need to be at least 18 years old'],
  ])('%j is refused in its words', async (body, path, message) => {
    const asha = await somebody();
    const refused = await patch(asha, body);
    expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(refused.body.errors).toContainEqual({ path, message });
  });

  test('what KYC has proven stays, and nothing is sent when the change is refused', async () => {
    const asha = await somebody();
    await asha.passKyc();
    const next = anAddress();
    expect((await patch(asha, { name: 'Somebody Else', email: next })).body.code).toBe('kyc_locked');
    expect((await asha.ok<Me>('GET', '/me')).pendingContact.email).toBeNull();
    const moved = await patch(asha, { address: '7 Park Street, Kolkata', monthlyIncomePaise: 9_000_000 });
    expect(moved.body.profile).toMatchObject({
      address: '7 Park Street, Kolkata',
      monthlyIncomePaise: 9_000_000,
    });
  });

  test('an onboarding sent again with another name is refused once KYC has proven the first', async () => {
    const asha = await somebody();
    await asha.passKyc();
    const again = await asha.call<Problem>('PUT', '/me/onboarding', {
      fullName: 'Somebody Else',
      pan: asha.pan,
      dateOfBirth: '1990-01-01',
      address: '12 Lake Road, Pune 411001',
      monthlyIncomePaise: 8_500_000,
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'kyc_locked' } });
    expect((await asha.ok<Me>('GET', '/me')).name).toBe('Asha Rao');
  });

  test('a new income leaves the limit as it is until a review is asked for', async () => {
    const asha = await new Person(server).ready();
    const before = await asha.ok<Me>('GET', '/me');
    const after = await patch(asha, { monthlyIncomePaise: 1_000_000 });
    expect(after.body.credit?.limitPaise).toBe(before.credit?.limitPaise);
  });
});
