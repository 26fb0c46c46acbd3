// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { sampleSession } from '../../test/session.ts';
import { startEvents } from './events.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const HALF = 2 ** 31;

/** Opens a stream that the server refuses; `asked` has the moments of the page's clock at which it asked instead. */
function refusedStream(drawn: number) {
  localStorage.setItem('mohlat-auth', JSON.stringify(sampleSession(Date.now())));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((values) => {
    if (values instanceof Uint32Array) values.fill(drawn);
    return values;
  });
  const { sent } = stubNetwork({ 'GET /events': [503, {}] });
  const asked: number[] = [];
  const start = () => startEvents({ onEvent: () => {}, onPoll: () => void asked.push(performance.now()) });
  return { asked, start, ages: () => sent.map(({ headers }) => Number(headers.get('X-Page-Age'))) };
}

test('a stream says how old the page is, and one that is taken up again how long ago the page asked', async () => {
  const { asked, start, ages } = refusedStream(HALF);
  vi.advanceTimersByTime(1500);
  const stop = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(ages()).toEqual([1500]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toHaveLength(1);
  expect(ages()[1]).toBe(0);
  stop();
});

test.each([
  { drawn: 0, at: [1000, 3500, 11_000] },
  { drawn: HALF, at: [2000, 7000, 22_000] },
  { drawn: HALF + HALF / 2, at: [2500, 8750, 27_500] },
])('given streams that end at one moment, then pages ask at their own ($drawn)', async ({ drawn, at }) => {
  const { asked, start } = refusedStream(drawn);
  const begun = performance.now();
  const stop = start();
  await vi.advanceTimersByTimeAsync(35_000);
  expect(asked.slice(0, 3).map((moment) => moment - begun)).toEqual(at);
  stop();
});
