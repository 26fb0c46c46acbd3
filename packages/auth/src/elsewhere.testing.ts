import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll } from 'vitest';
import { type TestAuth, anEmail, startTestAuth } from './auth.testing.ts';
import { type Elsewhere, type OidcProvider, startOidcProvider } from './oidc-provider.testing.ts';

/** The auth server with a provider beside it that people may sign in with, and the browser's way between the two. */
export interface AuthWithProvider {
  readonly auth: TestAuth;
  readonly keycloak: OidcProvider;
  /** An address of the product, asked of the server under test. */
  open(url: string): Promise<Opened>;
  /** Goes the whole way through the browser: to the provider, back, and on to the page. */
  through(client: GoTrueClient, who: Elsewhere, queryParams?: Record<string, string>): Promise<Opened>;
  /** Signs in with the account elsewhere, from the way there to the exchange of the code. */
  viaPkce(who: Elsewhere, queryParams?: Record<string, string>): ReturnType<typeof exchange>;
  stop(): Promise<void>;
}

interface Opened {
  readonly status: number;
  readonly location: URL;
}

/** Opens a file of tests: it runs from before the first of them until after the last, and is empty until then. */
export function authWithProvider(env: Readonly<Record<string, string>> = {}): AuthWithProvider {
  const site = {} as AuthWithProvider;
  beforeAll(async () => {
    Object.assign(site, await start(env));
  });
  afterAll(() => site.stop());
  return site;
}

async function start(env: Readonly<Record<string, string>>): Promise<AuthWithProvider> {
  const keycloak = await startOidcProvider('example');
  const auth = await startTestAuth({
    AUTH_PROVIDERS: 'keycloak',
    AUTH_PROVIDER_KEYCLOAK_ISSUER: keycloak.issuer,
    AUTH_PROVIDER_KEYCLOAK_CLIENT_ID: 'example',
    AUTH_MANUAL_LINKING: 'on',
    AUTH_RATE_LIMIT_FACTOR: '50',
    ...env,
  });
  const open = async (url: string): Promise<Opened> => {
    const reply = await auth.get(url.slice(url.indexOf('/auth/v1') + '/auth/v1'.length));
    return { status: reply.status, location: new URL(reply.headers.get('location') ?? 'about:blank') };
  };
  const through: AuthWithProvider['through'] = async (client, who, queryParams) => {
    const { data } = await client.signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true, ...(queryParams ? { queryParams } : {}) },
    });
    const sent = await open(data.url ?? '');
    if (sent.status !== 302) throw new Error(`the way to the provider is a ${sent.status}`);
    return open(keycloak.visit(sent.location.href, who));
  };
  return {
    auth,
    keycloak,
    open,
    through,
    async viaPkce(who, queryParams) {
      const client = auth.client('pkce');
      return exchange(client, (await through(client, who, queryParams)).location);
    },
    async stop() {
      await auth.stop();
      await keycloak.stop();
    },
  };
}

async function exchange(client: GoTrueClient, location: URL) {
  const { data, error } = await client.exchangeCodeForSession(codeIn(location));
  if (error) throw error;
  return { client, session: data.session, user: data.user };
}

/** An account elsewhere that no test used before. */
export function somebody(more: Partial<Elsewhere> = {}): Elsewhere {
  return { sub: crypto.randomUUID(), email: anEmail(), email_verified: true, name: 'Asha Rao', ...more };
}

/** The code an address of the product brings back. */
export const codeIn = (location: URL): string => location.searchParams.get('code') ?? '';
