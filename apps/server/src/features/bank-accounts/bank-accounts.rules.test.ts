import { HOUR_MS, MINUTE_MS } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { type Check, decideAccount, maskAccountNumber, nextLookMs, nextStep } from './bank-accounts.rules.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const check = (state: string, agoMs = 0, providerRef: string | null = null): Check => ({
  id: 'c',
  state,
  providerRef,
  startedAt: new Date(NOW.getTime() - agoMs),
});

describe('LEND-24: what a bank’s answer means', () => {
  test.each([
    [{ state: 'valid' }, 'pass', 'verified', null],
    [{ state: 'valid' }, 'review', 'review', 'name_review'],
    [{ state: 'valid' }, 'fail', 'rejected', 'name_mismatch'],
    [{ state: 'bad_details' }, 'fail', 'rejected', 'details_wrong'],
    [{ state: 'unusable', why: 'closed' }, 'fail', 'rejected', 'account_closed'],
    [{ state: 'unusable', why: 'frozen' }, 'fail', 'rejected', 'account_frozen'],
    [{ state: 'unusable', why: 'nre' }, 'fail', 'rejected', 'account_nre'],
    [{ state: 'unusable', why: 'refused' }, 'fail', 'rejected', 'account_refused'],
    [{ state: 'unusable' }, 'fail', 'rejected', 'account_refused'],
    // However the name compares: nothing is known about the account.
    [{ state: 'technical' }, 'pass', 'unverified', 'bank_not_answering'],
    [{ state: 'technical', why: 'limit' }, 'fail', 'unverified', 'bank_limit'],
  ] as const)('%j with a name that is a %s: %s', (answer, name, status, reason) => {
    expect(decideAccount(answer, name)).toEqual({ status, reason });
  });
});

describe('one rupee, and one more only when the first may have been lost', () => {
  test.each([
    ['nothing yet', [], 'send'],
    ['a call under way', [check('sending', 10_000)], 'wait'],
    ['a call cut off a minute ago', [check('sending', MINUTE_MS)], 'send'],
    ['one lost', [check('lost', MINUTE_MS)], 'send'],
    ['one lost and one under way', [check('lost', 2 * MINUTE_MS), check('sending', 5_000)], 'wait'],
    ['two lost', [check('lost', 2 * MINUTE_MS), check('lost', MINUTE_MS)], 'give_up'],
    ['one lost and one cut off', [check('lost', 3 * MINUTE_MS), check('sending', MINUTE_MS)], 'give_up'],
    ['one lost, one that surely never left', [check('lost', MINUTE_MS), check('not_sent')], 'give_up'],
  ] as const)('%s', (_, checks, kind) => {
    expect(nextStep(checks, NOW).kind).toBe(kind);
  });

  test('what the bank has is only asked about, whatever was lost before', () => {
    const checks = [check('lost', MINUTE_MS), check('asked', 0, 'bav-1')];
    expect(nextStep(checks, NOW)).toEqual({ kind: 'ask', checkId: 'c', ref: 'bav-1' });
  });
});

test.each([
  [0, 5_000],
  [MINUTE_MS, 30_000],
  [10 * MINUTE_MS, 5 * MINUTE_MS],
  [3 * HOUR_MS, 30 * MINUTE_MS],
  [24 * HOUR_MS, 2 * HOUR_MS],
])('after waiting for %i ms the next look is in %i ms', (ageMs, inMs) => {
  expect(nextLookMs(ageMs)).toBe(inMs);
});

test('SPEC-3: a number is shown as XXXX and its last four', () => {
  expect(maskAccountNumber('50100123454021')).toBe('XXXX4021');
});
