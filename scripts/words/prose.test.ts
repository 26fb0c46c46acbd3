import { expect, test } from 'vitest';
import { commonest, proseOf } from './prose.ts';

test('given a source file, then its comments are read and its code is not', () => {
  const text = "/** Counts\n * requests. */\nconst url = 'https://bank'; // The biller\n";
  expect(proseOf('a.ts', text).toSorted()).toEqual(['Counts requests.', 'The biller']);
});

test('given a test file, then its titles are read, too', () => {
  const text = "test('a worker waits', () => {});\ntest.each(CASES)('%s is refused', () => {});\n";
  expect(proseOf('a.test.ts', text)).toEqual(['a worker waits', '%s is refused']);
});

test('given words, then the commonest come first and little ones are left out', () => {
  expect(commonest(['The lease of a lease', 'a worker'])).toEqual([
    ['lease', 2],
    ['worker', 1],
  ]);
});
