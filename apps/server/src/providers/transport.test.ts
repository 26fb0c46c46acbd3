import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createHttpClient } from '#platform/outbound/http-client.ts';
import type { CallRecord, HttpClient } from '#platform/outbound/http-client.ts';
import {
  ProviderAuthError,
  ProviderContractDrift,
  ProviderDuplicate,
  ProviderError,
  ProviderMalformed,
  ProviderRateLimited,
  ProviderRejected,
  ProviderServerError,
  ProviderTimeout,
  ProviderUnreachable,
} from './errors.ts';
import {
  createTransport,
  readWire,
  REPEAT_NEVER,
  REPEAT_READ,
  resolveTimeouts,
  stringAt,
} from './transport.ts';
import type { Call, Dialect, Transport } from './transport.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: Handler;
let hits: number;
let records: CallRecord[];
let http: HttpClient;
let transport: Transport;
let baseUrl: string;
const server = createServer((request, response) => {
  hits += 1;
  handler(request, response);
});

const dialect = (url = baseUrl): Dialect => ({
  provider: 'razorpay',
  baseUrl: url,
  headers: () => ({}),
  codeOf: (json) => stringAt(json, 'code'),
  traceOf: (json) => stringAt(json, 'trace'),
});

const aCall = (over: Partial<Call> = {}): Call => ({
  op: 'probe',
  kind: 'read',
  timeout: 'read',
  repeats: REPEAT_NEVER,
  method: 'GET',
  path: '/thing',
  ...over,
});

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const failureOf = async (call: Call, url = baseUrl): Promise<ProviderError> => {
  const error: unknown = await transport.call(dialect(url), call).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error instanceof ProviderError) return error;
  throw new Error('expected a ProviderError', { cause: error });
};

