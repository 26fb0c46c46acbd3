import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { authWithProvider, codeIn, somebody } from './elsewhere.testing.ts';
import { PASSWORD, aPerson } from './auth.testing.ts';

const site = authWithProvider({ AUTH_PROVIDER_KEYCLOAK_SECRET: 'between us' });

let passedMs = 0;
function pass(seconds: number): void {
  passedMs += seconds * 1000;
  site.auth.passSeconds(seconds);
}

async function withApp(client: GoTrueClient) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
  const show = async (at: GoTrueClient) => {
    pass(30);
    const code = app.generate({ timestamp: Date.now() + passedMs });
    expect((await at.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  };
  await show(client);
  return show;
}

const headersOf = async (client: GoTrueClient) => ({
  authorization: `Bearer ${(await client.getSession()).data.session?.access_token}`,
});
const notices = async (email: string, template: string) =>
  (await site.auth.sentTo(email)).filter((one) => one.template === template);
const undo = async (notice: { readonly vars: Readonly<Record<string, string>> } | undefined) =>
  (await site.auth.post('/undo', { token: new URL(notice?.vars.link ?? 'about:blank').hash.slice(1) }))
    .status;

describe('the owner of an account', () => {
  it('is told of recovery codes made, and of codes made again, and takes them back', async () => {
    const { client, email } = await aPerson(site.auth);
    await withApp(client);
    const made = await site.auth.post('/factors/recovery-codes', '', await headersOf(client));
    expect(made.status).toBe(200);
    expect(await notices(email, 'auth.recovery_codes_made')).toHaveLength(1);
    pass(1);
    const again = await site.auth.post('/factors/recovery-codes/regenerate', '', await headersOf(client));
    expect(again.status).toBe(200);
    const told = await notices(email, 'auth.recovery_codes_made');
    expect(told).toHaveLength(2);
    expect(await undo(told[1])).toBe(200);
    const { rows } = await site.auth.sql.query(
      `select 1 from auth.factors f join auth.users u on u.id = f.user_id
       where u.email = $1 and f.factor_type = 'recovery_code'`,
      [email],
    );
    expect(rows).toEqual([]);
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('is told of an account elsewhere that was unlinked, and logs out the session that did it', async () => {
    const { email } = await aPerson(site.auth);
    const client = site.auth.client('pkce');
    await client.signInWithPassword({ email, password: PASSWORD });
    const { data } = await client.linkIdentity({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    });
    const { location } = await site.open(site.keycloak.visit(data?.url ?? '', somebody()));
    expect((await client.exchangeCodeForSession(codeIn(location))).error).toBeNull();
    const elsewhere = (await client.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'keycloak',
    );
    expect((await client.unlinkIdentity(elsewhere!)).error).toBeNull();
    const told = await notices(email, 'auth.identity_unlinked');
    expect(told).toHaveLength(1);
    expect(await undo(told[0])).toBe(200);
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('is told at the address they had, where the address goes with what was unlinked', async () => {
    const { email, client } = await aPerson(site.auth);
    const pkce = site.auth.client('pkce');
    await pkce.signInWithPassword({ email, password: PASSWORD });
    const { data } = await pkce.linkIdentity({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    });
    const { location } = await site.open(site.keycloak.visit(data?.url ?? '', somebody()));
    expect((await pkce.exchangeCodeForSession(codeIn(location))).error).toBeNull();
    const own = (await client.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'email',
    );
    expect((await pkce.unlinkIdentity(own!)).error).toBeNull();
    expect((await pkce.getUser()).data.user?.email).not.toBe(email);
    expect(await notices(email, 'auth.identity_unlinked')).toHaveLength(1);
  });
});
