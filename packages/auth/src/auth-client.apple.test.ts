import { expect, test } from 'vitest';
import { codeIn, somebody } from './elsewhere.testing.ts';
import { startTestAuth } from './auth.testing.ts';
import { startOidcProvider } from './oidc-provider.testing.ts';
import { readProvider } from './auth.settings.outside.ts';

test('given Apple, then it is asked for its own scopes, and its form ends in a session', async () => {
  const apple = await startOidcProvider('in.example.web');
  const auth = await startTestAuth({
    AUTH_PROVIDERS: 'apple',
    AUTH_PROVIDER_APPLE_ISSUER: apple.issuer,
    AUTH_PROVIDER_APPLE_CLIENT_ID: 'in.example.web',
    AUTH_PROVIDER_APPLE_SECRET: 'signed by the key of the developer',
  });
  try {
    const client = auth.client('pkce');
    const options = { skipBrowserRedirect: true };
    const { data } = await client.signInWithOAuth({ provider: 'apple', options });
    const path = (url: string) => url.slice(url.indexOf('/auth/v1') + '/auth/v1'.length);
    const sent = await auth.get(path(data.url ?? ''));
    const who = somebody();
    const { action, form } = apple.visitByForm(sent.headers.get('location') ?? '', who);
    const back = await auth.call(path(action), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    expect(back.status).toBe(302);
    const code = codeIn(new URL(back.headers.get('location') ?? ''));
    const { data: exchanged, error } = await client.exchangeCodeForSession(code);
    expect([error, exchanged.user?.email]).toEqual([null, who.email]);
  } finally {
    await auth.stop();
    await apple.stop();
  }
});

test.each([
  ['apple', undefined, 'openid email name', 'form_post'],
  ['apple', 'openid', 'openid', 'form_post'],
  ['google', undefined, 'openid email profile', undefined],
])(
  'given %s with the scopes %s, then it is asked for %s in the mode %s',
  (name, own, scopes, responseMode) => {
    const prefix = `AUTH_PROVIDER_${name.toUpperCase()}`;
    const env = {
      [`${prefix}_CLIENT_ID`]: 'example',
      ...(own === undefined ? {} : { [`${prefix}_SCOPES`]: own }),
    };
    expect(readProvider(env, name)).toMatchObject({ scopes, responseMode });
  },
);

test('given Apple under a name of the host’s own, then it is known by its issuer', () => {
  const env = {
    AUTH_PROVIDER_PHONE_MAKER_ISSUER: 'https://appleid.apple.com',
    AUTH_PROVIDER_PHONE_MAKER_CLIENT_ID: 'example',
  };
  expect(readProvider(env, 'phone_maker')).toMatchObject({
    scopes: 'openid email name',
    responseMode: 'form_post',
  });
});
