import { MESSAGE_TEMPLATES } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { MESSAGES, SMS_CODES, SMS_TEMPLATES } from './templates.ts';

test('every text the product sends is in the list that staff have words for, and no other', () => {
  expect(Object.keys(MESSAGES).toSorted()).toEqual([...MESSAGE_TEMPLATES]);
});

test('the SMS templates that must be registered before the start are those with a code', () => {
  expect(SMS_CODES).toEqual(['auth.otp_link', 'auth.otp']);
  expect(SMS_TEMPLATES).toEqual(expect.arrayContaining([...SMS_CODES, 'auth.change_begun', 'loan.closed']));
});
