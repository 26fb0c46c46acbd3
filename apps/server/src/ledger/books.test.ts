import { expect, test } from 'vitest';
import { sentenceOf } from './books.ts';

test('LEND-17: given an invariant whose sentence fills two lines, when it is proven, then the whole sentence is told', () => {
  const text =
    '-- The rail agrees with ours; an exception is\n-- open or cleared.\n-- Rule: LEND-I28.\nselect 1;\n';
  expect(sentenceOf(text)).toBe('The rail agrees with ours; an exception is open or cleared.');
});

test('LEND-17: given an invariant with a remark after its rule, when it is proven, then the remark is left out', () => {
  expect(sentenceOf('-- CGST equals SGST.\n-- Rule: LEND-I23.\n-- By journal.\nselect 1;\n')).toBe(
    'CGST equals SGST.',
  );
});
