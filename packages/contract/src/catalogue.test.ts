import { expect, test } from 'vitest';
import * as all from './all.ts';

/** A second file's sentences would take the place of the first one's, for readers of both. */
test('given the refusals of every file, then no code has sentences in two of them', () => {
  const codes = Object.values(all).flatMap((one) =>
    typeof one === 'object' && 'kind' in one && one.kind === 'contract' ? Object.keys(one.refusals) : [],
  );
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code, place) => codes.indexOf(code) !== place)).toEqual([]);
});
