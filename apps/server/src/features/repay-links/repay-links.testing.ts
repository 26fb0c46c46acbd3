import type { Problem } from '@mohlat/contract';
import type { TestServer } from '#test/harness.ts';

/** A call by a visitor who holds the token of a link and no account. */
export async function asVisitor<T>(
  server: Pick<TestServer, 'url'>,
  method: 'GET' | 'POST',
  token: string,
  path = '',
  body?: object,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: T & Problem }> {
  const reply = await fetch(`${server.url}/api/v1/public/repay-links/${token}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as T & Problem };
}
