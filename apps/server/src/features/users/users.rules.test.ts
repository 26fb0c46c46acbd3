import { describe, expect, test } from 'vitest';
import { maskAddress, maskEmail, maskPhone, readSearch } from './users.rules.ts';

describe('what is typed into the search', () => {
  test.each([
    ['01a201e7-78aa-7ed5-92b9-4670c9d430b0', { by: 'id', id: '01a201e7-78aa-7ed5-92b9-4670c9d430b0' }],
    [' Asha@Exam.in', { by: 'email', email: 'asha@exam.in' }],
    ['43210', { by: 'words', words: '43210' }],
    ['3210', { by: 'mobile_end', digits: '3210' }],
    ['98765 43210', { by: 'mobile', digits: '9876543210' }],
    ['+91-98765-43210', { by: 'mobile', digits: '9876543210' }],
    ['919876543210', { by: 'mobile', digits: '9876543210' }],
    ['09876543210', { by: 'mobile', digits: '9876543210' }],
    ['sbxpa 0782 a', { by: 'pan', pan: 'SBXPA0782A' }],
    ['Asha  Rao', { by: 'words', words: 'asha rao' }],
    ['987654321', { by: 'words', words: '987654321' }],
  ])('%s', (text, search) => {
    expect(readSearch(text)).toEqual(search);
  });
});

test('a search by part of a number tells nothing that is not shown', () => {
  const shown = maskPhone('919876543210');
  for (let digits = 1; digits < 10; digits += 1) {
    const end = '9876543210'.slice(-digits);
    expect([end, readSearch(end).by === 'words' || shown.endsWith(end)]).toEqual([end, true]);
  }
  expect(readSearch(shown.slice(-4))).toEqual({ by: 'mobile_end', digits: '3210' });
});

test('what identifies is shown by its ends at most', () => {
  expect(maskEmail('asha.rao@example.in')).toBe('a•••@example.in');
  expect(maskPhone('919876543210')).toBe('+91 XXXXXX3210');
  expect(maskPhone('9876543210')).toBe('+91 XXXXXX3210');
  expect(maskAddress('12 Lake Road, Pune 411001')).toBe('••• 411001');
  expect(maskAddress('12 Lake Road')).toBe('•••');
  expect(maskAddress('12 Lake Road, Pune-४११ ००१')).toBe('••• 411001');
  expect(maskAddress('12 Lake Road, call 98765-432109')).toBe('•••');
});
