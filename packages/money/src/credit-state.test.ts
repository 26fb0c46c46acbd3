import { describe, expect, it } from 'vitest';
import { creditStanding, type CreditFacts } from './credit-state.ts';

const fine: CreditFacts = {
  state: 'active',
  hold: null,
  dpd: 0,
  isIdentityVerified: true,
  reportAgeDays: 10,
};

describe('where a credit account stands', () => {
  it.each<[string, Partial<CreditFacts>, string, string | null]>([
    ['nothing late', {}, 'active', null],
    ['one day late', { dpd: 1 }, 'blocked_due', 'overdue'],
    ['30 days late', { dpd: 30 }, 'blocked_due', 'overdue'],
    ['31 days late', { dpd: 31 }, 'suspended', 'arrears'],
    ['repaid again', { state: 'blocked_due', hold: 'overdue' }, 'active', null],
    ['a report of 90 days', { reportAgeDays: 90 }, 'active', null],
    ['a report of 91 days', { reportAgeDays: 91 }, 'suspended', 'report_stale'],
    ['a report of unknown age', { reportAgeDays: null }, 'active', null],
    ['refreshed again', { state: 'suspended', hold: 'report_stale' }, 'active', null],
    ['an identity that lapsed', { isIdentityVerified: false }, 'suspended', 'kyc_lapse'],
    ['verified again', { state: 'suspended', hold: 'kyc_lapse' }, 'active', null],
    ['a day late and stale', { dpd: 1, reportAgeDays: 91 }, 'suspended', 'report_stale'],
    ['31 days late and lapsed', { dpd: 31, isIdentityVerified: false }, 'suspended', 'arrears'],
  ])('LEND-14: %s', (_, change, state, hold) => {
    expect(creditStanding({ ...fine, ...change })).toEqual({ state, hold });
  });

  it('LEND-14: a suspension for arrears outlives the arrears, until a person lifts it', () => {
    expect(creditStanding({ ...fine, state: 'suspended', hold: 'arrears' })).toEqual({
      state: 'suspended',
      hold: 'arrears',
    });
  });

  it('LEND-14: a suspension by a person is not lifted by a rule', () => {
    expect(creditStanding({ ...fine, state: 'suspended', hold: null })).toEqual({
      state: 'suspended',
      hold: null,
    });
  });
});
