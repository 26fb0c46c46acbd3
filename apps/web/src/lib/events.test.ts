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

/** Lets the page's clock stand, and draws the same part of every pause. */
function standStill(drawn: number) {
  localStorage.setItem('mohlat-auth', JSON.stringify(sampleSession(Date.now())));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((values) => {
    if (values instanceof Uint32Array) values.fill(drawn);
    return values;
  });
}

/** Opens a stream that the server refuses; `asked` has the moments of the page's clock at which it asked instead. */
function refusedStream(drawn: number) {
  standStill(drawn);
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

/** Streams that stay open, as a network that dies silently leaves them. */
function openStreams() {
  standStill(HALF);
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        streams.push(stream);
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  return { streams, beat: () => streams.at(-1)?.enqueue(new TextEncoder().encode(':\n\n')) };
}

test('given a stream that dies without a word, when no byte comes for long, then the page asks and listens anew', async () => {
  const { streams, beat } = openStreams();
  const asked: number[] = [];
  const stop = startEvents({ onEvent: () => {}, onPoll: () => void asked.push(performance.now()) });
  await vi.advanceTimersByTimeAsync(0);
  const begun = performance.now();
  for (const _ of [1, 2, 3, 4, 5]) {
    await vi.advanceTimersByTimeAsync(20_000);
    beat();
  }
  await vi.advanceTimersByTimeAsync(40_000);
  expect([asked, streams.length]).toEqual([[], 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map((moment) => moment - begun)).toEqual([147_000]);
  expect(streams).toHaveLength(2);
  stop();
});

test('given a stream whose answer never comes, when half a minute and more is over, then the page asks instead', async () => {
  standStill(HALF);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const asked: number[] = [];
  const stop = startEvents({ onEvent: () => {}, onPoll: () => void asked.push(performance.now()) });
  await vi.advanceTimersByTimeAsync(50_000);
  expect(asked).toHaveLength(1);
  stop();
});
