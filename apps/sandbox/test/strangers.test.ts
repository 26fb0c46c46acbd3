import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../src/app.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
afterAll(() => sandbox.close());

/** As a browser may: `fetch` does not let the caller choose these headers. */
function ask(method: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(`${sandbox.url}${path}`, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });
}

it('answers only under a name of this machine', async () => {
  const port = new URL(sandbox.url).port;
  for (const host of ['rebound.example', `rebound.example:${port}`, 'localhost.example', '127.0.0.1.example'])
    expect(await ask('GET', '/control/clock', { host })).toBeGreaterThanOrEqual(400);
  for (const host of ['localhost', `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
    expect(await ask('GET', '/control/clock', { host })).toBe(200);
});

it('lets no other site act upon the world', async () => {
  const act = (site: string) => ask('POST', '/control/reset', { 'sec-fetch-site': site });
  expect(await act('cross-site')).toBe(403);
  expect(await ask('DELETE', '/control/faults', { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await ask('POST', '/%63ontrol/reset', { 'sec-fetch-site': 'cross-site' })).toBe(403);
  for (const site of ['same-origin', 'same-site', 'none']) expect(await act(site)).toBeLessThan(300);
});
