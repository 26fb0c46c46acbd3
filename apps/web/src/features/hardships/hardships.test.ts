import { HARDSHIP_REASONS } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { en as codes } from '../../lib/admin/codes.words.ts';

test('every reason of a hardship has a word for staff', () => {
  expect(Object.keys(codes.hardshipReasons).toSorted()).toEqual([...HARDSHIP_REASONS].toSorted());
});
