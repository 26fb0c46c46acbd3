import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer } from './server.ts';

let app: Awaited<ReturnType<typeof createHttpServer>>;
/** Lets what was asked of /slow be answered. */
let answerSlowly: () => void;
afterEach(() => app.close());

async function start(trustedProxies: readonly string[]): Promise<number> {
  app = await createHttpServer({
    log: createLog('silent'),
    isHttps: false,
    trustedProxies,
    connectionsPerAddressMax: 2,
  });
  const answered = new Promise<void>((resolve) => (answerSlowly = resolve));
  app.get('/quick', async () => 'done');
  app.get('/slow', async () => {
    await answered;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Opens a connection from a local address of its own, and waits until the server has it. */
async function open(port: number, localAddress: string) {
  const taken = new Promise((resolve) => app.server.once('connection', resolve));
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await taken;
  return { socket, closed };
}

const ASK = 'GET /quick HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

test('an address that has its share of connections is told busy, and another address is served', async () => {
  const port = await start([]);
  const held = [await open(port, '127.0.0.1'), await open(port, '127.0.0.1')];
  const third = await open(port, '127.0.0.1');
  third.socket.write(ASK.replace('connection: close\r\n', ''));
  const refused = await third.closed;
  expect(refused).toMatch(/^HTTP\/1.1 503 /);
  expect(refused).toMatch(/retry-after: 2\r\n/);
  expect(refused).toContain('"code":"busy"');
  const other = await open(port, '127.0.0.2');
  other.socket.write(ASK);
  expect(await other.closed).toMatch(/^HTTP\/1.1 200 /);
  // One that ends gives its place back.
  held[0]!.socket.write(ASK);
  expect(await held[0]!.closed).toMatch(/^HTTP\/1.1 200 /);
  const next = await open(port, '127.0.0.1');
  next.socket.write(ASK);
  expect(await next.closed).toMatch(/^HTTP\/1.1 200 /);
  held[1]!.socket.destroy();
});

test('far beyond its share an address is closed without a word', async () => {
  const port = await start([]);
  const held = [];
  for (let count = 0; count < 18; count += 1) held.push(await open(port, '127.0.0.1'));
  const beyond = await open(port, '127.0.0.1');
  expect(await beyond.closed).toBe('');
  for (const { socket } of held) socket.destroy();
});

test('behind a trusted proxy the requests of one client are bounded, and not the connections of the proxy', async () => {
  const port = await start(['loopback']);
  const ask = (path: string, address?: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, address ? { headers: { 'x-forwarded-for': address } } : {});
  const begun = Promise.withResolvers<void>();
  let asked = 0;
  app.server.on('request', () => (asked += 1) === 2 && begun.resolve());
  const slow = [ask('/slow', '203.0.113.7'), ask('/slow', '203.0.113.7')];
  await begun.promise;
  const refused = await ask('/quick', '203.0.113.7');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await ask('/quick', '203.0.113.8')).status).toBe(200);
  for (let count = 0; count < 4; count += 1) expect((await ask('/quick')).status).toBe(200);
  answerSlowly();
  for (const answer of await Promise.all(slow)) expect(await answer.text()).toBe('done');
  expect((await ask('/quick', '203.0.113.7')).status).toBe(200);
});

test('behind a trusted proxy a /48 of IPv6 has four shares, however many of its networks call', async () => {
  const port = await start(['loopback']);
  const ask = (path: string, network: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': `${network}::1` } });
  const begun = Promise.withResolvers<void>();
  let asked = 0;
  app.server.on('request', () => (asked += 1) === 8 && begun.resolve());
  const slow = Array.from({ length: 8 }, (_, nth) => ask('/slow', `2001:db8:7:${nth + 1}`));
  await begun.promise;
  const [within, beside] = [await ask('/quick', '2001:db8:7:99'), await ask('/quick', '2001:db8:8:1')];
  answerSlowly();
  expect([within.status, beside.status]).toEqual([503, 200]);
  for (const answer of await Promise.all(slow)) expect(await answer.text()).toBe('done');
  expect((await ask('/quick', '2001:db8:7:99')).status).toBe(200);
});
