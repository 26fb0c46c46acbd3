import { describe, expect, test } from 'vitest';
import { applyContent, readStored, toContent } from './settings-desk.rules.ts';

const late = {
  graceDays: 3,
  levyOnLateDays: [4, 15],
  bands: [{ unpaidUpToPaise: 500_000, chargePaise: 10_000 }],
  chargeAboveBandsPaise: 50_000,
  capBps: 1_000,
  bouncePaise: 50_000,
};
const plan = {
  code: 'emi-3',
  kind: 'emi',
  instalments: 3,
  annualRateBps: 1_800,
  dueDays: null,
  isOn: true,
  billMinPaise: 100_000,
  billMaxPaise: null,
};

/** A version that a newer process wrote: each part has a field that this one does not know. */
const newer = {
  later: 1,
  fee: { feeBps: 200, minPaise: 5_000, maxPaise: 50_000, gstBps: 1_800, later: 2 },
  late: { ...late, later: 3 },
  plans: [{ ...plan, late: { ...late, later: 4 }, later: 5 }],
  coolingOffDays: 3,
  aprCeilingBps: null,
  limitBeforeVideoPaise: 6_000_000,
  incomeByOnePaise: 15_000_000,
  floatLowWaterPaise: 0,
  rewards: { cashbackBps: 25, monthlyCapPaise: 20_000, expiryMonths: 12, later: 6 },
  referral: { rewardPaise: 20_000, monthlyMax: 10, yearlyMaxPaise: 500_000, leastBillPaise: 0, later: 7 },
  lossAllowance: { earlyBps: 40, lateBps: 1_000, npaBps: 2_500, later: 8 },
  bureau: { daysOfMonth: [9, 16, 23], withinDays: 4, monthEndWithinDays: 5, later: 9 },
  remindersOff: [],
  notice: null,
};

describe('given a version with fields that a newer process wrote', () => {
  const before = readStored(newer);
  const content = toContent(before);

  test('when it is written again, then each of them is kept', () => {
    expect(applyContent(before, content)).toEqual(newer);
  });

  test('when a plan of it is changed and gives up its own late charges, then the fields of the plan are kept', () => {
    const [mild] = toContent(readStored({ ...newer, plans: [{ ...plan, annualRateBps: 2_000 }] })).plans;
    expect(applyContent(before, { ...content, plans: [mild!] }).plans).toEqual([
      { ...plan, annualRateBps: 2_000, later: 5 },
    ]);
  });

  test('when staff read it, then they see the fields that they can set', () => {
    expect(JSON.stringify(content)).not.toContain('later');
  });
});

describe('LEND-D7: given the shares that month’s end sets aside', () => {
  const before = readStored(newer);
  const content = toContent(before);

  test('when finance sets them, then they hold as shares of ten thousand', () => {
    const lossAllowance = { earlyPercent: '0.50', latePercent: '12.25', npaPercent: '100' };
    expect(applyContent(before, { ...content, lossAllowance }).lossAllowance).toEqual({
      earlyBps: 50,
      lateBps: 1_225,
      npaBps: 10_000,
      later: 8,
    });
  });

  test('when an older page leaves them out, then they stay', () => {
    const { lossAllowance: _, ...left } = content;
    expect(applyContent(before, left).lossAllowance).toEqual(newer.lossAllowance);
  });
});

describe('LEND-24: given the reference dates of reports', () => {
  const before = readStored(newer);
  const content = toContent(before);

  test('when staff set them, then they hold once each and in their order', () => {
    const bureau = { daysOfMonth: [21, 7, 14, 7], withinDays: 3, monthEndWithinDays: 3 };
    expect(applyContent(before, { ...content, bureau }).bureau).toEqual({
      ...bureau,
      daysOfMonth: [7, 14, 21],
      later: 9,
    });
  });

  test('when an older page leaves them out, then they stay', () => {
    const { bureau: _, ...left } = content;
    expect(applyContent(before, left).bureau).toEqual(newer.bureau);
  });

  test('when a version does not say them, then they are those of the law since July 2026', () => {
    const { bureau: _, ...older } = newer;
    expect(readStored(older).bureau).toEqual({
      daysOfMonth: [9, 16, 23],
      withinDays: 4,
      monthEndWithinDays: 5,
    });
  });
});
