import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { outside } from '#platform/pools/outside.ts';
import { createHttpServer } from './server.ts';
import { boundRequests } from './bounds.ts';

const PEOPLE = { config: { bound: 'people' } } as const;
const WEBHOOKS = { config: { bound: 'webhooks' } } as const;
const NONE = { config: { bound: 'none' } } as const;

let app: Awaited<ReturnType<typeof createHttpServer>>;
afterEach(() => app.close());

function bound(): void {
  boundRequests(app, {
    holderOf: (given) => /^Bearer known (\w+)$/.exec(given ?? '')?.[1],
    isHashing: () => false,
    connections: { api: 16, staff: 4 },
  });
}

/** Opens the server; answers how it is asked. */
async function listening() {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
}

/** Until so many further requests have come, and an answer was given after them: each is under work or waits by then. */
async function arrival(count: number): Promise<void> {
  let asked = 0;
  await new Promise<void>((done) => app.server.on('request', () => (asked += 1) === count && done()));
  await app.inject('/healthz');
}

test('under a flood of strangers eight are under work, none is refused, and a signed-in person passes', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  bound();
  const over = Promise.withResolvers<void>();
  let running = 0;
  app.get('/api/slow', async () => {
    running += 1;
    await over.promise;
    return 'done';
  });
  app.get('/api/quick', PEOPLE, async () => 'done');
  app.get('/healthz', NONE, async () => 'alive');
  const ask = await listening();
  const arrived = arrival(40);

  // However they write the address.
  const flood = Array.from({ length: 40 }, (_, nth) =>
    ask(nth % 2 === 0 ? '/api/slow' : '/%61pi/slow', { 'x-forwarded-for': `198.51.100.${nth}` }),
  );
  await arrived;
  expect((await ask('/api/quick', { authorization: 'Bearer known asha' })).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  const underWork = running;
  over.resolve();
  expect(underWork).toBe(8);
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a stranger who has gone keeps no permit', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  bound();
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
  bound();
  const served: string[] = [];
  const over = Promise.withResolvers<void>();
  app.get('/api/slow', async (request) => {
    await over.promise;
    served.push(request.ip);
    return 'done';
  });
  app.get('/healthz', NONE, async () => 'alive');
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

test('given a flood by one person, then four of it are under work, and others are served', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  bound();
  const over = Promise.withResolvers<void>();
  let running = 0;
  app.get('/api/slow', PEOPLE, async () => {
    running += 1;
    await over.promise;
    return 'done';
  });
  app.get('/api/quick', PEOPLE, async () => 'done');
  app.get('/healthz', NONE, async () => 'alive');
  const ask = await listening();
  const arrived = arrival(30);
  const flood = Array.from({ length: 30 }, () => ask('/api/slow', { authorization: 'Bearer known ravi' }));
  await arrived;
  expect((await ask('/api/quick', { authorization: 'Bearer known asha' })).status).toBe(200);
  expect((await ask('/api/quick')).status).toBe(200);
  const underWork = running;
  over.resolve();
  expect(underWork).toBe(4);
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('given a token that was proven before, when it comes to a public route, then its caller is a stranger', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  bound();
  const over = Promise.withResolvers<void>();
  let running = 0;
  app.get('/api/public', async () => {
    running += 1;
    await over.promise;
    return 'done';
  });
  app.get('/healthz', NONE, async () => 'alive');
  const ask = await listening();
  const arrived = arrival(30);
  const flood = Array.from({ length: 30 }, (_, nth) =>
    ask('/api/public', { authorization: `Bearer known person${nth}` }),
  );
  await arrived;
  const underWork = running;
  over.resolve();
  expect(underWork).toBe(8);
  await Promise.all(flood);
});

test('given a party outside that is silent, then who does not ask it is served, and who does is bounded', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  bound();
  const over = Promise.withResolvers<string>();
  let asking = 0;
  app.get('/api/order', async () =>
    outside('gateway', () => {
      asking += 1;
      return over.promise;
    }),
  );
  app.get('/api/other', async () => outside('captcha', async () => 'solved'));
  app.get('/api/quick', async () => 'done');
  app.post('/api/webhook', WEBHOOKS, async () => 'taken');
  app.get('/healthz', NONE, async () => 'alive');
  const ask = await listening();
  const statuses: number[] = [];
  const refused = Promise.withResolvers<void>();
  const flood = Array.from({ length: 54 }, async () => {
    const reply = await ask('/api/order', { 'x-forwarded-for': '198.51.100.1' });
    if (statuses.push(reply.status) === 14) refused.resolve();
    return reply;
  });
  await refused.promise;
  for (const path of ['/api/quick', '/api/other']) expect((await ask(path)).status).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/api/webhook' })).statusCode).toBe(200);
  expect([asking, new Set(statuses)]).toEqual([8, new Set([503])]);
  over.resolve('opened');
  const answers = await Promise.all(flood);
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.map(({ headers }) => headers.get('retry-after'))).toEqual(
    Array.from({ length: 14 }, () => '2'),
  );
  expect((await ask('/api/order')).status).toBe(200);
});

test('given a flood of strangers, then a call-back of a provider has its own share', async () => {
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: ['loopback'] });
  bound();
  const over = Promise.withResolvers<void>();
  app.get('/api/slow', async () => over.promise);
  app.post('/api/webhook', WEBHOOKS, async () => 'taken');
  app.get('/healthz', NONE, async () => 'alive');
  const ask = await listening();
  const arrived = arrival(20);
  const flood = Array.from({ length: 20 }, () => ask('/api/slow'));
  await arrived;
  expect((await app.inject({ method: 'POST', url: '/api/webhook' })).statusCode).toBe(200);
  over.resolve();
  await Promise.all(flood);
});
