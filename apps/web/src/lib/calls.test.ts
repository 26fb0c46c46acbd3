// @vitest-environment jsdom
import { contract, declareCall, type Retry } from '@mohlat/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { addressOf, call } from './api.ts';
import { createEventParser, type ServerEvent } from './events.ts';
import { intentKey, sendOnce } from './intent.ts';
import { NetworkError, ProblemError } from './problem.ts';

const { readThing, payThing, closeThing } = contract({
  calls: {
    readThing: declareCall({ name: 'readThing', method: 'GET', path: '/things/{id}', access: 'public' }),
    payThing: declareCall({
      name: 'payThing',
      method: 'POST',
      path: '/things',
      access: 'public',
      idempotent: true,
    }),
    closeThing: declareCall({ name: 'closeThing', method: 'DELETE', path: '/things', access: 'public' }),
  },
  endpoints: {
    readThing: {
      summary: 'A thing',
      params: z.object({ id: z.string() }),
      answer: z.object({ name: z.string() }),
    },
    payThing: {
      summary: 'Pays',
      status: 202,
      body: z.object({ amountPaise: z.int() }),
      answer: z.object({ id: z.string() }),
    },
    closeThing: { summary: 'Closes', answer: z.object({}) },
  },
}).endpoints;

// The network is the outside world: each test says what it answers.
const network = vi.fn<typeof fetch>();
beforeEach(() => {
  sessionStorage.clear();
  network.mockReset();
  vi.stubGlobal('fetch', network);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers }));

const problem = (code: string, status: number, more: object = {}) => ({
  type: 'about:blank',
  title: code,
  status,
  code,
  detail: `detail of ${code}`,
  requestId: 'req-1',
  ...more,
});

