// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { sampleSession } from '../../test/session.ts';
import { startEvents } from './events.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a stream says how old the page is, and one that is taken up again how long ago the page asked', async () => {
  localStorage.setItem('mohlat-auth', JSON.stringify(sampleSession(Date.now())));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { sent } = stubNetwork({ 'GET /events': [503, {}] });
  const ages = () => sent.map(({ headers }) => Number(headers.get('X-Page-Age')));
  vi.advanceTimersByTime(1500);
  const onPoll = vi.fn<() => void>();
  const stop = startEvents({ onEvent: () => {}, onPoll });
  await vi.advanceTimersByTimeAsync(0);
  expect(ages()).toEqual([1500]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(onPoll).toHaveBeenCalledTimes(1);
  expect(ages()[1]).toBe(0);
  stop();
});
