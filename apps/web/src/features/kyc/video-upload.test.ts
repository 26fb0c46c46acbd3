// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import { VIDEO_LIMITS } from '@mohlat/contract';
import { expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/problem.ts';
import { partsOf, sendTake } from './video-upload.ts';

const video = (bytes: number) => new Blob([new Uint8Array(bytes)]);
const MB = 1024 * 1024;

test.each([
  [1, 1],
  [64 * 1024, 1],
  [64 * 1024 + 1, 2],
  [2 * MB, 32],
  [VIDEO_LIMITS.sizeBytesMax, 64],
])('a recording of %i bytes is cut into %i parts, none lost and none too large', (bytes, count) => {
  const parts = partsOf(video(bytes));
  expect(parts.length).toBe(count);
  expect(parts.reduce((sum, part) => sum + part.size, 0)).toBe(bytes);
  expect(Math.max(...parts.map((part) => part.size))).toBeLessThanOrEqual(VIDEO_LIMITS.partBytesMax);
});

const take = {
  challengeId: 'one',
  phrase: '4021',
  video: new NodeBlob(['seen']) as Blob,
  latitude: 28.6,
  longitude: 77.2,
  sentParts: [],
  isWanted: true,
};

/** Sends the take to a server that always answers so, the clock going on second by second. */
async function sendTo(answer: () => Promise<Response>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
  vi.stubGlobal('crypto', webcrypto);
  const askedAt: number[] = [];
  vi.stubGlobal('fetch', () => {
    askedAt.push(Date.now() / 1000);
    return answer();
  });
  const waits = new Set<string>();
  const stop = new AbortController();
  let ended: unknown;
  const over = sendTake({
    take,
    signal: stop.signal,
    onProgress: ({ waitsFor }) => void (waitsFor && waits.add(waitsFor.name)),
    onSent: () => {},
  }).catch((error: unknown) => {
    ended = error;
  });
  for (let seconds = 0; seconds < 300 && ended === undefined; seconds += 1) {
    vi.advanceTimersByTime(1000);
    await new Promise(setImmediate);
  }
  const before = ended;
  stop.abort();
  await over;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  return { ended: before, askedAt, waits: [...waits] };
}

const busy =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Promise.resolve(new Response('{}', { status, headers }));

test('given a server that stays busy, when it has refused for a minute, then the sending stops with what it said', async () => {
  const { ended, askedAt, waits } = await sendTo(busy(503));
  expect(ended).toMatchObject({ code: 'service_unavailable' });
  expect(askedAt.length).toBe(8);
  expect(waits).toEqual(['ProblemError']);
});

test('given a busy server that names a time, then it is not asked before', async () => {
  const { askedAt } = await sendTo(busy(429, { 'retry-after': '30' }));
  expect(askedAt.slice(0, 3).map((at) => at - askedAt[0]!)).toEqual([0, 30, 60]);
});

test('given a time too long to wait for, then the sending stops at once', async () => {
  const { ended, askedAt } = await sendTo(busy(429, { 'retry-after': '600' }));
  expect(ended).toMatchObject({ status: 429 });
  expect(askedAt.length).toBe(1);
});

test('given no connection, then the sending waits for it without an end', async () => {
  const { ended, askedAt, waits } = await sendTo(() => Promise.reject(new TypeError('lost')));
  expect(ended).toBeUndefined();
  expect(askedAt.length).toBeGreaterThan(20);
  expect(waits).toEqual(['NetworkError']);
});

test('a part whose answer never comes is sent again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('crypto', webcrypto);
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string, { method, signal }: RequestInit) => {
    asked.push(`${method} ${address.split('/').slice(-2).join('/')}`);
    if (asked.length > 1) return Promise.resolve(new Response('{}'));
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  });
  const told: boolean[] = [];
  const sending = sendTake({
    take,
    signal: new AbortController().signal,
    onProgress: ({ waitsFor }) => void told.push(waitsFor instanceof NetworkError),
    onSent: () => {},
  });
  let isOver = false;
  const over = sending.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    vi.advanceTimersByTime(1000);
    await new Promise(setImmediate);
  }
  await over;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect(asked).toEqual(['PUT parts/0', 'PUT parts/0', 'POST one/complete']);
  expect(told).toContain(true);
});
