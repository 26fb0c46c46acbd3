import type { CreditReason } from '@mohlat/contract';
import { type BusinessDate, DECLINE_CODES } from '@mohlat/money';
import { describe, expect, it } from 'vitest';
import type { BureauFacts } from './credit.facts.ts';
import { nextStep, retryAfter, type RetryFacts } from './credit.retry.ts';
import { type Account, effectOf } from './credit.rules.ts';

const day = (text: string) => text as BusinessDate;

const active: Account = { state: 'active', hold: null, limitPaise: 2_500_000 };
const none: Account = { state: 'none', hold: null, limitPaise: 0 };
const approved = (limitPaise: number) =>
  ({ decision: 'approved', limitPaise, failures: [] }) as unknown as Parameters<typeof effectOf>[1];
const declined = (...failures: string[]) =>
  ({ decision: 'declined', limitPaise: 0, failures }) as unknown as Parameters<typeof effectOf>[1];

describe('what a decision does to an account', () => {
  it('LEND-P1: a higher limit is only offered, unless it was asked for at once', () => {
    expect(effectOf(active, approved(6_000_000), false)).toEqual({
      state: 'active',
      hold: null,
      limitPaise: 2_500_000,
      offeredPaise: 6_000_000,
    });
    expect(effectOf(active, approved(6_000_000), true)).toMatchObject({
      limitPaise: 6_000_000,
      offeredPaise: null,
    });
  });

  it('LEND-P1: a first limit is offered too, and nothing can be borrowed before the yes', () => {
    expect(effectOf(none, approved(2_500_000), false)).toMatchObject({
      state: 'none',
      limitPaise: 0,
      offeredPaise: 2_500_000,
    });
    const declinedBefore = { ...none, state: 'declined' } as const;
    expect(effectOf(declinedBefore, approved(2_500_000), false)).toMatchObject({ state: 'none' });
    expect(effectOf(none, approved(2_500_000), true)).toMatchObject({
      state: 'active',
      limitPaise: 2_500_000,
    });
  });

  it.each([true, false])('LEND-P1: a lower limit takes effect at once, asked for at once: %s', (atOnce) => {
    expect(effectOf(active, approved(1_500_000), atOnce)).toMatchObject({
      state: 'active',
      limitPaise: 1_500_000,
      offeredPaise: null,
    });
    expect(effectOf(active, declined('D03'), atOnce)).toMatchObject({ state: 'declined', limitPaise: 0 });
  });

  it('LEND-14: an overdue instalment alone takes no limit away, it blocks as long as it lasts', () => {
    const blocked = { ...active, state: 'blocked_due', hold: 'overdue' } as const;
    expect(effectOf(blocked, declined('D12'), true)).toEqual({ ...blocked, offeredPaise: null });
    expect(effectOf(blocked, declined('D12', 'D03'), true)).toMatchObject({ state: 'declined' });
    expect(effectOf(none, declined('D12'), true)).toMatchObject({ state: 'declined' });
  });

  it('LEND-P3: a fresh report ends the rest for a stale one, without raising anything', () => {
    const stale = { ...active, state: 'suspended', hold: 'report_stale' } as const;
    expect(effectOf(stale, approved(6_000_000), false)).toEqual({
      state: 'active',
      hold: null,
      limitPaise: 2_500_000,
      offeredPaise: 6_000_000,
    });
  });

  it.each(['arrears', null] as const)(
    'LEND-14: a suspension for %s stays, and nothing is offered',
    (hold) => {
      const held = { ...active, state: 'suspended', hold } as const;
      expect(effectOf(held, approved(6_000_000), true)).toEqual({ ...held, offeredPaise: null });
      expect(effectOf(held, approved(1_000_000), true)).toEqual({
        ...held,
        limitPaise: 1_000_000,
        offeredPaise: null,
      });
      expect(effectOf(held, declined('D03'), true)).toMatchObject({
        state: 'suspended',
        hold,
        limitPaise: 0,
      });
    },
  );

  it.each(['revoked', 'closed'] as const)('LEND-14: what is %s stays so', (state) => {
    expect(effectOf({ state, hold: null, limitPaise: 0 }, approved(6_000_000), true)).toMatchObject({
      state,
      limitPaise: 0,
      offeredPaise: null,
    });
  });
});

const bureau: BureauFacts = {
  score: 640,
  enquiries90Days: 0,
  hasDpd30In12Months: false,
  pulledOn: day('2026-11-10'),
  reference: 'R',
  obligationsPaise: 0,
  lateOn: '2026-05-01',
  writtenOffOn: '2025-03-01',
};
const facts: RetryFacts = {
  bureau,
  dateOfBirth: day('2006-02-28'),
  inputs: { age: 20, score: 640 },
  decidedOn: day('2026-11-20'),
};

describe('when to try again', () => {
  it.each([
    ['D09', 'after_kyc', null],
    ['D10', 'ask_us', null],
    ['D11', 'ask_us', null],
    ['D12', 'after_repaying', null],
    ['D01', 'on_date', '2027-02-28'],
    ['D14', 'now', null],
    ['D02', 'after_evidence', null],
    ['D05', 'on_date', '2028-04-01'],
    ['D04', 'on_date', '2027-06-01'],
    ['D06', 'on_date', '2027-02-18'],
    ['D03', 'on_date', '2027-02-18'],
    ['D07', 'on_date', '2026-12-10'],
    ['D08', 'on_date', '2026-12-10'],
  ] as const)('LEND-13: after %s: %s %s', (code, when, on) => {
    expect(nextStep(code, facts)).toMatchObject({ when, on });
  });

  it('LEND-D01: a person above the highest age is not sent away with a date', () => {
    expect(nextStep('D01', { ...facts, inputs: { age: 61, score: 700 } })).toMatchObject({
      when: 'never',
      on: null,
    });
  });

  it('LEND-D03: a thin file is told of evidence, not of a score', () => {
    expect(nextStep('D03', { ...facts, inputs: { age: 30, score: -1 } })).toMatchObject({
      when: 'after_evidence',
    });
  });

  it('LEND-13: every reason says what to do, in a sentence', () => {
    for (const code of DECLINE_CODES) expect(nextStep(code, facts).text).toMatch(/^[A-Z].{15,}\.$/);
  });

  it('LEND-13: of several dates the latest is the one to wait for', () => {
    const reasons: CreditReason[] = (['D06', 'D05', 'D12'] as const).map((code) => ({
      code,
      text: '',
      next: nextStep(code, facts),
    }));
    expect(retryAfter(reasons)).toBe('2028-04-01');
    expect(retryAfter(reasons.slice(2))).toBeNull();
  });
});
