import { describe, expect, it } from 'vitest';
import { assess, type LimitInputs } from './limit.ts';
import { paise } from './paise.ts';

const rupees = (amount: number) => paise(Math.round(amount * 100));

/** An applicant whom every check lets pass and whom only the score band bounds. */
const passes: LimitInputs = {
  isIdentityVerified: true,
  isIdentityInUse: false,
  isFlagged: false,
  hasOverdueWithUs: false,
  age: 30,
  reportAgeDays: 0,
  score: 800,
  monthlyIncomePaise: rupees(500_000),
  monthlyObligationsPaise: rupees(0),
  incomeEvidence: 'verified',
  hasWriteOff36Months: false,
  hasDpd30In12Months: false,
  enquiries90Days: 0,
  isVideoApproved: true,
};

type Row = readonly [what: string, change: Partial<LimitInputs>, expected: number | string];

/** A number is the limit in rupees; text is every failed check, the deciding one first. */
function outcomeOf(change: Partial<LimitInputs>): number | string {
  const decision = assess({ ...passes, ...change });
  return decision.decision === 'approved' ? decision.limitPaise / 100 : decision.failures.join(' ');
}

describe('the policy at each of its boundaries', () => {
  it.each<Row>([
    ['20 years old', { age: 20 }, 'D01'],
    ['21 years old', { age: 21 }, 200_000],
    ['60 years old', { age: 60 }, 200_000],
    ['61 years old', { age: 61 }, 'D01'],
  ])('LEND-D01: %s', (_, change, expected) => {
    expect(outcomeOf(change)).toBe(expected);
  });

  it.each<Row>([
    ['a report of today', { reportAgeDays: 0 }, 200_000],
    ['a report of 30 days', { reportAgeDays: 30 }, 200_000],
    ['a report of 31 days', { reportAgeDays: 31 }, 'D14'],
  ])('LEND-D14: %s', (_, change, expected) => {
    expect(outcomeOf(change)).toBe(expected);
  });

  it.each<Row>([
    ['a paisa under ₹20,000', { monthlyIncomePaise: paise(1_999_999) }, 'D02'],
    ['₹20,000', { monthlyIncomePaise: rupees(20_000) }, 30_000],
    ['nothing', { monthlyIncomePaise: rupees(0) }, 'D02 D07 D08'],
  ])('LEND-D02: an income of %s', (_, change, expected) => {
    expect(outcomeOf(change)).toBe(expected);
  });

  it.each<Row>([
    ['a write-off or settlement', { hasWriteOff36Months: true }, 'D05'],
    ['a payment 30 days late', { hasDpd30In12Months: true }, 'D04'],
    ['both', { hasWriteOff36Months: true, hasDpd30In12Months: true }, 'D05 D04'],
  ])('LEND-D05, LEND-D04: %s', (_, change, expected) => {
    expect(outcomeOf(change)).toBe(expected);
  });

  it.each<Row>([
    ['6 enquiries', { enquiries90Days: 6 }, 200_000],
    ['7 enquiries', { enquiries90Days: 7 }, 'D06'],
  ])('LEND-D06: %s', (_, change, expected) => {
    expect(outcomeOf(change)).toBe(expected);
  });

  it.each<[number, number | string]>([
    [300, 'D03'],
    [679, 'D03'],
    [680, 15_000],
    [699, 15_000],
    [700, 30_000],
    [724, 30_000],
    [725, 60_000],
    [749, 60_000],
    [750, 100_000],
    [774, 100_000],
    [775, 150_000],
    [799, 150_000],
    [800, 200_000],
    [900, 200_000],
  ])('LEND-B01: a score of %i gives %s', (score, expected) => {
    expect(outcomeOf({ score })).toBe(expected);
    // To the paisa, before the limit is rounded down.
    const cap = assess({ ...passes, score }).candidates.find((one) => one.code === 'B01')?.amountPaise;
    expect(cap).toBe(typeof expected === 'number' ? rupees(expected) : undefined);
  });

  it.each<[number, number, number]>([
    [800, 60_000, 120_000],
    [799, 60_000, 105_000],
    [775, 60_000, 105_000],
    [774, 60_000, 90_000],
    [750, 60_000, 90_000],
    [749, 50_000, 50_000],
    [725, 50_000, 50_000],
    [724, 40_000, 24_000],
    [700, 40_000, 24_000],
    [699, 30_000, 12_000],
    [680, 30_000, 12_000],
  ])('LEND-B02: a score of %i with an income of ₹%i gives ₹%i', (score, income, limit) => {
    const decision = assess({ ...passes, score, monthlyIncomePaise: rupees(income) });
    const multiple = decision.candidates.find((one) => one.code === 'B02')!.amountPaise;
    expect(multiple).toBe(rupees(limit));
    // Without obligations the room is thrice half the income.
    expect(decision.limitPaise).toBe(Math.min(limit, income * 1.5) * 100);
  });

  it.each([-1, 0, 1, 5])('LEND-B06: a file of index %i is capped at ₹10,000', (score) => {
    expect(outcomeOf({ score })).toBe(10_000);
    expect(assess({ ...passes, score }).binding).toEqual(['B06']);
  });

  it.each<Row>([
    ['a paisa under ₹25,000, verified', { score: -1, monthlyIncomePaise: paise(2_499_999) }, 'D03 D08'],
    ['₹25,000, verified', { score: -1, monthlyIncomePaise: rupees(25_000) }, 5_000],
    ['₹35,000, verified', { score: 0, monthlyIncomePaise: rupees(35_000) }, 7_000],
    ['₹50,000, verified', { score: 5, monthlyIncomePaise: rupees(50_000) }, 10_000],
    [
      '₹50,000, declared',
      { score: 5, monthlyIncomePaise: rupees(50_000), incomeEvidence: 'declared' },
      'D03',
    ],
  ])('LEND-D03: no or little history with an income of %s', (_, change, expected) => {
    expect(outcomeOf(change)).toBe(expected);
  });

  it.each<Row>([
    ['half the income', { monthlyObligationsPaise: rupees(25_000) }, 'D07 D08'],
    ['a paisa above half', { monthlyObligationsPaise: paise(2_500_001) }, 'D07 D08'],
    ['a paisa under half', { monthlyObligationsPaise: paise(2_499_999) }, 'D08'],
    ['₹1,666.66 under half', { monthlyObligationsPaise: paise(2_333_334) }, 'D08'],
    ['₹1,666.67 under half', { monthlyObligationsPaise: paise(2_333_333) }, 5_000],
  ])('LEND-D07, LEND-D08: obligations of %s at an income of ₹50,000', (_, change, expected) => {
    expect(outcomeOf({ monthlyIncomePaise: rupees(50_000), ...change })).toBe(expected);
  });

  it('LEND-D07: half of an odd number of paise is rounded down', () => {
    const income = paise(5_000_001);
    expect(outcomeOf({ monthlyIncomePaise: income, monthlyObligationsPaise: paise(2_500_000) })).toBe(
      'D07 D08',
    );
  });

  it.each<[string, number, number | string]>([
    ['₹4,999.98', 166_666, 'D08'],
    ['₹5,000.01', 166_667, 5_000],
    ['₹5,999.97', 199_999, 5_000],
    ['₹6,000', 200_000, 6_000],
  ])(
    'LEND-D08: %s is rounded down to whole thousands before ₹5,000 is asked for',
    (_, roomPaise, expected) => {
      // The computed limit is thrice what obligations leave of half the income of ₹5,00,000.
      expect(outcomeOf({ monthlyObligationsPaise: paise(25_000_000 - roomPaise) })).toBe(expected);
    },
  );

  it.each<[string, Partial<LimitInputs>, number, string]>([
    ['declared income, no video', { incomeEvidence: 'declared', isVideoApproved: false }, 25_000, 'B04'],
    ['declared income', { incomeEvidence: 'declared' }, 25_000, 'B04'],
    ['no video', { isVideoApproved: false }, 60_000, 'B05'],
    ['neither cap', {}, 200_000, 'B01'],
    [
      'a band under the caps',
      { score: 680, incomeEvidence: 'declared', isVideoApproved: false },
      15_000,
      'B01',
    ],
    ['a band equal to the cap', { score: 740, isVideoApproved: false }, 60_000, 'B01 B05'],
  ])('LEND-B04, LEND-B05: %s', (_, change, limit, binding) => {
    const decision = assess({ ...passes, ...change });
    expect(decision.limitPaise).toBe(rupees(limit));
    expect(decision.binding.join(' ')).toBe(binding);
  });

  it.each(['D09', 'D10', 'D11', 'D12'])('LEND-%s: decides before everything the bureau says', (code) => {
    const change: Record<string, Partial<LimitInputs>> = {
      D09: { isIdentityVerified: false },
      D10: { isIdentityInUse: true },
      D11: { isFlagged: true },
      D12: { hasOverdueWithUs: true },
    };
    const { failures } = assess({ ...passes, ...change[code], score: 400, enquiries90Days: 9, age: 70 });
    expect(failures).toEqual([code, 'D01', 'D06', 'D03']);
  });
});
