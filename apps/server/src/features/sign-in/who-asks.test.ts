import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startTestServer } from '#test/harness.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each([undefined, 'Bearer x.y.z', 'Basic YTpi'])(
  'given %s as authorization, the product’s API refuses in its own words',
  async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${server.url}/api/v1/me/sessions`, { headers });
    const problem = (await response.json()) as Problem;
    expect([response.status, problem.code]).toEqual([401, 'unauthorized']);
  },
);
