import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { authWithProvider, codeIn, somebody } from './elsewhere.testing.ts';
import { PASSWORD, aPerson, aPhone, anEmail } from './auth.testing.ts';

const site = authWithProvider({
  AUTH_PROVIDER_KEYCLOAK_SECRET: 'between us',
  AUTH_SECURE_EMAIL_CHANGE: 'off',
});
const THIEFS = 'thiefs-Kettle-1';
const OWNERS = 'owners-Teapot-2';

let passedMs = 0;
function pass(seconds: number): void {
  passedMs += seconds * 1000;
  site.auth.passSeconds(seconds);
}

/** The last notice of a kind that went to an address, and the token its link carries. */
async function noticeTo(address: string, template: string) {
  const notice = (await site.auth.sentTo(address)).findLast((one) => one.template === template);
  const link = new URL(notice?.vars.link ?? 'about:blank');
  return { link, token: link.hash.slice(1) };
}
/** Notices to an address or number that it is the account's no more. */
const takenBackOf = async (address: string) =>
  (await site.auth.sentTo(address))
    .filter(({ template }) => template === 'auth.contact_taken_back')
    .map(({ channel, vars }) => ({ channel, vars }));
const undo = (token: string) => site.auth.post('/undo', { token });
const codeTo = async (address: string) => (await site.auth.sentTo(address)).at(-1)?.vars.code ?? '';

async function withApp(client: GoTrueClient, friendlyName: string) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
  const show = (at: GoTrueClient) => {
    pass(30);
    const code = app.generate({ timestamp: Date.now() + passedMs });
    return at.mfa.challengeAndVerify({ factorId: data.id, code });
  };
  expect((await show(client)).error).toBeNull();
  return { id: data.id, show };
}

/** Comes back by the mail that the link had sent. */
async function recover(email: string): Promise<GoTrueClient> {
  const client = site.auth.client();
  const { error } = await client.verifyOtp({ email, token: await codeTo(email), type: 'recovery' });
  expect(error).toBeNull();
  return client;
}