describe('a call', () => {
  test('fills the path and sends the body with its key', async () => {
    network.mockImplementation(() => answer(202, { id: 'p1' }));
    const paid = await call(payThing, { body: { amountPaise: 100 }, idempotencyKey: 'k1' });
    expect(paid).toEqual({ id: 'p1' });
    const [address, init] = network.mock.calls[0] ?? [];
    expect(address).toBe('/api/v1/things');
    expect(new Headers(init?.headers).get('idempotency-key')).toBe('k1');
    expect(init?.body).toBe('{"amountPaise":100}');
    expect(addressOf('/things/{id}', { id: 'a/b' }, { limit: 5, cursor: undefined })).toBe(
      '/api/v1/things/a%2Fb?limit=5',
    );
  });

  test('a problem document becomes a typed error with its field errors', async () => {
    network.mockImplementation(() =>
      answer(422, problem('validation_failed', 422, { errors: [{ path: 'pan', message: 'Bad PAN' }] })),
    );
    const error = await call(readThing, { params: { id: '1' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      code: 'validation_failed',
      status: 422,
      requestId: 'req-1',
      retry: 'never',
      fieldErrors: [{ path: 'pan', message: 'Bad PAN' }],
    });
    expect((error as ProblemError).sentence('en')).toBe('detail of validation_failed');
  });

  test('an answer that is no problem document is still one error with a sentence', async () => {
    network.mockImplementation(() => Promise.resolve(new Response('<html>', { status: 502 })));
    await expect(call(readThing, { params: { id: '1' } })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  test.each([502, 504])(
    'given a gateway that lost the answer of the server and says %i, then the same key is safe',
    async (status) => {
      network.mockImplementation(() => Promise.resolve(new Response('<html>', { status })));
      const lost = { code: 'service_unavailable', retry: 'same_key' };
      await expect(call(readThing, { params: { id: '1' } })).rejects.toMatchObject(lost);
    },
  );

  const paying = () => call(payThing, { body: { amountPaise: 100 }, idempotencyKey: 'k1' });
  test.each([
    ['a payment', 'before its answer', paying],
    ['a payment', 'within its answer', paying],
    ['a change without a key', 'before its answer', () => call(closeThing, {})],
  ])('given %s that hangs %s, when half a minute is over, then it is lost', async (_thing, where, send) => {
    vi.useFakeTimers();
    network.mockImplementation((_, init) => {
      const given = Promise.withResolvers<never>();
      init?.signal?.addEventListener('abort', () => given.reject(new DOMException('', 'AbortError')));
      const body = new ReadableStream({
        start: (stream) => void given.promise.catch((e) => stream.error(e)),
      });
      return where === 'before its answer' ? given.promise : Promise.resolve(new Response(body));
    });
    const ended = vi.fn();
    void send().catch(ended);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(expect.any(NetworkError)));
  });

  test('given a change that is answered, when it is over, no timer of it is left', async () => {
    vi.useFakeTimers();
    network.mockImplementation(() => answer(202, { id: 'p1' }));
    await expect(paying()).resolves.toEqual({ id: 'p1' });
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(paying()).rejects.toBeInstanceOf(NetworkError);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test('a lost connection is told apart from a refusal', async () => {
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(call(readThing, { params: { id: '1' } })).rejects.toBeInstanceOf(NetworkError);
  });

  test('given no network, when something is to be changed, then it fails at once and asks for nothing', async () => {
    network.mockImplementation(() => answer(202, { id: 'p1' }));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const sending = call(payThing, { body: { amountPaise: 100 }, idempotencyKey: 'k1' });
    await expect(sending).rejects.toBeInstanceOf(NetworkError);
    expect(network).not.toHaveBeenCalled();
  });
});

describe('one key per intent', () => {
  test('the key is made before sending and kept when the answer is lost', async () => {
    const keys: string[] = [];
    const lose = (key: string) => {
      keys.push(key);
      return Promise.reject(new NetworkError('lost'));
    };
    await expect(sendOnce('pay', { q: 1 }, lose)).rejects.toBeInstanceOf(NetworkError);
    await sendOnce('pay', { q: 1 }, (key) => Promise.resolve(keys.push(key)));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('a new body, or a finished intent, gets a new key', async () => {
    const first = intentKey('pay', { q: 1 });
    expect(intentKey('pay', { q: 1 })).toBe(first);
    expect(intentKey('pay', { q: 2 })).not.toBe(first);
    const done = intentKey('repay', { a: 1 });
    await sendOnce('repay', { a: 1 }, () => Promise.resolve());
    expect(intentKey('repay', { a: 1 })).not.toBe(done);
  });

  test('a final refusal drops the key, one that may still be running keeps it', async () => {
    const refuse = (code: string, status: number, retry: Retry) => () =>
      Promise.reject(new ProblemError(problem(code, status, { retry })));
    const key = intentKey('pay', {});
    vi.useFakeTimers();
    const failed = vi.fn();
    const running = sendOnce('pay', {}, refuse('idempotency_in_progress', 409, 'same_key')).catch(failed);
    await vi.advanceTimersByTimeAsync(10_000);
    await running;
    vi.useRealTimers();
    expect(failed).toHaveBeenCalledOnce();
    expect(intentKey('pay', {})).toBe(key);
    await expect(sendOnce('pay', {}, refuse('internal', 500, 'same_key'))).rejects.toThrow();
    expect(intentKey('pay', {})).toBe(key);
    await expect(sendOnce('pay', {}, refuse('quote_expired', 409, 'never'))).rejects.toThrow();
    expect(intentKey('pay', {})).not.toBe(key);
  });
});

test.each([
  ['a script that does not load', new TypeError('Failed to fetch dynamically imported module')],
  ['a session that is over', new ProblemError(problem('unauthorized', 401, { retry: 'never' }))],
  ['too many tries', new ProblemError(problem('too_many_requests', 429, { retry: 'later' }))],
  ['a second factor that is missing', new ProblemError(problem('mfa_required', 403, { retry: 'never' }))],
  ['a service that is down', new ProblemError(problem('provider_unavailable', 503, { retry: 'later' }))],
])('given a lost answer, when the next press meets %s, then the key stays', async (_, error) => {
  const key = intentKey('repay', { a: 1 });
  await expect(sendOnce('repay', { a: 1 }, () => Promise.reject(new NetworkError('lost')))).rejects.toThrow();
  await expect(sendOnce('repay', { a: 1 }, () => Promise.reject(error))).rejects.toThrow();
  expect(intentKey('repay', { a: 1 })).toBe(key);
});

test('a call that is still being answered is asked again under its key until the answer is there', async () => {
  vi.useFakeTimers();
  const seen: string[] = [];
  const answered = sendOnce('repay', { a: 1 }, (key) => {
    seen.push(key);
    return seen.length < 3
      ? Promise.reject(new ProblemError(problem('idempotency_in_progress', 409, { retry: 'same_key' })))
      : Promise.resolve('done');
  });
  await vi.advanceTimersByTimeAsync(1500);
  vi.useRealTimers();
  expect(await answered).toBe('done');
  expect(new Set(seen).size).toBe(1);
  expect(seen).toHaveLength(3);
});

describe('events', () => {
  test('are read whole however the stream is cut', () => {
    const seen: ServerEvent[] = [];
    const parse = createEventParser((event) => seen.push(event));
    const text =
      ': hello\n\nid: 7\nevent: payment\ndata: {"id":"p1"}\n\nevent: kyc\r\ndata: a\r\ndata: b\r\n\r\n';
    for (const character of text) parse(character);
    expect(seen).toEqual([
      { name: 'payment', id: '7', data: '{"id":"p1"}' },
      { name: 'kyc', id: undefined, data: 'a\nb' },
    ]);
  });
});
