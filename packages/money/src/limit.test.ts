import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess, availableLimit, bandOf, LIMIT_POLICY, type LimitInputs } from './limit.ts';
import { paise } from './paise.ts';
import { whatIf } from './what-if.ts';

const rupees = (amount: number) => paise(amount * 100);

const good: LimitInputs = {
  isIdentityVerified: true,
  isIdentityInUse: false,
  isFlagged: false,
  hasOverdueWithUs: false,
  age: 30,
  reportAgeDays: 0,
  score: 782,
  monthlyIncomePaise: rupees(85_000),
  monthlyObligationsPaise: rupees(18_000),
  incomeEvidence: 'verified',
  hasWriteOff36Months: false,
  hasDpd30In12Months: false,
  enquiries90Days: 0,
  isVideoApproved: true,
};

describe('assess', () => {
  it('LEND-B03: W12, room after obligations binds', () => {
    const decision = assess(good);
    expect(decision).toMatchObject({ decision: 'approved', limitPaise: rupees(73_000), binding: ['B03'] });
    expect(decision.candidates).toEqual([
      { code: 'B01', amountPaise: rupees(150_000) },
      { code: 'B02', amountPaise: rupees(148_750) },
      { code: 'B03', amountPaise: rupees(73_500) },
    ]);
    expect(decision.reasons).toEqual(['B03']);
  });

  it('LEND-B02, LEND-B06: W12, no credit history and verified income', () => {
    const decision = assess({
      ...good,
      score: -1,
      monthlyIncomePaise: rupees(35_000),
      monthlyObligationsPaise: rupees(0),
    });
    expect(decision).toMatchObject({ decision: 'approved', limitPaise: rupees(7_000), binding: ['B02'] });
    expect(decision.candidates).toEqual([
      { code: 'B06', amountPaise: rupees(10_000) },
      { code: 'B02', amountPaise: rupees(7_000) },
      { code: 'B03', amountPaise: rupees(52_500) },
    ]);
  });

  it('LEND-B04: W12, declared income caps at ₹25,000', () => {
    const decision = assess({
      ...good,
      score: 760,
      monthlyIncomePaise: rupees(60_000),
      monthlyObligationsPaise: rupees(0),
      incomeEvidence: 'declared',
    });
    expect(decision).toMatchObject({ limitPaise: rupees(25_000), binding: ['B04'] });
  });

  it('LEND-B05: before the video is approved ₹60,000 is the most', () => {
    const decision = assess({ ...good, isVideoApproved: false });
    expect(decision).toMatchObject({ limitPaise: rupees(60_000), binding: ['B05'] });
  });

  it('LEND-P2: given a limit that two people cut, when assessed, then it is the most, and lets no less through', () => {
    const capPaise = rupees(10_000);
    expect(assess({ ...good, capPaise })).toMatchObject({
      decision: 'approved',
      limitPaise: capPaise,
      binding: ['B07'],
    });
    expect(
      assess({ ...good, score: 680, monthlyIncomePaise: rupees(40_000), capPaise: rupees(30_000) }),
    ).toEqual({
      ...assess({ ...good, score: 680, monthlyIncomePaise: rupees(40_000) }),
      candidates: expect.arrayContaining([{ code: 'B07', amountPaise: rupees(30_000) }]) as unknown,
    });
    expect(whatIf({ ...good, isVideoApproved: false, capPaise })).toEqual([]);
  });

  it('LEND-B01: every candidate equal to the smallest binds', () => {
    const decision = assess({
      ...good,
      score: 725,
      monthlyObligationsPaise: rupees(0),
      isVideoApproved: false,
    });
    expect(decision.binding).toEqual(['B01', 'B05']);
  });

  it('LEND-D03: W12, a score of 679 is declined', () => {
    expect(assess({ ...good, score: 679 })).toMatchObject({
      decision: 'declined',
      limitPaise: 0,
      failures: ['D03'],
      reasons: ['D03'],
    });
    expect(assess({ ...good, score: 680, monthlyIncomePaise: rupees(85_000) }).decision).toBe('approved');
  });

  it.each([
    ['LEND-D09', { isIdentityVerified: false }],
    ['LEND-D10', { isIdentityInUse: true }],
    ['LEND-D11', { isFlagged: true }],
    ['LEND-D12', { hasOverdueWithUs: true }],
    ['LEND-D01', { age: 20 }],
    ['LEND-D01', { age: 61 }],
    ['LEND-D14', { reportAgeDays: 31 }],
    ['LEND-D02', { monthlyIncomePaise: rupees(19_999), monthlyObligationsPaise: rupees(0) }],
    ['LEND-D05', { hasWriteOff36Months: true }],
    ['LEND-D04', { hasDpd30In12Months: true }],
    ['LEND-D06', { enquiries90Days: 7 }],
    ['LEND-D03', { score: 0, monthlyIncomePaise: rupees(60_000), incomeEvidence: 'declared' }],
    ['LEND-D08', { score: 3, monthlyIncomePaise: rupees(24_999), monthlyObligationsPaise: rupees(0) }],
  ] as const)('%s: declines alone on %o', (rule, change) => {
    const code = rule.slice('LEND-'.length);
    const { decision, failures } = assess({ ...good, ...change });
    expect(decision).toBe('declined');
    expect(failures).toContain(code);
    // A thin file of small income fails the score check as well as the floor.
    expect(failures).toEqual(code === 'D08' ? ['D03', 'D08'] : [code]);
  });

  it('LEND-D07: obligations of half the income leave no room', () => {
    const decision = assess({ ...good, monthlyObligationsPaise: rupees(42_500) });
    expect(decision.failures).toEqual(['D07', 'D08']);
    expect(assess({ ...good, monthlyObligationsPaise: rupees(40_834) }).failures).toEqual(['D08']);
  });

  it('LEND-13: the limits of each check are still accepted', () => {
    for (const change of [{ age: 21 }, { age: 60 }, { reportAgeDays: 30 }, { enquiries90Days: 6 }]) {
      expect(assess({ ...good, ...change }).decision).toBe('approved');
    }
  });

  it('LEND-D02: an income of exactly ₹20,000 is enough', () => {
    const change = { monthlyIncomePaise: rupees(20_000), monthlyObligationsPaise: rupees(0) };
    expect(assess({ ...good, ...change })).toMatchObject({
      decision: 'approved',
      limitPaise: rupees(30_000),
    });
  });

  it('LEND-13: all failures are kept in the deciding order', () => {
    const { failures } = assess({
      ...good,
      isIdentityVerified: false,
      isIdentityInUse: true,
      isFlagged: true,
      hasOverdueWithUs: true,
      age: 70,
      reportAgeDays: 90,
      score: 400,
      monthlyIncomePaise: rupees(100),
      monthlyObligationsPaise: rupees(100),
      hasWriteOff36Months: true,
      hasDpd30In12Months: true,
      enquiries90Days: 9,
    });
    expect(failures.join(' ')).toBe('D09 D10 D11 D12 D01 D14 D02 D05 D04 D06 D03 D07 D08');
  });

  it.each([6, 299, 901, -2, 750.5, Number.NaN])(
    'LEND-13: a score of %s is an input error, not a decline',
    (score) => {
      expect(() => assess({ ...good, score })).toThrow(RangeError);
    },
  );

  it.each([
    'monthlyIncomePaise',
    'monthlyObligationsPaise',
    'age',
    'reportAgeDays',
    'enquiries90Days',
  ] as const)('LEND-13: given %s below zero, then it is an input error, and none at zero', (name) => {
    expect(() => assess({ ...good, [name]: -1 })).toThrow(RangeError);
    expect(() => assess({ ...good, [name]: 0 })).not.toThrow();
  });

  it('LEND-13: a limit is whole thousands, within every candidate, and more income never lowers it', () => {
    const cases = fc.record({
      score: fc.oneof(fc.integer({ min: -1, max: 5 }), fc.integer({ min: 300, max: 900 })),
      income: fc.nat(500_000),
      raise: fc.nat(500_000),
      obligations: fc.nat(100_000),
      isVideoApproved: fc.boolean(),
      incomeEvidence: fc.constantFrom('verified' as const, 'declared' as const),
    });
    fc.assert(
      fc.property(cases, ({ income, raise, obligations, ...rest }) => {
        const inputs = { ...good, ...rest, monthlyObligationsPaise: rupees(obligations) };
        const decision = assess({ ...inputs, monthlyIncomePaise: rupees(income) });
        const richer = assess({ ...inputs, monthlyIncomePaise: rupees(income + raise) });
        expect(decision.limitPaise % 100_000).toBe(0);
        expect(decision.decision === 'approved').toBe(decision.limitPaise >= 500_000);
        for (const candidate of decision.candidates) {
          if (decision.decision === 'approved') {
            expect(decision.limitPaise).toBeLessThanOrEqual(candidate.amountPaise);
          }
        }
        expect(richer.limitPaise).toBeGreaterThanOrEqual(decision.limitPaise);
      }),
    );
  });
});

describe('availableLimit', () => {
  it('LEND-14: W12, only the bill uses the limit', () => {
    expect(availableLimit(paise(2_000_000), paise(0), paise(1_500_000))).toBe(500_000);
  });

  it('LEND-14: a limit lowered below use leaves nothing available', () => {
    expect(availableLimit(paise(1_000_000), paise(1_500_000), paise(0))).toBe(0);
  });
});

it('LEND-B01, LEND-B06: a score has the cap of its band, a thin file its own, a score below every band none', () => {
  const caps = [900, 680, 5, 0, -1, 300, 679].map((score) => bandOf(score, LIMIT_POLICY)?.capPaise);
  const { bands, thinFile } = LIMIT_POLICY;
  const thin = thinFile.capPaise;
  expect(caps).toEqual([bands[0]!.capPaise, bands.at(-1)!.capPaise, thin, thin, thin, undefined, undefined]);
});
