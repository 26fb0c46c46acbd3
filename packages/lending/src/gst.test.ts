import { businessDate, gstInsideFee, paise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInterState, placeOfSupply, splitGst, statedPlace } from './gst.ts';
import { allowedLines } from './journals.ts';
import { loanBooked } from './loan-booked.ts';

const WITHIN = { supplierState: '27', supplyState: '27' } as const;
const BETWEEN = { supplierState: '27', supplyState: '29' } as const;
const BEFORE = { supplierState: null, supplyState: null } as const;

describe('place of supply', () => {
  test('LEND-F2: it is the borrower’s state, the lender’s where that is not known', () => {
    expect(placeOfSupply('29', '27')).toBe('29');
    expect(placeOfSupply(undefined, '27')).toBe('27');
  });

  test('LEND-F2: what was sold before places were kept is within one state', () => {
    expect([WITHIN, BETWEEN, BEFORE].map(isInterState)).toEqual([false, true, false]);
    expect(statedPlace(BEFORE)).toBeUndefined();
    expect(statedPlace(BETWEEN)).toBe('29');
  });
});

describe('splitGst', () => {
  test('LEND-F2: W1 is two halves within a state and one sum between two', () => {
    expect(splitGst(4_576, WITHIN)).toEqual({ cgstPaise: 2_288, sgstPaise: 2_288, igstPaise: 0 });
    expect(splitGst(4_576, BETWEEN)).toEqual({ cgstPaise: 0, sgstPaise: 0, igstPaise: 4_576 });
    expect(() => splitGst(4_577, WITHIN)).toThrow(RangeError);
  });

  test('LEND-F2: of any fee the heads add up to the tax inside it, whatever the state', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5_000, max: 50_000 }), fc.boolean(), (fee, isBetween) => {
        const { gstPaise } = gstInsideFee(paise(fee));
        const heads = splitGst(gstPaise, isBetween ? BETWEEN : WITHIN);
        expect(heads.cgstPaise + heads.sgstPaise + heads.igstPaise).toBe(gstPaise);
        expect(heads.cgstPaise).toBe(heads.sgstPaise);
      }),
    );
  });
});

describe('loanBooked', () => {
  const booking = {
    loanId: 'loan',
    bookedOn: businessDate('2027-01-15'),
    billPaise: paise(1_500_000),
    feePaise: paise(30_000),
    gstBps: 1_800,
  } as const;

  test.each([
    [WITHIN, { L330: -2_288, L331: -2_288 }],
    [BETWEEN, { L332: -4_576 }],
  ])('LEND-16 journal 4: W3 is booked with the heads of its place: %j', (supply, tax) => {
    const { lines } = loanBooked({ ...booking, supply });
    expect(Object.fromEntries(lines.map((line) => [line.account, line.amountPaise]))).toEqual({
      A200: 1_500_000,
      A202: 30_000,
      M901: 1_500_000,
      A110: -1_500_000,
      I400: -25_424,
      ...tax,
      M900: -1_500_000,
    });
    expect(lines.reduce((sum, line) => sum + line.amountPaise, 0)).toBe(0);
  });

  test('LEND-F3: given a fee, then it is owed beside the bill, and takes nothing of the limit', () => {
    const at = (feePaise: number) => {
      const { lines } = loanBooked({ ...booking, feePaise: paise(feePaise), supply: WITHIN });
      return (code: string) => lines.find(({ account }) => account === code)?.amountPaise;
    };
    expect(['A200', 'A202', 'M900'].map(at(30_000))).toEqual([1_500_000, 30_000, -1_500_000]);
    expect(['A200', 'A202', 'M900'].map(at(50_000))).toEqual([1_500_000, 50_000, -1_500_000]);
  });

  test('LEND-16: every line of it is allowed', () => {
    const allowed = new Set(
      allowedLines()
        .filter((line) => line.kind === 'loan_booked')
        .map((line) => `${line.account} ${line.side}`),
    );
    for (const supply of [WITHIN, BETWEEN])
      for (const { account, amountPaise } of loanBooked({ ...booking, supply }).lines)
        expect(allowed).toContain(`${account} ${amountPaise > 0 ? 'debit' : 'credit'}`);
  });
});
