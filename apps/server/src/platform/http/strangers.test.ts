import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer } from './server.ts';
import { boundStrangers } from './strangers.ts';

let app: Awaited<ReturnType<typeof createHttpServer>>;
afterEach(() => app.close());

test('under a flood of strangers eight are under work, none is refused, and a signed-in person passes', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  boundStrangers(app, { isKnown: (given) => given === 'Bearer known', isHashing: () => false });
  const over = Promise.withResolvers<void>();
  let running = 0;
  app.get('/api/slow', async () => {
    running += 1;
    await over.promise;
    return 'done';
  });
  app.get('/api/quick', async () => 'done');
  app.get('/healthz', async () => 'alive');
  const arrived = Promise.withResolvers<void>();
  let asked = 0;
  app.server.on('request', () => (asked += 1) === 40 && arrived.resolve());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });

  // However they write the address.
  const flood = Array.from({ length: 40 }, (_, nth) =>
    ask(nth % 2 === 0 ? '/api/slow' : '/%61pi/slow', { 'x-forwarded-for': `198.51.100.${nth}` }),
  );
  await arrived.promise;
  expect((await ask('/api/quick', { authorization: 'Bearer known' })).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  const underWork = running;
  over.resolve();
  expect(underWork).toBe(8);
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a stranger who has gone keeps no permit', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  boundStrangers(app, { isKnown: () => false, isHashing: () => false });
  const begun = Promise.withResolvers<void>();
  let running = 0;
  app.get('/api/slow', async () => {
    running += 1;
    if (running === 8) begun.resolve();
    await new Promise(() => {});
  });
  app.get('/api/quick', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const held = Array.from({ length: 8 }, (_, nth) =>
    fetch(`http://127.0.0.1:${port}/api/slow`, {
      headers: { 'x-forwarded-for': `198.51.100.${nth}` },
      signal: leaving.signal,
    }).catch(() => 'gone'),
  );
  await begun.promise;
  const waiting = fetch(`http://127.0.0.1:${port}/api/quick`);
  leaving.abort();
  expect(await Promise.all(held)).toEqual(Array.from({ length: 8 }, () => 'gone'));
  expect((await waiting).status).toBe(200);
});

test('a flood from many /64 of one IPv6 /48 takes one turn: another network is served after one of it', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  boundStrangers(app, { isKnown: () => false, isHashing: () => false });
  const served: string[] = [];
  const over = Promise.withResolvers<void>();
  app.get('/api/slow', async (request) => {
    await over.promise;
    served.push(request.ip);
    return 'done';
  });
  app.get('/healthz', async () => 'alive');
  const arrived = Promise.withResolvers<void>();
  let asked = 0;
  app.server.on('request', () => (asked += 1) === 30 && arrived.resolve());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ask = (place: string) =>
    fetch(`http://127.0.0.1:${port}/api/slow`, { headers: { 'x-forwarded-for': place } });
  const flood = Array.from({ length: 30 }, (_, nth) => ask(`2001:db8:7:${nth.toString(16)}::1`));
  await arrived.promise;
  const last = Promise.withResolvers<void>();
  app.server.on('request', () => last.resolve());
  const other = ask('203.0.113.10');
  await last.promise;
  // Another answer in between: by then the last one waits for its turn.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  over.resolve();
  const answers = await Promise.all([other, ...flood]);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 31 }, () => 200));
  // Eight were under work, the next permit went to one that waited before, and the one after that to the other network.
  expect(served.slice(0, 10)).toContain('203.0.113.10');
});
