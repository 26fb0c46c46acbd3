// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { startEvents } from './events.ts';

vi.mock('./auth.ts', () => ({ accessToken: () => Promise.resolve('token') }));

test('a stream says how old the page is, and one that is taken up again how long ago the page asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const ages: number[] = [];
  vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
    ages.push(Number(new Headers(init.headers).get('X-Page-Age')));
    return Promise.resolve(new Response(null, { status: 503 }));
  });
  const openedBefore = performance.now();
  const onPoll = vi.fn<() => void>();
  const stop = startEvents({ onEvent: () => {}, onPoll });
  await vi.advanceTimersByTimeAsync(0);
  expect(ages).toEqual([Math.ceil(openedBefore)]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(onPoll).toHaveBeenCalledTimes(1);
  expect(ages[1]).toBe(0);
  stop();
  vi.useRealTimers();
});
