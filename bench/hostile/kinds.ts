import { randomBytes } from 'node:crypto';

const JSON_TYPE = 'application/json';
/** The most a body may be before anybody knows who sends it. */
const BODY_BYTES = 1024 * 1024 - 100;
const BIG = JSON.stringify({ email: 'x'.repeat(BODY_BYTES) });
const PASSWORD = 'a quiet river stone';

export interface Kind {
  readonly name: string;
  /** So many of twenty connections. */
  readonly share: number;
  readonly method: 'GET' | 'POST';
  readonly path: () => string;
  readonly body?: () => string;
  readonly token?: () => string;
}

/** Made to look like one of ours up to its signature. */
const forged = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256', typ: 'JWT' })}.${part({ sub: randomBytes(6).toString('hex') })}.${randomBytes(64).toString('base64url')}`;
};
const somebody = () => `${randomBytes(6).toString('hex')}@example.in`;
/** The requests that a visitor can send, each with its share of the connections where they share some. */
export const KINDS: readonly Kind[] = [
  {
    name: 'sign-up',
    share: 5,
    method: 'POST',
    path: () => '/auth/v1/signup',
    body: () => JSON.stringify({ email: somebody(), password: PASSWORD }),
  },
  {
    name: 'log-in',
    share: 5,
    method: 'POST',
    path: () => '/auth/v1/token?grant_type=password',
    body: () => JSON.stringify({ email: somebody(), password: PASSWORD }),
  },
  {
    name: 'recovery',
    share: 3,
    method: 'POST',
    path: () => '/auth/v1/recover',
    body: () => JSON.stringify({ email: somebody() }),
  },
  {
    name: 'shared receipt',
    share: 3,
    method: 'GET',
    path: () => `/api/v1/public/receipts/${randomBytes(32).toString('base64url')}`,
  },
  { name: 'stream', share: 2, method: 'GET', path: () => '/api/v1/events' },
  { name: 'big body', share: 2, method: 'POST', path: () => '/auth/v1/signup', body: () => BIG },
  {
    name: 'code',
    share: 0,
    method: 'POST',
    path: () => '/auth/v1/verify',
    body: () => JSON.stringify({ type: 'email', email: somebody(), token: '123456' }),
  },
  {
    name: 'refresh',
    share: 0,
    method: 'POST',
    path: () => '/auth/v1/token?grant_type=refresh_token',
    body: () => JSON.stringify({ refresh_token: randomBytes(24).toString('base64url') }),
  },
  {
    name: 'forged token',
    share: 0,
    method: 'GET',
    path: () => '/api/v1/me',
    token: forged,
  },
  { name: 'web hook', share: 0, method: 'POST', path: () => '/api/v1/webhooks/razorpay', body: () => BIG },
  { name: 'nothing', share: 0, method: 'GET', path: () => `/api/v1/${randomBytes(6).toString('hex')}` },
  { name: 'page', share: 0, method: 'GET', path: () => '/' },
  { name: 'health', share: 0, method: 'GET', path: () => '/healthz' },
];

/** One request as it goes over the wire, as a proxy passes it on for an address. */
export function requestOf({ method, path, body, token }: Kind, host: string, address: string): string {
  const proof = token ? `authorization: Bearer ${token()}\r\n` : '';
  const head = `${method} ${path()} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\n${proof}`;
  const content = body?.();
  if (content === undefined) return `${head}\r\n`;
  return `${head}content-type: ${JSON_TYPE}\r\ncontent-length: ${content.length}\r\n\r\n${content}`;
}
