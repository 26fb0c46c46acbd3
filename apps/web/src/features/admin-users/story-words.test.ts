import type { UserTimelineEntry } from '@mohlat/contract';
import { describe, expect, test } from 'vitest';
import { en as codes } from '../../lib/admin/codes.words.ts';
import { hi as codesHi } from '../../lib/admin/codes.hi.ts';
import { en as common } from '../../lib/admin/admin.words.ts';
import { hi as commonHi } from '../../lib/admin/words.hi.ts';
import { repeatsTogether, storyLine } from './story-words.ts';

const english = { codes, common, language: 'en' } as const;
const hindi = { codes: codesHi, common: commonHi, language: 'hi' } as const;

describe('an entry of a person’s story', () => {
  test.each([
    [
      { kind: 'kyc', code: 'pan_pan_invalid', text: null },
      'PAN: Rejected',
      'The issuer does not know this PAN.',
    ],
    [{ kind: 'kyc', code: 'aadhaar_verified', text: null }, 'Aadhaar: Verified', undefined],
    [{ kind: 'kyc', code: 'video_ProviderDown', text: null }, 'Video: No answer from the issuer', undefined],
    [{ kind: 'consent', code: 'given', text: 'pan_verification' }, 'Agreed', 'PAN check'],
    [{ kind: 'credit', code: 'suspended', text: 'arrears' }, 'Suspended', 'long in arrears'],
    [
      { kind: 'repayment', code: 'failed', text: 'insufficient_funds' },
      'Not received',
      'not enough money in the account',
    ],
    [
      { kind: 'notice', code: 'warning', text: 'A late charge was added' },
      'A late charge was added',
      undefined,
    ],
    [
      { kind: 'notice', code: 'reminder', text: 'late_15.app' },
      'Reminder',
      '15 days late (in the app alone)',
    ],
    [{ kind: 'payment', code: 'submitted', text: 'submitted' }, 'Sent', undefined],
    [{ kind: 'approval', code: 'proposed', text: 'settlement' }, 'Proposed', 'Settle a loan'],
    [{ kind: 'staff', code: 'user.blocked', text: 'Stolen phone' }, 'Account blocked', 'Stolen phone'],
  ] as const)('is told in words: %o', (entry, title, detail) => {
    expect(storyLine(entry, english)).toEqual(detail === undefined ? { title } : { title, detail });
  });

  test('is told in Hindi as well', () => {
    expect(storyLine({ kind: 'notice', code: 'reminder', text: 'late_15' }, hindi)).toEqual({
      title: 'याद दिलाया',
      detail: '15 दिन देर',
    });
  });

  test('of another time is shown as it came, readable', () => {
    expect(storyLine({ kind: 'payment', code: 'sent_by_post', text: null }, english)).toEqual({
      title: 'sent by post',
    });
  });
});

test('what follows itself is told once, with its first and last time, and with anything between it is not', () => {
  const entry = (id: string, code: string, amountPaise: number | null = null) =>
    ({ id, kind: 'sign_in', code, text: null, amountPaise, objectId: null, by: null }) as UserTimelineEntry;
  const [c, b, a] = [entry('c', 'code_refused'), entry('b', 'code_refused'), entry('a', 'code_refused')];
  const between = entry('x', 'signed_in');
  expect(repeatsTogether([c, b, between, a])).toEqual([
    { last: c, first: b, count: 2 },
    { last: between, first: between, count: 1 },
    { last: a, first: a, count: 1 },
  ]);
  // Another sum is another thing.
  expect(repeatsTogether([entry('a', 'paid', 100), entry('b', 'paid', 200)])).toHaveLength(2);
  expect(repeatsTogether([])).toEqual([]);
});
