import { totp } from '../../e2e/totp.ts';
import { PASSWORD } from '../../scripts/demo/accounts.ts';
import type { Colleague } from '../../scripts/demo/staff.ts';

export interface Call {
  readonly path: string;
}

/** Lists and overviews as the pages ask for them, and filters that find little among much. */
const LISTS = [
  'me',
  'overview',
  'users',
  'users?search=aarav',
  'users?isOverdue=true',
  'users?kyc=open',
  'payments',
  'payments?bank=HDFC%20Bank',
  'payments/export',
  'approvals',
  'approvals?status=approved',
  'kyc/reviews',
  'reconciliation',
  'reconciliation?state=resolved',
  'support/messages',
  'support/messages?status=closed',
  'hardships',
  'settlements',
  'chargebacks',
  'receipts',
  'books',
  'audit',
  'settings',
  'settings/versions',
  'staff',
] as const;
/** The calls that the page of an account makes, below its address. */
const OF_ACCOUNT = [
  '',
  '/payments',
  '/repayments',
  '/journals',
  '/timeline',
  '/notes',
  '/deliveries',
] as const;
/** An overview of everything there is. */
const SPAN_DAYS = 359;

interface Found {
  readonly items: readonly { readonly id: string }[];
}

/** Every list and overview of the staff's, the page of the account with the longest history, and a payment's. */
export async function listCalls(reader: Reader): Promise<Call[]> {
  const account = await reader.get<Found>('/api/v1/admin/users?search=aarav@demo.example.in');
  const payment = await reader.get<Found>('/api/v1/admin/payments');
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const paths = [
    ...LISTS,
    `overview?from=${day(SPAN_DAYS)}&to=${day(0)}`,
    ...OF_ACCOUNT.map((part) => `users/${account.items[0]?.id}${part}`),
    `payments/${payment.items[0]?.id}`,
  ];
  return paths.map((path) => ({ path: `/api/v1/admin/${path}` }));
}

/** A signed-in user, at the product's network side. */
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
  const first = await send<Session>(url, '/token?grant_type=password', { email, password: PASSWORD });
  const [factor] = first.user.factors;
  if (!factor) throw new Error(`${email} has no second step`);
  const { id } = await send<{ id: string }>(url, `/factors/${factor.id}/challenge`, {}, first.access_token);
  const shown = { challenge_id: id, code: totp(secret) };
  const session = await send<Session>(url, `/factors/${factor.id}/verify`, shown, first.access_token);
  return readerOf(url, session);
}

/** Signs in a person of the demo who has no second step. */
export async function signInPerson(url: string, email: string): Promise<Reader> {
  return readerOf(url, await send<Session>(url, '/token?grant_type=password', { email, password: PASSWORD }));
}

async function send<T>(url: string, path: string, body: object, token?: string): Promise<T> {
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
}

function readerOf(url: string, session: Session): Reader {
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
