import { ERRORS, type Problem } from '@mohlat/contract';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer, type HttpOptions } from './server.ts';

let app: Awaited<ReturnType<typeof createHttpServer>>;
/** Lets what was asked of /slow be answered. */
let answerSlowly: () => void;
let isAsked: () => void = () => {};
afterEach(() => app.close());

type Options = Pick<HttpOptions, 'clock' | 'connectionsMax' | 'requestMs'>;

async function start(options: Options): Promise<number> {
  app = await createHttpServer({
    log: createLog('silent'),
    isHttps: false,
    trustedProxies: [],
    ...options,
  });
  app.post('/', async () => 'done');
  app.get('/api/v1/told', async () => ({ told: true }));
  app.get('/api/v1/told/:id', async () => ({ told: true }));
  app.get('/api/v1/kept', async ({ query }, reply) => {
    reply.header('cache-control', 'public, max-age=60');
    if ((query as { fails?: string }).fails) throw new Error('broken');
    return {};
  });
  app.get('/streamed', (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain' });
    reply.raw.write('the first part');
  });
  app.get('/quick', async () => 'done');
  app.get('/slow', async () => {
    isAsked();
    await new Promise<void>((resolve) => (answerSlowly = resolve));
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends bytes that never make a whole request, and `then` once an answer begins; collects the answer until the server hangs up. */
function send(port: number, bytes: string, then?: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      if (text === '' && then !== undefined) socket.write(then);
      text += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

test('an answer of the API, refused or not, has the time of the clock that the product keeps its promises by', async () => {
  await start({ clock: { now: () => new Date('2027-01-31T18:31:07Z') } });
  const dateOf = async (url: string) => (await app.inject(url)).headers.date;
  expect(await Promise.all(['/api/v1/told', '/api/v1/none', '/auth/v1/none'].map(dateOf))).toEqual(
    Array.from({ length: 3 }, () => 'Sun, 31 Jan 2027 18:31:07 GMT'),
  );
});

test.each([
  ['of bytes that are no text', '/api/v1/told/x%F0'],
  ['too long', `/api/v1/told/${'a'.repeat(301)}`],
])('an address %s is not found, with the headers of any other, and is not repeated', async (_, url) => {
  await start({});
  const other = await app.inject('/api/v1/none');
  const { statusCode, headers, body } = await app.inject(url);
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
    'no-store',
  ]);
  expect(headers['content-security-policy']).toBe(other.headers['content-security-policy']);
  expect(headers['x-request-id']).toBeDefined();
  expect(body).not.toContain('told');
});

test('a failure is not kept, though the answer may be', async () => {
  await start({});
  const fails = await app.inject('/api/v1/kept?fails=1');
  expect([fails.statusCode, fails.headers['cache-control']]).toEqual([500, 'no-store']);
  expect((await app.inject('/api/v1/kept')).headers['cache-control']).toBe('public, max-age=60');
});

test('an answer of the API is a file by its header, refused or not; a page is none', async () => {
  await start({});
  const headerOf = async (url: string) => (await app.inject(url)).headers['content-disposition'];
  const file = 'attachment; filename="api.json"';
  expect(await Promise.all(['/api/v1/told', '/api/v1/none', '/quick'].map(headerOf))).toEqual([
    file,
    file,
    undefined,
  ]);
});

test('given a page in Hindi, when it is refused, then the sentence is Hindi and says when to retry', async () => {
  await start({});
  const refusal = async (language: string) => {
    const answer = await app.inject({ url: '/api/v1/none', headers: { 'accept-language': language } });
    return answer.json<Problem>();
  };
  const { en, hi } = ERRORS.not_found;
  expect(await refusal('hi')).toMatchObject({ detail: hi, retry: 'never' });
  expect(await refusal('hi-IN,en;q=0.5')).toMatchObject({ detail: hi });
  expect(await refusal('en')).toMatchObject({ detail: en });
});

test.each([
  ['malformed HTTP', 'NONSENSE\r\n\r\n', 400, 'bad_request'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a request that does not end', 'POST / HTTP/1.1\r\nhost: a\r\n', 408, 'request_timeout'],
])('%s is answered as every refusal is, under an id that the log has', async (_, bytes, status, code) => {
  const port = await start({ requestMs: 200 });
  const text = await send(port, bytes);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  const problem = JSON.parse(body) as Problem;
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(problem).toMatchObject({ status, code, detail: ERRORS[code as 'bad_request'].en });
  expect(headers.get('x-request-id')).toBe(problem.requestId);
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(body));
  const other = (await app.inject('/api/v1/none')).headers;
  for (const name of ['content-security-policy', 'x-content-type-options', 'cache-control'])
    expect(headers.get(name)).toBe(other[name]);
});

test('an address of sign-in that cannot be read is answered in plain text', async () => {
  await start({});
  const { statusCode, headers, body } = await app.inject('/auth/v1/x%F0');
  expect([statusCode, headers['content-type'], body]).toEqual([
    404,
    expect.stringContaining('text/plain'),
    '404 page not found\n',
  ]);
  expect(headers['x-request-id']).toBeDefined();
});

test('given an answer under way, when what follows on its connection is malformed, then the connection ends without a second head', async () => {
  const port = await start({});
  const text = await send(port, 'GET /streamed HTTP/1.1\r\nhost: a\r\n\r\n', 'NONSENSE\r\n\r\n');
  expect(text).toContain('the first part');
  expect(text).not.toMatch(/bad_request|HTTP\/1.1 400/);
});

test('a request that does not end is given up', async () => {
  const port = await start({ requestMs: 200 });
  expect(await send(port, 'POST / HTTP/1.1\r\nhost: a\r\n')).toMatch(/^HTTP\/1.1 408 /);
  expect(
    await send(
      port,
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ),
  ).toMatch(/^HTTP\/1.1 408 /);
});

test('headers have less than thirty seconds unless told otherwise, and an hour ends whatever is under way', async () => {
  await start({});
  expect(app.server.headersTimeout).toBeLessThanOrEqual(30_000);
  expect(app.server.requestTimeout).toBe(3_600_000);
});

test('connections beyond the number a process takes are closed at once', async () => {
  const port = await start({ connectionsMax: 1 });
  const isTaken = new Promise((resolve) => app.server.once('connection', resolve));
  const first = connect(port, '127.0.0.1');
  await isTaken;
  expect(await send(port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('');
  first.destroy();
});

test('closing waits for what is being answered, and not for the connection it came on', async () => {
  const port = await start({});
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const answer = fetch(`http://127.0.0.1:${port}/slow`, { keepalive: true });
  await asked;
  let isClosed = false;
  const closed = app.close().then(() => (isClosed = true));
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  answerSlowly();
  expect(await (await answer).text()).toBe('done');
  await closed;
});
