import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gathered } from './gathered.ts';

/** A read that answers when it is told to, and what each was asked, in order. */
function slowRead() {
  const reads: (readonly number[])[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const ask = gathered<number, string>(async (asked) => {
    reads.push(asked);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return asked.map((one) => `answer ${one}`);
  });
  return { reads, ends, ask };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Longer than a read waits for the one before it. */
const PATIENCE_MS = 6;

/** Until everything that may begin has begun. */
const settled = () => new Promise(setImmediate);

test('what is asked in one turn is one read, and each is answered what they asked', async () => {
  const { reads, ends, ask } = slowRead();
  const answers = Promise.all([ask(1), ask(2), ask(1)]);
  await settled();
  ends[0]!.resolve();
  expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 1']);
  expect(reads).toEqual([[1, 2, 1]]);
});

test('what is asked while a read is under way is one read, which begins when it ends', async () => {
  const { reads, ends, ask } = slowRead();
  void ask(1);
  await settled();
  const others = Promise.all([ask(2), settled().then(() => ask(3))]);
  await settled();
  await settled();
  expect(reads).toEqual([[1]]);
  ends[0]!.resolve();
  await settled();
  expect(reads).toEqual([[1], [2, 3]]);
  ends[1]!.resolve();
  expect(await others).toEqual(['answer 2', 'answer 3']);
  vi.advanceTimersByTime(PATIENCE_MS);
  await settled();
  expect(reads).toHaveLength(2);
});

test('a silent read delays another by a few milliseconds alone', async () => {
  const { reads, ends, ask } = slowRead();
  void ask(1);
  await settled();
  const other = ask(2);
  await settled();
  expect(reads).toEqual([[1]]);
  vi.advanceTimersByTime(PATIENCE_MS);
  ends[1]!.resolve();
  expect(await other).toBe('answer 2');
  expect(reads).toEqual([[1], [2]]);
});

test('what is asked while three reads are under way is one read, which begins after one of them', async () => {
  const { reads, ends, ask } = slowRead();
  for (const one of [1, 2, 3]) {
    void ask(one);
    await settled();
    vi.advanceTimersByTime(PATIENCE_MS);
  }
  const others = Promise.all([ask(4), settled().then(() => ask(5))]);
  await settled();
  await settled();
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(reads).toEqual([[1], [2], [3]]);
  ends[1]!.resolve();
  await settled();
  expect(reads).toEqual([[1], [2], [3], [4, 5]]);
  ends[3]!.resolve();
  expect(await others).toEqual(['answer 4', 'answer 5']);
});

test('a read that fails, fails for who asked in it, and the next one goes on', async () => {
  const { ends, ask } = slowRead();
  const first = Promise.allSettled([ask(1), ask(2)]);
  await settled();
  const next = ask(3);
  ends[0]!.reject(new Error('no answer'));
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await settled();
  ends[1]!.resolve();
  expect(await next).toBe('answer 3');
});

test('more than one statement may be asked for is asked in several', async () => {
  const { reads, ends, ask } = slowRead();
  const answers = Promise.all(Array.from({ length: 150 }, (_, number) => ask(number)));
  await settled();
  for (const end of ends) end.resolve();
  await settled();
  for (const end of ends) end.resolve();
  expect(await answers).toHaveLength(150);
  expect(reads.map(({ length }) => length)).toEqual([100, 50]);
});
