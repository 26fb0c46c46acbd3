import { totp } from '../../e2e/totp.ts';
import { PASSWORD } from '../../scripts/demo/accounts.ts';
import type { Colleague } from '../../scripts/demo/staff.ts';

/** Somebody of the team at the product's network side. */
export interface Reader {
  /** Throws unless it is answered with success. */
  get<T>(path: string): Promise<T>;
}

interface Session {
  readonly access_token: string;
  readonly user: { readonly factors: readonly { readonly id: string }[] };
}

/** Signs in by password and authenticator, as the web does. */
export async function signIn(url: string, { email, secret }: Colleague): Promise<Reader> {
  const send = async <T>(path: string, body: object, token?: string): Promise<T> => {
    const response = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const first = await send<Session>('/token?grant_type=password', { email, password: PASSWORD });
  const [factor] = first.user.factors;
  if (!factor) throw new Error(`${email} has no second step`);
  const { id } = await send<{ id: string }>(`/factors/${factor.id}/challenge`, {}, first.access_token);
  const shown = { challenge_id: id, code: totp(secret) };
  const session = await send<Session>(`/factors/${factor.id}/verify`, shown, first.access_token);
  const headers = { authorization: `Bearer ${session.access_token}` };
  return {
    async get<T>(path: string) {
      const response = await fetch(url + path, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${text}`);
      return (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T;
    },
  };
}
