import { describe, expect, it } from 'vitest';
import { creditStanding, type CreditFacts, accountStandingOn } from './credit-state.ts';
import { businessDate } from './calendar.ts';

const fine: CreditFacts = {
  dpd: 0,
  dpdMax: 0,
  wasNpa: false,
  isWrittenOff: false,
  hasSettledForLess: false,
  isDisputed: false,
  isIdentityVerified: true,
  reportAgeDays: 10,
};

describe('where a credit account stands', () => {
  it.each<[string, Partial<CreditFacts>, string, string | null]>([
    ['nothing late', {}, 'active', null],
    ['one day late', { dpd: 1, dpdMax: 1 }, 'blocked_due', 'overdue'],
    ['30 days late', { dpd: 30, dpdMax: 30 }, 'blocked_due', 'overdue'],
    ['31 days late', { dpd: 31, dpdMax: 31 }, 'suspended', 'arrears'],
    ['repaid after 30 days', { dpdMax: 30 }, 'active', null],
    ['repaid after 31 days', { dpdMax: 31 }, 'suspended', 'arrears'],
    ['91 days late', { dpd: 91, dpdMax: 91, wasNpa: true }, 'revoked', 'npa'],
    ['repaid after 91 days', { dpdMax: 91, wasNpa: true }, 'revoked', 'npa'],
    ['written off', { dpdMax: 181, wasNpa: true, isWrittenOff: true }, 'revoked', 'written_off'],
    ['ended for less than was owed', { hasSettledForLess: true }, 'suspended', 'arrears'],
    ['a disputed repayment', { isDisputed: true }, 'suspended', 'dispute'],
    ['disputed and lapsed', { isDisputed: true, isIdentityVerified: false }, 'suspended', 'dispute'],
    ['disputed, late and stale', { isDisputed: true, dpd: 1, reportAgeDays: 91 }, 'suspended', 'dispute'],
    ['disputed after 31 days', { isDisputed: true, dpdMax: 31 }, 'suspended', 'arrears'],
    ['a report of 90 days', { reportAgeDays: 90 }, 'active', null],
    ['a report of 91 days', { reportAgeDays: 91 }, 'suspended', 'report_stale'],
    ['a report of unknown age', { reportAgeDays: null }, 'active', null],
    ['an identity that lapsed', { isIdentityVerified: false }, 'suspended', 'kyc_lapse'],
    ['a day late and stale', { dpd: 1, dpdMax: 1, reportAgeDays: 91 }, 'suspended', 'report_stale'],
    ['31 days late and lapsed', { dpd: 31, dpdMax: 31, isIdentityVerified: false }, 'suspended', 'arrears'],
  ])('LEND-14: %s', (_, change, state, hold) => {
    expect(creditStanding({ ...fine, ...change })).toEqual({ state, hold });
  });

  it('LEND-14: what is written down is told, but a report that became too old is seen at once', () => {
    const today = businessDate('2026-06-01');
    const written = { state: 'suspended', hold: null, reportOn: businessDate('2026-01-01') } as const;
    expect(accountStandingOn(written, today)).toEqual({ state: 'suspended', hold: null });
    expect(
      accountStandingOn({ state: 'active', hold: null, reportOn: businessDate('2026-01-01') }, today),
    ).toEqual({
      state: 'suspended',
      hold: 'report_stale',
    });
    const late = { state: 'blocked_due', hold: 'overdue', reportOn: businessDate('2026-05-01') } as const;
    expect(accountStandingOn(late, today)).toEqual({
      state: 'blocked_due',
      hold: 'overdue',
    });
  });
});
