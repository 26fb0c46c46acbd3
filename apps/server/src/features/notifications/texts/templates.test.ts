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

test.each([
  [
    'English',
    'en',
    [/mobile OTP if the password was given/, /with the password if it was not/],
    [/by mobile OTP or with your password/],
  ],
  ['Hindi', 'hi', [/पासवर्ड दिया गया था तो .*मोबाइल OTP से, नहीं तो पासवर्ड से/], [/मोबाइल OTP या पासवर्ड से/]],
] as const)(
  'given a log-in that is locked at its second step, when it is told in %s, then mail and SMS name the other way in',
  (_, language, mail, sms) => {
    const { mail: mails, sms: texts } = MESSAGES['auth.factor_locked'];
    for (const wanted of mail) expect(mails[language].text).toMatch(wanted);
    for (const wanted of sms) expect(texts?.[language]).toMatch(wanted);
  },
);
