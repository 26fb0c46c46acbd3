import { AuthApiError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { en as sentences } from './auth-sentences.en.ts';
import { refusalText } from './second-factor-text.ts';
import { hi } from './second-factor.words.hi.ts';
import { en } from './second-factor.words.ts';

const LOCKED = new AuthApiError('Locked', 403, 'mfa_verification_rejected');

test.each([
  ['English', en, /mobile OTP if you gave your password, with your password if you did not/],
  ['Hindi', hi, /पासवर्ड दिया था तो .* नहीं तो पासवर्ड से/],
])(
  'given a way that is closed for a day, when it is told in %s, then the other way in is named for either log-in',
  (_, words, wanted) => {
    expect(
      refusalText(LOCKED, { kind: 'phone' } as Parameters<typeof refusalText>[1], words, sentences),
    ).toMatch(wanted);
  },
);
