import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** Work that ends when it is told to, and what became of each piece, in order. */
function bench(semaphore: Semaphore) {
  const started: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (key: string, name = key) =>
    semaphore
      .run(key, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .catch((error: { code: string }) => void refused.push(`${name} ${error.code}`));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { started, refused, ask, end };
}

/** Until everything that may begin has begun. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  await new Promise(setImmediate);
}

test('so many run, so many wait, and the next is told busy with when to come again', async () => {
  const semaphore = new Semaphore({ permits: 2, queueMax: 1 });
  const { started, ask, end } = bench(semaphore);
  for (const name of ['one', 'two', 'three']) void ask(name);
  await expect(semaphore.run('four', () => Promise.resolve())).rejects.toMatchObject({
    code: 'busy',
    details: { retryAfterSeconds: 2 },
  });
  expect(started).toEqual(['one', 'two']);
  await end('one');
  expect(started).toEqual(['one', 'two', 'three']);
});

test('keys take turns: one that asks once is served after one of a crowd, not after all', async () => {
  const { started, ask, end } = bench(new Semaphore({ permits: 1, queueMax: 10 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
  void ask('b');
  await settled();
  await end('a1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b']);
});

test('a full queue refuses the newest of the key with the most waiting, never a key that asks once', async () => {
  const { refused, started, ask, end } = bench(new Semaphore({ permits: 1, queueMax: 3 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask('a', name);
  void ask('b');
  await settled();
  expect(refused).toEqual(['a5 busy', 'a4 busy']);
  for (const name of ['a1', 'a2', 'b', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b', 'a3']);
});

test('a full queue of people who each ask once refuses the newcomer', async () => {
  const { refused, ask } = bench(new Semaphore({ permits: 1, queueMax: 2 }));
  for (const name of ['a', 'b', 'c', 'd']) void ask(name);
  await settled();
  expect(refused).toEqual(['d busy']);
});

test('one key has no more permits and places in the queue than its own share', async () => {
  const semaphore = new Semaphore({ permits: 2, permitsPerKey: 1, queueMax: 10, queuePerKeyMax: 1 });
  const { started, refused, ask, end } = bench(semaphore);
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  void ask('b');
  await settled();
  expect(started).toEqual(['a1', 'b']);
  expect(refused).toEqual(['a3 busy']);
  await end('a1');
  expect(started).toEqual(['a1', 'b', 'a2']);
});

test('a failure gives its permit back', async () => {
  const semaphore = new Semaphore({ permits: 1, queueMax: 1 });
  const failing = semaphore.run('a', () => Promise.reject(new Error('failed')));
  const next = semaphore.run('b', () => Promise.resolve('served'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('served');
});

test('given a permit that is lent, then the semaphore admits the next caller, and the lender regains it before the queue', async () => {
  const semaphore = new Semaphore({ permits: 1, queueMax: 1 });
  const { started, ask, end } = bench(semaphore);
  const permit = await semaphore.hold('a');
  const answer = Promise.withResolvers<string>();
  const lent = permit.lend(() => answer.promise);
  void ask('b');
  void ask('c');
  await settled();
  expect(started).toEqual(['b']);
  answer.resolve('answered');
  let back: string | undefined;
  void lent.then((text) => (back = text));
  await settled();
  expect(back).toBeUndefined();
  await end('b');
  expect([back, started]).toEqual(['answered', ['b']]);
  permit.release();
  permit.release();
  await settled();
  expect(started).toEqual(['b', 'c']);
  await end('c');
  void ask('d');
  void ask('e');
  await settled();
  expect(started).toEqual(['b', 'c', 'd']);
});

test('given a permit that is released while it is lent, or lent twice at once, then it is counted once', async () => {
  const semaphore = new Semaphore({ permits: 1, queueMax: 9 });
  const { started, ask, end } = bench(semaphore);
  const gone = await semaphore.hold('a');
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lent = [gone.lend(() => one.promise), gone.lend(() => two.promise)];
  gone.release();
  void ask('b');
  await settled();
  expect(started).toEqual(['b']);
  one.resolve();
  two.resolve();
  await Promise.all(lent);
  void ask('c');
  await settled();
  expect(started).toEqual(['b']);
  await end('b');
  expect(started).toEqual(['b', 'c']);
  await end('c');
  const both = await semaphore.hold('d');
  const failing = both.lend(() => Promise.reject(new Error('silent')));
  const other = both.lend(() => Promise.resolve('here'));
  await expect(failing).rejects.toThrow('silent');
  expect(await other).toBe('here');
  void ask('e');
  await settled();
  expect(started).toEqual(['b', 'c']);
  both.release();
  await settled();
  expect(started).toEqual(['b', 'c', 'e']);
});