beforeEach(async () => {
  hits = 0;
  records = [];
  http = createHttpClient();
  transport = createTransport({
    http,
    // Only a test of silence has a short time: an answer may be slow on a busy machine.
    timeouts: resolveTimeouts({ read: { connectMs: 60_000, totalMs: 60_000 }, sms: { totalMs: 200 } }),
    backoff: { baseMs: 1, capMs: 4 },
    breaker: { failures: 3, halfOpenAfterMs: 60_000 },
    bulkhead: { concurrent: 2, queued: 2 },
    onCall: (record) => records.push(record),
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`;
});

afterEach(async () => {
  vi.useRealTimers();
  await http.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

describe('what a failed call means', () => {
  it('is not done and safe to repeat when no connection could be made', async () => {
    const error = await failureOf(aCall({ kind: 'write' }), 'http://127.0.0.1:1');
    expect(error).toBeInstanceOf(ProviderUnreachable);
    expect([error.outcome, error.retry]).toEqual(['not_done', 'safe']);
  });

  it('is not done when the caller, asked once the connection stands, wants it no more', async () => {
    handler = answer(200, '{}');
    let connected = 0;
    server.once('connection', () => (connected += 1));
    const mayLeave = () => connected === 0;
    const context = { requestId: 'r', actor: 'job', mayLeave } as const;
    const error = await failureOf(aCall({ kind: 'write', context }));
    expect([error.name, error.outcome, hits]).toEqual(['ProviderUnreachable', 'not_done', 0]);
  });

  it('is unknown when the request went out and no answer came in time', async () => {
    handler = () => {};
    const error = await failureOf(aCall({ kind: 'write', timeout: 'sms' }));
    expect(error).toBeInstanceOf(ProviderTimeout);
    expect([error.outcome, error.retry]).toEqual(['unknown', 'enquire_first']);
  });

  it('is unknown when the connection breaks after the request was read', async () => {
    handler = (request) => request.socket.destroy();
    expect((await failureOf(aCall({ kind: 'write' }))).outcome).toBe('unknown');
  });

  it('is unknown when the answer stops half way', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    };
    expect(await failureOf(aCall({ kind: 'write' }))).toBeInstanceOf(ProviderTimeout);
  });

  it('is unknown for a write and not done for a read when the server fails', async () => {
    handler = answer(503, '{}');
    const write = await failureOf(aCall({ kind: 'write' }));
    const read = await failureOf(aCall());
    expect(write).toBeInstanceOf(ProviderServerError);
    expect([write.outcome, read.outcome]).toEqual(['unknown', 'not_done']);
  });

  it.each([
    ['an HTML page', 'text/html', '<h1>Maintenance</h1>'],
    ['a cut-off body', 'application/json', '{"id":'],
    ['an empty body', 'application/json', ''],
    ['JSON under another name', 'text/plain', '{}'],
  ])('is malformed, and unknown for a write, when a 200 carries %s', async (_what, type, body) => {
    handler = answer(200, body, { 'content-type': type });
    const error = await failureOf(aCall({ kind: 'write' }));
    expect(error).toBeInstanceOf(ProviderMalformed);
    expect(error.outcome).toBe('unknown');
  });

  it('is not done when throttled, and says when to come back', async () => {
    handler = answer(429, '{}', { 'retry-after': '7' });
    const error = await failureOf(aCall({ kind: 'write' }));
    expect(error).toBeInstanceOf(ProviderRateLimited);
    expect(error).toMatchObject({ outcome: 'not_done', retryAfterMs: 7_000 });
  });

  it('is an authorisation error for 401 and 403', async () => {
    handler = answer(401, '{}');
    expect(await failureOf(aCall())).toBeInstanceOf(ProviderAuthError);
    handler = answer(403, '{}');
    expect(await failureOf(aCall())).toBeInstanceOf(ProviderAuthError);
  });

  it('is a rejection with its code and trace for any other 4xx', async () => {
    handler = answer(422, '{"code":"bad_thing","trace":"t-1"}');
    const error = await failureOf(aCall());
    expect(error).toBeInstanceOf(ProviderRejected);
    expect(error).toMatchObject({ providerCode: 'bad_thing', providerTrace: 't-1', retry: 'never' });
  });

  it('is no rejection without a code of the provider: something on the way may have answered', async () => {
    handler = answer(404, '<h1>Not found</h1>', { 'content-type': 'text/html' });
    const error = await failureOf(aCall({ kind: 'write' }));
    expect(error).toBeInstanceOf(ProviderContractDrift);
    expect([error.outcome, error.retry]).toEqual(['unknown', 'enquire_first']);
  });

  it('is a drift for a redirect, which no contract of ours has', async () => {
    handler = answer(302, '{}', { location: '/elsewhere' });
    expect(await failureOf(aCall())).toBeInstanceOf(ProviderContractDrift);
    expect(hits).toBe(1);
  });
});

describe('repeats', () => {
  it('repeats a read until the far side recovers', async () => {
    handler = (request, response) => answer(hits < 4 ? 500 : 200, '{}')(request, response);
    await transport.call(dialect(), aCall({ kind: 'enquiry', repeats: REPEAT_READ }));
    expect(hits).toBe(4);
    expect(records.map((r) => r.attempt)).toEqual([1, 2, 3, 4]);
  });

  it('stays unknown when the repeat of a lost write was not done', async () => {
    handler = (request, response) => {
      if (hits === 1) request.socket.destroy();
      else answer(429, '{}', { 'retry-after': '0' })(request, response);
    };
    const error = await failureOf(aCall({ kind: 'write', repeats: { notDone: 1, unknown: 1 } }));
    expect(hits).toBe(3);
    expect(error.outcome).toBe('unknown');
  });

  it('never repeats a money write by itself, whatever happens', async () => {
    handler = answer(500, '{}');
    await failureOf(aCall({ kind: 'write', repeats: REPEAT_NEVER }));
    expect(hits).toBe(1);
  });

  it('does not repeat a rejection or a refused key', async () => {
    handler = answer(400, '{"code":"no"}');
    await failureOf(aCall({ repeats: REPEAT_READ }));
    handler = answer(401, '{}');
    await failureOf(aCall({ repeats: REPEAT_READ }));
    expect(hits).toBe(2);
  });

  it('gives up when the wait would pass the caller’s deadline', async () => {
    handler = answer(429, '{}', { 'retry-after': '5' });
    const context = { requestId: 'r', actor: 'user', deadlineMs: 1_000 } as const;
    await failureOf(aCall({ repeats: REPEAT_READ, context }));
    expect(hits).toBe(1);
  });
});

describe('circuits and lanes', () => {
  it('stops asking after a row of failures, and says nothing was sent', async () => {
    handler = answer(500, '{}');
    for (let i = 0; i < 3; i += 1) await failureOf(aCall({ kind: 'write' }));
    const error = await failureOf(aCall({ kind: 'write' }));
    expect(error).toBeInstanceOf(ProviderUnreachable);
    expect(error.outcome).toBe('not_done');
    expect(hits).toBe(3);
    const { provider } = dialect();
    expect([transport.isOpen(provider, aCall().op), transport.isOpen(provider, 'other')]).toEqual([
      true,
      false,
    ]);
  });

  it('lets one caller begin once the time of an open circuit has passed, and none while its call has no answer', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const { provider } = dialect();
    const write = aCall({ kind: 'write' });
    const isOpen = () => transport.isOpen(provider, write.op);
    const mayTry = () => transport.mayTry(provider, write.op);
    handler = answer(500, '{}');
    for (let i = 0; i < 3; i += 1) await failureOf(write);
    expect(mayTry()).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect([isOpen(), mayTry(), mayTry(), isOpen()]).toEqual([false, true, false, true]);
    // The one that might have begun did not.
    vi.advanceTimersByTime(60_000);
    expect(mayTry()).toBe(true);

    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    handler = (request, response) => {
      arrive();
      void gate.then(() => answer(500, '{}')(request, response));
    };
    const first = failureOf(write);
    await arrived;
    vi.advanceTimersByTime(60_000);
    expect([isOpen(), mayTry()]).toEqual([true, false]);
    letGo();
    await first;
    expect([isOpen(), mayTry()]).toEqual([true, false]);

    vi.advanceTimersByTime(60_000);
    handler = answer(200, '{}');
    await transport.call(dialect(), write);
    expect([isOpen(), mayTry(), mayTry()]).toEqual([false, true, true]);
  });

  it('keeps the circuits of different operations apart', async () => {
    handler = answer(500, '{}');
    for (let i = 0; i < 4; i += 1) await failureOf(aCall());
    handler = answer(200, '{}');
    await expect(transport.call(dialect(), aCall({ op: 'other' }))).resolves.toMatchObject({ status: 200 });
  });

  it('never stops an enquiry', async () => {
    handler = answer(500, '{}');
    for (let i = 0; i < 6; i += 1) await failureOf(aCall({ kind: 'enquiry' }));
    expect(hits).toBe(6);
  });

  it('does not take rejections for an outage', async () => {
    handler = answer(400, '{"code":"no"}');
    for (let i = 0; i < 5; i += 1) await failureOf(aCall());
    expect(hits).toBe(5);
  });

  it('refuses at once, as not done, when too many calls are waiting', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    handler = (request, response) => void gate.then(() => answer(200, '{}')(request, response));
    const calls = Array.from({ length: 5 }, () => transport.call(dialect(), aCall({ kind: 'write' })));
    // None is answered before one was refused.
    for (const call of calls) call.catch(() => letGo());
    const results = await Promise.allSettled(calls);
    const refused = results.filter((r) => r.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toBeInstanceOf(ProviderUnreachable);
  });
});

describe('what is told and believed', () => {
  it('records names, codes and times, and neither address nor body', async () => {
    handler = answer(200, '{"trace":"t-9","pan":"ABCDE1234A"}');
    const context = { requestId: 'req-1', actor: 'job' } as const;
    await transport.call(dialect(), aCall({ path: '/pan/ABCDE1234A', context }));
    expect(records[0]).toMatchObject({ provider: 'razorpay', op: 'probe', requestId: 'req-1', trace: 't-9' });
    expect(JSON.stringify(records)).not.toContain('ABCDE1234A');
  });

  it('names the field that is missing or unknown, tolerating extra ones', () => {
    const schema = z.object({ data: z.object({ status: z.enum(['Success']) }) });
    const at = { provider: 'razorpay', op: 'probe' } as const;
    expect(readWire(schema, { data: { status: 'Success', extra: 1 } }, at).data.status).toBe('Success');
    expect(() => readWire(schema, { data: { status: 'Dancing' } }, at)).toThrow(
      expect.objectContaining({ name: 'ProviderContractDrift', field: 'data.status' }),
    );
  });

  it('keeps the path prefix of a base address', async () => {
    let path = '';
    handler = (request, response) => {
      path = request.url ?? '';
      answer(200, '{}')(request, response);
    };
    await transport.call(dialect(), aCall({ query: { a: '1', b: undefined } }));
    expect(path).toBe('/prefix/thing?a=1');
  });

  it('refuses plain HTTP outside this machine', async () => {
    await expect(transport.call(dialect('http://provider.example'), aCall())).rejects.toThrow(TypeError);
  });
});

describe('what counts against a provider', () => {
  class Unwilling extends ProviderRejected {}
  const outcomes = () => records.map(({ result, outcome }) => `${result} ${outcome}`);

  it('is no clear refusal of whatever kind, nor a key that was used', async () => {
    handler = answer(409, '{"code":"used"}');
    for (const refusal of [Unwilling, ProviderDuplicate]) {
      const unwilling: Dialect = { ...dialect(), refuse: (_, details) => new refusal(details) };
      await expect(transport.call(unwilling, aCall())).rejects.toThrow(ProviderError);
    }
    handler = answer(400, '{"code":"wrong"}');
    await failureOf(aCall());
    handler = answer(200, '{}');
    await transport.call(dialect(), aCall());
    expect(outcomes()).toEqual([
      'Unwilling refused',
      'ProviderDuplicate refused',
      'ProviderRejected refused',
      'ok ok',
    ]);
  });

  it('is a call without a clear answer, and none that we ourselves held back', async () => {
    handler = answer(500, '{}');
    for (let count = 1; count <= 4; count += 1) await failureOf(aCall());
    expect(outcomes()).toEqual([
      'ProviderServerError failed',
      'ProviderServerError failed',
      'ProviderServerError failed',
      'ProviderUnreachable not_sent',
    ]);
  });
});
