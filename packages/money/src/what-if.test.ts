import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess, type LimitInputs } from './limit.ts';
import { paise } from './paise.ts';
import { whatIf } from './what-if.ts';

const rupees = (amount: number) => paise(amount * 100);

const person: LimitInputs = {
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

describe('whatIf', () => {
  it('LEND-13: ₹8,000 less of EMIs elsewhere gives ₹24,000 more', () => {
    expect(whatIf({ ...person, monthlyObligationsPaise: rupees(8_000), score: 800 })).toEqual([
      {
        lever: 'obligations',
        lessPaise: rupees(8_000),
        limitPaise: rupees(127_000),
        gainPaise: rupees(24_000),
      },
    ]);
  });

  it('LEND-13: W12, no obligations at all would leave the room of the whole income', () => {
    expect(whatIf(person)).toEqual([
      {
        lever: 'obligations',
        lessPaise: rupees(18_000),
        limitPaise: rupees(127_000),
        gainPaise: rupees(54_000),
      },
    ]);
  });

  it('LEND-13: names the smallest reduction when another bound is reached on the way', () => {
    // The band caps at ₹60,000: room of ₹20,000 a month is enough.
    expect(whatIf({ ...person, score: 740, monthlyObligationsPaise: rupees(30_000) })[0]).toEqual({
      lever: 'obligations',
      lessPaise: rupees(8_000),
      limitPaise: rupees(60_000),
      gainPaise: rupees(23_000),
    });
  });

  it('LEND-13: names a reduction of one step where that is enough', () => {
    const [first] = whatIf({ ...person, monthlyObligationsPaise: rupees(1_000) });
    expect(first).toMatchObject({ lever: 'obligations', lessPaise: rupees(1_000) });
  });

  it('LEND-B04, LEND-B05: income evidence lifts the first cap, the video the second', () => {
    const declared = { ...person, incomeEvidence: 'declared', isVideoApproved: false } as const;
    expect(whatIf(declared)).toEqual([
      { lever: 'income_evidence', limitPaise: rupees(60_000), gainPaise: rupees(35_000) },
    ]);
    expect(whatIf({ ...person, isVideoApproved: false })).toEqual([
      { lever: 'video', limitPaise: rupees(73_000), gainPaise: rupees(13_000) },
    ]);
  });

  it('LEND-D03: a declined score is told the score that would do', () => {
    expect(whatIf({ ...person, score: 679 })).toEqual([
      { lever: 'score', toScore: 680, limitPaise: rupees(15_000), gainPaise: rupees(15_000) },
    ]);
    expect(whatIf({ ...person, score: 400 })[0]).toMatchObject({ lever: 'score', toScore: 680 });
  });

  it('LEND-D03: a thin file of enough income is told that evidence would do', () => {
    const thin = {
      ...person,
      score: -1,
      monthlyIncomePaise: rupees(35_000),
      monthlyObligationsPaise: rupees(0),
      incomeEvidence: 'declared',
    } as const;
    expect(whatIf(thin)).toEqual([
      { lever: 'income_evidence', limitPaise: rupees(7_000), gainPaise: rupees(7_000) },
    ]);
  });

  it('LEND-D07: obligations of half the income are told how much less would do most', () => {
    expect(whatIf({ ...person, monthlyObligationsPaise: rupees(42_500) })[0]).toMatchObject({
      lever: 'obligations',
      lessPaise: rupees(42_500),
      gainPaise: rupees(127_000),
    });
  });

  it('LEND-13: promises nothing where no single change helps', () => {
    expect(whatIf({ ...person, age: 61 })).toEqual([]);
    expect(whatIf({ ...person, hasWriteOff36Months: true })).toEqual([]);
    expect(whatIf({ ...person, score: 900, monthlyObligationsPaise: rupees(0) })).toEqual([]);
  });

  it('LEND-13: whatever it promises is what an assessment then gives, and it is always more', () => {
    const cases = fc.record({
      score: fc.oneof(fc.integer({ min: -1, max: 5 }), fc.integer({ min: 300, max: 900 })),
      income: fc.nat(300_000),
      obligationsPaise: fc.nat(12_345_678),
      isVideoApproved: fc.boolean(),
      incomeEvidence: fc.constantFrom('verified' as const, 'declared' as const),
    });
    fc.assert(
      fc.property(cases, ({ income, obligationsPaise, ...rest }) => {
        const inputs = {
          ...person,
          ...rest,
          monthlyIncomePaise: rupees(income),
          monthlyObligationsPaise: paise(obligationsPaise),
        };
        const before = assess(inputs).limitPaise;
        for (const told of whatIf(inputs)) {
          const after = assess({
            ...inputs,
            ...(told.lever === 'video' ? { isVideoApproved: true } : {}),
            ...(told.lever === 'income_evidence' ? { incomeEvidence: 'verified' as const } : {}),
            ...(told.toScore === undefined ? {} : { score: told.toScore }),
            monthlyObligationsPaise: paise(obligationsPaise - (told.lessPaise ?? 0)),
          });
          expect(after.limitPaise).toBe(told.limitPaise);
          expect(told.gainPaise).toBe(told.limitPaise - before);
          expect(told.gainPaise).toBeGreaterThan(0);
        }
      }),
    );
  });
});
