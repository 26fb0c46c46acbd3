import { afterEach, expect, test, vi } from 'vitest';
import { fetchWithin } from './answer-limit.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A network that never answers, and gives up when it is told to. */
function stubSilence() {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        if (signal.aborted) reject(new Error('aborted'));
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
}

/** As Safari has it before 17.4: we build for 16.4. */
function stubOlderBrowser() {
  vi.stubGlobal('AbortSignal', Object.assign(Object.create(AbortSignal) as object, { any: undefined }));
}

test('given an older browser, when a call that may be given up is sent, then it is answered', async () => {
  stubOlderBrowser();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 201 })));
  const { signal } = new AbortController();
  expect((await fetchWithin('/a', { method: 'POST', signal })).status).toBe(201);
});

test('given a call without an answer, when its sender gives up, then it ends', async () => {
  stubSilence();
  const sender = new AbortController();
  const answer = fetchWithin('/a', { method: 'POST', signal: sender.signal });
  sender.abort();
  await expect(answer).rejects.toThrow('aborted');
  await expect(fetchWithin('/a', { method: 'POST', signal: sender.signal })).rejects.toThrow('aborted');
});

test('given a call without an answer, when half a minute is over, then it ends', async () => {
  vi.useFakeTimers();
  stubSilence();
  const { signal } = new AbortController();
  const answer = fetchWithin('/a', { method: 'POST', signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await answer).toEqual(new Error('aborted'));
});
