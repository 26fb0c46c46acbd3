import { assess, type LimitInputs, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { ladderOf } from './ladder.ts';

const factor = (code: string, amountPaise: number) => ({ code, text: '', amountPaise, isBinding: false });

test('each act takes its bound away, rounded down to whole thousands', () => {
  const factors = [
    factor('B01', 15_000_000),
    factor('B03', 12_756_789),
    factor('B04', 2_500_000),
    factor('B05', 6_000_000),
  ];
  expect(ladderOf({ limitPaise: 2_500_000, factors })).toEqual([
    { limitPaise: 2_500_000, act: undefined },
    { limitPaise: 6_000_000, act: 'income' },
    { limitPaise: 12_700_000, act: 'video' },
  ]);
});

test('an act that changes nothing is no rung, and nothing known promises nothing', () => {
  const factors = [factor('B01', 2_000_000), factor('B04', 2_500_000), factor('B05', 6_000_000)];
  expect(ladderOf({ limitPaise: 2_000_000, factors })).toHaveLength(1);
  expect(ladderOf({ limitPaise: 2_500_000, factors: [factor('B04', 2_500_000)] })).toHaveLength(1);
  expect(ladderOf({ limitPaise: 2_500_000, factors: [] })).toHaveLength(1);
});

test('the ladder promises what the policy itself would answer', () => {
  const inputs: LimitInputs = {
    isIdentityVerified: true,
    isIdentityInUse: false,
    isFlagged: false,
    hasOverdueWithUs: false,
    age: 30,
    reportAgeDays: 1,
    score: 782,
    monthlyIncomePaise: paise(8_500_000),
    monthlyObligationsPaise: paise(0),
    incomeEvidence: 'declared',
    hasWriteOff36Months: false,
    hasDpd30In12Months: false,
    enquiries90Days: 0,
    isVideoApproved: false,
  };
  const { limitPaise, candidates } = assess(inputs);
  const rungs = ladderOf({
    limitPaise,
    factors: candidates.map((one) => factor(one.code, one.amountPaise)),
  });
  const shown = { ...inputs, incomeEvidence: 'verified' } as const;
  expect(rungs.map((rung) => rung.limitPaise)).toEqual([
    limitPaise,
    assess(shown).limitPaise,
    assess({ ...shown, isVideoApproved: true }).limitPaise,
  ]);
});
