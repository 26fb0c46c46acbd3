// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import { VIDEO_LIMITS } from '@mohlat/contract';
import { expect, test, vi } from 'vitest';
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
  const take = {
    challengeId: 'one',
    phrase: '4021',
    video: new NodeBlob(['seen']) as Blob,
    latitude: 28.6,
    longitude: 77.2,
    sentParts: [],
    isWanted: true,
  };
  const sending = sendTake({
    take,
    signal: new AbortController().signal,
    onProgress: ({ isWaiting }) => void told.push(isWaiting),
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
