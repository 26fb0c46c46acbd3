import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer } from './server.ts';

const KB = 1024;
let app: Awaited<ReturnType<typeof createHttpServer>>;
let port = 0;
/** Lets an upload that waits for its turn be read. */
let readOn = () => {};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  app = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: [] });
  app.addContentTypeParser('video/webm', (_, body, done) => done(null, body));
  const size = async (body: AsyncIterable<Buffer>) => {
    let bytes = 0;
    for await (const piece of body) bytes += piece.length;
    return bytes;
  };
  const upload = { bodyLimit: 50_000 * KB, config: { isUpload: true } } as const;
  app.post('/upload', upload, ({ body }) => size(body as AsyncIterable<Buffer>).then(String));
  app.post('/waiting', upload, async ({ body }) => {
    await new Promise<void>((resolve) => (readOn = resolve));
    return String(await size(body as AsyncIterable<Buffer>));
  });
  app.post('/other', { bodyLimit: 50_000 * KB }, ({ body }) =>
    size(body as AsyncIterable<Buffer>).then(String),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(async () => {
  vi.useRealTimers();
  app.server.closeAllConnections();
  await app.close();
});

const soon = () => new Promise(setImmediate);

/** Begins a body of 1200 kB; `send` resolves once the server has taken the bytes, or takes no more for now. */
async function begin(path: string) {
  const connected = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const client = connect(port, '127.0.0.1');
  const there = await connected;
  let text = '';
  client.on('data', (piece: Buffer) => (text += piece.toString()));
  client.on('error', () => {});
  const closed = new Promise<string>((resolve) => client.on('close', () => resolve(text)));
  let sentBytes = 0;
  const write = async (bytes: Buffer | string) => {
    sentBytes += bytes.length;
    client.write(bytes);
    while (there.bytesRead < sentBytes && !there.isPaused() && !there.destroyed) await soon();
  };
  const asked = new Promise((resolve) => app.server.once('request', resolve));
  await write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: video/webm\r\ncontent-length: ${1200 * KB}\r\n\r\n`,
  );
  await asked;
  return { send: (bytes: number) => write(Buffer.alloc(bytes)), text: () => text, closed };
}

test('given an upload on a slow line, when it moves on for two minutes, then it is taken whole', async () => {
  const { send, text, closed } = await begin('/upload');
  for (let part = 0; part < 4; part += 1) {
    await send(300 * KB - (part === 3 ? 1 : 0));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(text()).toBe('');
  }
  await send(1);
  expect(await closed).toMatch(new RegExp(`^HTTP/1.1 200 [\\s\\S]*\\r\\n${1200 * KB}$`));
});

test('given an upload that drips, when thirty seconds bring less than 64 kbit/s, then it is given up', async () => {
  const { send, closed } = await begin('/upload');
  await send(300 * KB);
  await vi.advanceTimersByTimeAsync(30_000);
  await send(200 * KB);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await closed).toMatch(/^HTTP\/1.1 408 [\s\S]*"request_timeout"/);
});

test('given an upload that waits for its turn, when the server does not read it, then its sender is not late', async () => {
  const { send, text, closed } = await begin('/waiting');
  await send(1200 * KB);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(text()).toBe('');
  readOn();
  expect(await closed).toMatch(/^HTTP\/1.1 200 /);
});

test('given any other body, when it moves on and is not whole in thirty seconds, then it is given up', async () => {
  const { send, text, closed } = await begin('/other');
  await send(600 * KB);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(text()).toBe('');
  await send(300 * KB);
  await vi.advanceTimersByTimeAsync(1);
  expect(await closed).toMatch(/^HTTP\/1.1 408 [\s\S]*"request_timeout"/);
});
