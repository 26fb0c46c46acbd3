import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FeeTax, taxBack, withWaivedFee } from './fee-tax.ts';

const TAX: FeeTax = { gstBps: 1_800, supplierState: '27', supplyState: '27', waived: [] };

describe('taxBack', () => {
  test('LEND-F5: given no part, or one of a paisa or two, then none of it is tax', () => {
    expect([0, 1, 2].map((paise) => taxBack(TAX, paise))).toEqual([
      { cgstPaise: 0, sgstPaise: 0, igstPaise: 0 },
      { cgstPaise: 0, sgstPaise: 0, igstPaise: 0 },
      { cgstPaise: 0, sgstPaise: 0, igstPaise: 0 },
    ]);
  });

  test('LEND-F5: given parts of a paisa before, then the next one gives back what was due, up to half of all but one of its own', () => {
    const waived = Array.from({ length: 20 }, (_, index) => ({ waiverId: `${index}`, amountPaise: 1 }));
    const halves = [3, 4, 5, 6].map((paise) => taxBack({ ...TAX, waived }, paise).cgstPaise);
    expect(halves).toEqual([1, 1, 2, 2]);
  });

  test('LEND-F5: whatever the parts, no more than the tax inside a fee goes back, and all of it in the end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 12 }), (parts) => {
        let tax = TAX;
        let back = 0;
        let fee = 0;
        for (const [index, amountPaise] of [...parts, 50_000].entries()) {
          const { cgstPaise, sgstPaise } = taxBack(tax, amountPaise);
          expect(cgstPaise).toBe(sgstPaise);
          expect(cgstPaise + sgstPaise).toBeLessThan(amountPaise);
          tax = withWaivedFee(tax, { waiverId: `waiver ${index}`, amountPaise });
          back += cgstPaise;
          fee += amountPaise;
        }
        // Half of 18 parts in 118, rounded half up.
        expect(back).toBe(Math.floor((2 * fee * 9 + 118) / (2 * 118)));
      }),
    );
  });
});

test('LEND-F5: given two parts by one waiver, then they count as one, and another waiver’s stays', () => {
  const parts = [
    { waiverId: 'a', amountPaise: 100 },
    { waiverId: 'b', amountPaise: 20 },
    { waiverId: 'b', amountPaise: 3 },
    { waiverId: 'c', amountPaise: 4 },
  ];
  expect(parts.reduce((tax, part) => withWaivedFee(tax, part), TAX)).toEqual({
    ...TAX,
    waived: [
      { waiverId: 'a', amountPaise: 100 },
      { waiverId: 'b', amountPaise: 23 },
      { waiverId: 'c', amountPaise: 4 },
    ],
  });
});