describe('the link of a notice', () => {
  it('takes a stranger’s second step away with all sessions, and begins the way back', async () => {
    const { client, email } = await aPerson(site.auth);
    await withApp(client, 'planted');
    const { link, token } = await noticeTo(email, 'auth.factor_added');
    expect(link.origin + link.pathname).toBe(`${site.auth.publicUrl}/auth/not-me`);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const done = await undo(token);
    expect([done.status, done.json]).toEqual([200, {}]);
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await site.auth.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    const owner = await recover(email);
    expect((await owner.mfa.listFactors()).data?.all).toEqual([]);
    expect((await owner.updateUser({ password: OWNERS })).error).toBeNull();
    expect((await site.auth.client().signInWithPassword({ email, password: OWNERS })).error).toBeNull();
  });

  it('has the host take what the account may do beyond its own, and keeps the rest', async () => {
    const { client, email, user } = await aPerson(site.auth);
    await site.auth.sql.query(
      `update auth.users set app_metadata = app_metadata || '{"rights": ["all"], "plan": "gold"}' where id = $1`,
      [user.id],
    );
    await withApp(client, 'planted');
    const { token } = await noticeTo(email, 'auth.factor_added');
    expect((await undo(token)).status).toBe(200);
    const owner = await recover(email);
    const { app_metadata: kept } = (await owner.getUser()).data.user ?? {};
    expect(kept).toEqual({ provider: 'email', providers: ['email'], plan: 'gold' });
  });

  it('works once, for 72 hours, and logs no person in', async () => {
    const { client, email } = await aPerson(site.auth);
    await client.updateUser({ password: THIEFS, current_password: PASSWORD });
    const { token } = await noticeTo(email, 'auth.password_changed');
    expect((await undo(token)).status).toBe(200);
    for (const one of [token, 'a'.repeat(64), '', 'x']) {
      const { status, json } = await undo(one);
      expect([one, status, json.error_code]).toEqual([one, 403, 'otp_expired']);
    }
    const other = await aPerson(site.auth);
    await other.client.updateUser({ password: THIEFS, current_password: PASSWORD });
    const late = await noticeTo(other.email, 'auth.password_changed');
    pass(72 * 3600 + 1);
    expect((await undo(late.token)).status).toBe(403);
    expect(
      (await site.auth.get(`/verify?type=recovery&token=${late.token}`)).headers.get('location'),
    ).toContain('error_code=otp_expired');
  });

  it('restores no password and no removed factor, and asks for those older than the change', async () => {
    const { client, email } = await aPerson(site.auth);
    const old = await withApp(client, 'old');
    const gone = await withApp(client, 'gone');
    await client.mfa.unenroll({ factorId: gone.id });
    const { token } = await noticeTo(email, 'auth.factor_removed');
    await client.updateUser({ password: THIEFS, current_password: PASSWORD });
    expect((await undo(token)).status).toBe(200);
    for (const password of [PASSWORD, THIEFS])
      expect((await site.auth.client().signInWithPassword({ email, password })).error?.code).toBe(
        'invalid_credentials',
      );
    const owner = await recover(email);
    expect((await owner.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name)).toEqual([
      'old',
    ]);
    expect((await owner.updateUser({ password: OWNERS })).error?.code).toBe('insufficient_aal');
    expect((await old.show(owner)).error).toBeNull();
    expect((await owner.updateUser({ password: OWNERS })).error).toBeNull();
  });

  it('goes to the address that was, gives it back, and voids what went to the stranger’s since', async () => {
    const { client, email } = await aPerson(site.auth);
    const [theirs, next] = [anEmail(), anEmail()];
    const held = [email, theirs];
    for (const [index, wanted] of [theirs, next].entries()) {
      pass(61);
      // The proof of a new address is no sign-in.
      await client.signInWithPassword({ email: held[index]!, password: PASSWORD });
      expect((await client.updateUser({ email: wanted })).error).toBeNull();
      await client.verifyOtp({ email: wanted, token: await codeTo(wanted), type: 'email_change' });
    }
    const later = await noticeTo(theirs, 'auth.email_changed');
    const { token } = await noticeTo(email, 'auth.email_changed');
    expect((await undo(token)).status).toBe(200);
    expect((await undo(later.token)).status).toBe(403);
    const owner = await recover(email);
    expect((await owner.getUser()).data.user?.email).toBe(email);
  });

  it('given an address that was changed, when it is taken back, then the new one is told once, and led nowhere', async () => {
    const { client, email } = await aPerson(site.auth);
    const theirs = anEmail();
    expect((await client.updateUser({ email: theirs })).error).toBeNull();
    await client.verifyOtp({ email: theirs, token: await codeTo(theirs), type: 'email_change' });
    const { token } = await noticeTo(email, 'auth.email_changed');
    expect((await undo(token)).status).toBe(200);
    expect(await takenBackOf(theirs)).toEqual([{ channel: 'email', vars: {} }]);
    expect(await takenBackOf(email)).toEqual([]);
  });

  it('given a number that was added, when it is taken back, then it is told by SMS, and the address that stays is not', async () => {
    const { client, email } = await aPerson(site.auth);
    const phone = aPhone();
    await client.updateUser({ phone });
    await client.verifyOtp({ phone, token: await codeTo(phone), type: 'phone_change' });
    const { token } = await noticeTo(email, 'auth.phone_changed');
    expect((await undo(token)).status).toBe(200);
    expect(await takenBackOf(phone)).toEqual([{ channel: 'sms', vars: {} }]);
    expect(await takenBackOf(email)).toEqual([]);
  });

  it('gives an address back that another account has claimed since and never proven', async () => {
    const { client, email } = await aPerson(site.auth);
    const theirs = anEmail();
    expect((await client.updateUser({ email: theirs })).error).toBeNull();
    await client.verifyOtp({ email: theirs, token: await codeTo(theirs), type: 'email_change' });
    const { token } = await noticeTo(email, 'auth.email_changed');
    await site.auth.post('/signup', { email, password: 'somebody-Elses-9' });
    pass(61);
    expect((await undo(token)).status).toBe(200);
    const owner = await recover(email);
    const { data } = await owner.getUser();
    expect(data.user?.email).toBe(email);
    const { identity_data: said } = data.user?.identities?.find(({ provider }) => provider === 'email') ?? {};
    expect(said).toMatchObject({ email, email_verified: true });
  });

  it('ends the stranger’s sessions also where another person has proven the address by now', async () => {
    const { client, email } = await aPerson(site.auth);
    const theirs = anEmail();
    await client.updateUser({ email: theirs });
    await client.verifyOtp({ email: theirs, token: await codeTo(theirs), type: 'email_change' });
    const { token } = await noticeTo(email, 'auth.email_changed');
    const next = site.auth.client();
    await next.signUp({ email, password: 'somebody-Elses-9' });
    await next.verifyOtp({ email, token: await codeTo(email), type: 'signup' });
    expect((await undo(token)).status).toBe(200);
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await next.getUser()).data.user?.email).toBe(email);
  });

  it('takes a second step away that was begun before the change and proven after it', async () => {
    const { client, email } = await aPerson(site.auth);
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'early' });
    pass(1);
    await client.updateUser({ password: THIEFS, current_password: PASSWORD });
    const { token } = await noticeTo(email, 'auth.password_changed');
    pass(30);
    const secret = Secret.fromBase32((data?.type === 'totp' && data.totp.secret) || '');
    const code = new TOTP({ secret }).generate({ timestamp: Date.now() + passedMs });
    expect((await client.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
    expect((await undo(token)).status).toBe(200);
    const owner = await recover(email);
    expect((await owner.mfa.listFactors()).data?.all).toEqual([]);
    expect((await owner.updateUser({ password: OWNERS })).error).toBeNull();
  });

  it('takes a number away that was added', async () => {
    const { client, email } = await aPerson(site.auth);
    const phone = aPhone();
    await client.updateUser({ phone });
    await client.verifyOtp({ phone, token: await codeTo(phone), type: 'phone_change' });
    const { token } = await noticeTo(email, 'auth.phone_changed');
    expect((await undo(token)).status).toBe(200);
    const owner = await recover(email);
    const { data } = await owner.getUser();
    expect(data.user).toMatchObject({ phone: '', user_metadata: { email, phone_verified: false } });
    expect((await site.auth.client().signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('given an account with a number alone, when an address is taken back, then its words name none', async () => {
    const client = site.auth.client();
    const [phone, theirs] = [aPhone(), anEmail()];
    await client.signUp({ phone, password: PASSWORD });
    await client.verifyOtp({ phone, token: await codeTo(phone), type: 'sms' });
    expect((await client.updateUser({ email: theirs })).error).toBeNull();
    await client.verifyOtp({ email: theirs, token: await codeTo(theirs), type: 'email_change' });
    const { token } = await noticeTo(phone, 'auth.email_changed');
    expect((await undo(token)).status).toBe(200);
    const owner = site.auth.client();
    await owner.verifyOtp({ phone, token: await codeTo(phone), type: 'sms' });
    const { user } = (await owner.getUser()).data;
    expect(user).toMatchObject({ phone, email: '' });
    expect(user?.user_metadata).toEqual({ sub: user?.id, email_verified: false, phone_verified: true });
  });

  it('takes an account elsewhere away that was linked', async () => {
    const { email } = await aPerson(site.auth);
    const client = site.auth.client('pkce');
    await client.signInWithPassword({ email, password: PASSWORD });
    const who = somebody();
    const options = { skipBrowserRedirect: true };
    const { data } = await client.linkIdentity({ provider: 'keycloak', options });
    const { location } = await site.open(site.keycloak.visit(data?.url ?? '', who));
    expect((await client.exchangeCodeForSession(codeIn(location))).error).toBeNull();
    const { token } = await noticeTo(email, 'auth.identity_linked');
    expect((await undo(token)).status).toBe(200);
    const { user } = (await (await recover(email)).getUser()).data;
    expect(user?.app_metadata.providers).toEqual(['email']);
    expect((await site.viaPkce(who)).user.id).not.toBe(user?.id);
  });

  it('freezes the contacts until the owner is back with a new password', async () => {
    const { client, email } = await aPerson(site.auth);
    await withApp(client, 'planted');
    const { token } = await noticeTo(email, 'auth.factor_added');
    await undo(token);
    const owner = await recover(email);
    const frozen = await owner.updateUser({ phone: aPhone() });
    expect([frozen.error?.status, frozen.error?.code]).toEqual([403, 'account_guarded']);
    expect((await owner.updateUser({ password: OWNERS })).error).toBeNull();
    expect((await owner.updateUser({ phone: aPhone() })).error).toBeNull();
  });

  it('given an account elsewhere, however old, when who holds it comes back, then password and contacts wait for the owner', async () => {
    const { email } = await aPerson(site.auth);
    const client = site.auth.client('pkce');
    await client.signInWithPassword({ email, password: PASSWORD });
    const who = somebody();
    const options = { skipBrowserRedirect: true };
    const { data } = await client.linkIdentity({ provider: 'keycloak', options });
    const { location } = await site.open(site.keycloak.visit(data?.url ?? '', who));
    expect((await client.exchangeCodeForSession(codeIn(location))).error).toBeNull();
    pass(1);
    await client.updateUser({ password: THIEFS, current_password: PASSWORD });
    const { token } = await noticeTo(email, 'auth.password_changed');
    expect((await undo(token)).status).toBe(200);
    const linked = await site.viaPkce(who);
    for (const change of [{ password: THIEFS }, { phone: aPhone() }]) {
      const frozen = await linked.client.updateUser(change);
      expect([frozen.error?.status, frozen.error?.code]).toEqual([403, 'account_guarded']);
    }
    expect((await site.auth.client().signInWithPassword({ email, password: THIEFS })).error?.code).toBe(
      'invalid_credentials',
    );
    pass(61);
    await site.auth.client().resetPasswordForEmail(email);
    const owner = await recover(email);
    expect((await owner.updateUser({ password: OWNERS })).error).toBeNull();
    expect((await owner.updateUser({ phone: aPhone() })).error).toBeNull();
    expect((await linked.client.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('lets who comes back by an account elsewhere neither link, unlink nor add a second step, until the owner is back', async () => {
    const { email, user } = await aPerson(site.auth);
    const client = site.auth.client('pkce');
    await client.signInWithPassword({ email, password: PASSWORD });
    const who = somebody();
    const options = { skipBrowserRedirect: true };
    const { data } = await client.linkIdentity({ provider: 'keycloak', options });
    const { location } = await site.open(site.keycloak.visit(data?.url ?? '', who));
    await client.exchangeCodeForSession(codeIn(location));
    pass(73 * 3600);
    await client.signInWithPassword({ email, password: PASSWORD });
    await client.updateUser({ password: THIEFS, current_password: PASSWORD });
    const { token } = await noticeTo(email, 'auth.password_changed');
    expect((await undo(token)).status).toBe(200);

    const { client: stranger, session } = await site.viaPkce(who);
    const mail = (await stranger.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'email',
    );
    const headers = { authorization: `Bearer ${session.access_token}` };
    const idToken = await site.keycloak.idToken(somebody());
    const refusals = [
      (await stranger.unlinkIdentity(mail!)).error,
      (await stranger.linkIdentity({ provider: 'keycloak', options })).error,
      (await stranger.linkIdentity({ provider: 'keycloak', token: idToken })).error,
      (await stranger.mfa.enroll({ factorType: 'totp' })).error,
    ];
    expect(refusals.map((error) => [error?.status, error?.code])).toEqual(
      refusals.map(() => [403, 'account_guarded']),
    );
    expect((await site.auth.get('/user', headers)).json).toMatchObject({ id: user.id, email, factors: [] });

    const owner = await recover(email);
    expect((await owner.updateUser({ password: OWNERS })).error).toBeNull();
    expect((await owner.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
  });
});
