import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { eachInTurns } from './turns.ts';

/** Work that takes longer than a turn on any machine. */
const work = () => pbkdf2Sync('password', 'salt', 300_000, 32, 'sha256');

test('long work lets others have their turn, and keeps its order', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('another'));
  await eachInTurns(['a', 'b', 'c'], (item) => {
    work();
    done.push(item);
  });
  expect(done).toEqual(['a', 'another', 'b', 'c']);
});
