import { expect, test } from 'vitest';
import { idsOf } from './collect.ts';

/** Composed, since an id that stands in a test counts as a test of its rule. */
const id = (number: string) => `LEND-${number}`;

test.each([
  { spelled: `${id('D01')} to D03, ${id('L4')}`, read: ['D01', 'D02', 'D03', 'L4'] },
  { spelled: `${id('D1')} to ${id('D4')}`, read: ['D1', 'D2', 'D3', 'D4'] },
  { spelled: `${id('9')} and ${id('16')}`, read: ['9', '16'] },
])('given a comment, when its rules are read, then a range names each of its rules', ({ spelled, read }) => {
  expect([...idsOf(`Rule: ${spelled}`)]).toEqual(read.map(id));
});
