import { describe, expect, it } from 'vitest';
import { PASSWORD, aPerson, anEmail } from './auth.testing.ts';
import { authWithProvider, somebody } from './elsewhere.testing.ts';

const site = authWithProvider();

describe('marks that a sign-up writes, on the way to an account elsewhere', () => {
  it('given an account that is made there, then it has them, and keeps them', async () => {
    const who = somebody();
    const made = await site.viaPkce(who, { ref: 'ABCD1234' });
    expect(made.user.user_metadata).toMatchObject({ ref: 'ABCD1234', full_name: 'Asha Rao' });
    const again = await site.viaPkce(who, { ref: 'WXYZ9876' });
    expect(again.user.id).toBe(made.user.id);
    expect(again.user.user_metadata).toMatchObject({ ref: 'ABCD1234' });
  });

  it('given no mark, then none is made up', async () => {
    const { user } = await site.viaPkce(somebody());
    expect(user.user_metadata).not.toHaveProperty('ref');
  });

  it('given an account that was there before, then it gets none', async () => {
    const person = await aPerson(site.auth);
    const same = await site.viaPkce(somebody({ email: person.email }), { ref: 'ABCD1234' });
    expect(same.user.id).toBe(person.user.id);
    expect(same.user.user_metadata).not.toHaveProperty('ref');
  });

  it('given an address that nobody had proven, then its owner has those they came with', async () => {
    const email = anEmail();
    await site.auth.client().signUp({ email, password: PASSWORD, options: { data: { ref: 'STRANGER' } } });
    const { user } = await site.viaPkce(somebody({ email }), { ref: 'ABCD1234' });
    expect(user.user_metadata).toMatchObject({ ref: 'ABCD1234' });
  });

  it('given an address that the provider did not look at, then they are written once it is proven', async () => {
    const email = anEmail();
    const who = somebody({ email, email_verified: false });
    await site.through(site.auth.client('pkce'), who, { ref: 'ABCD1234' });
    const waiting = await site.auth.sql.query<{ user_metadata: object }>(
      'select user_metadata from auth.users where email = $1',
      [email],
    );
    expect(waiting.rows[0]?.user_metadata).not.toHaveProperty('ref');
    const mails = await site.auth.sentTo(email);
    const token = mails.findLast(({ vars }) => vars.code)?.vars.code ?? '';
    const { data } = await site.auth.client().verifyOtp({ email, token, type: 'email' });
    expect(data.user?.user_metadata).toMatchObject({ ref: 'ABCD1234' });
  });

  it('then the provider is told none of them, and what it does know goes on', async () => {
    const { data } = await site.auth.client('pkce').signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true, queryParams: { ref: 'ABCD1234', prompt: 'login' } },
    });
    const { location } = await site.open(data.url ?? '');
    expect(location.searchParams.get('prompt')).toBe('login');
    expect(location.searchParams.has('ref')).toBe(false);
  });

  it('given one that fits into no token, then the way is refused before it begins', async () => {
    const { data } = await site.auth.client().signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true, queryParams: { ref: 'x'.repeat(9000) } },
    });
    expect((await site.open(data.url ?? '')).status).toBe(400);
  });
});
