import { expect, test } from 'vitest';
import { codeWord, factValue } from './facts.tsx';

test('a code has its word; an unknown one is readable, and one that is not there is a dash', () => {
  const words = { on_hold: 'On hold' };
  expect([
    codeWord(words, 'on_hold'),
    codeWord(words, 'new_state.b'),
    codeWord(words, undefined),
    codeWord(words, null),
    factValue('status', undefined, 'en'),
  ]).toEqual(['On hold', 'new state b', '—', '—', '—']);
});
