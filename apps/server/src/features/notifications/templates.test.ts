import { MESSAGE_TEMPLATES } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { MESSAGES } from './templates.ts';

test('every text the product sends is in the list that staff have words for, and no other', () => {
  expect(Object.keys(MESSAGES).toSorted()).toEqual([...MESSAGE_TEMPLATES]);
});
