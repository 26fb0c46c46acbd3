import { paise } from '@mohlat/money';
import { describe, expect, it } from 'vitest';
import { coolingOffEndsOn, coolingOffQuote } from './cooling-off.ts';
import { on } from './dated.testing.ts';

const input = { billPaise: paise(1_500_000), aprBps: 2_384, anchorOn: on('2027-01-15'), windowDays: 3 };

describe('coolingOffQuote', () => {
  it.each([
    ['2027-01-15', 0, 0],
    ['2027-01-16', 1, 980],
    ['2027-01-17', 2, 1_959],
    ['2027-01-18', 3, 2_939],
  ])('LEND-8: W8, leaving on %s after %i days costs %i on top of the bill', (date, daysUsed, chargePaise) => {
    const amountPaise = 1_500_000 + chargePaise;
    expect(coolingOffQuote(input, on(date))).toEqual({ daysUsed, chargePaise, amountPaise });
  });

  it('LEND-8: W8, the window is over on the fourth day', () => {
    expect(coolingOffEndsOn(input.anchorOn, input.windowDays)).toBe('2027-01-18');
    expect(coolingOffQuote(input, on('2027-01-19'))).toBeUndefined();
    expect(coolingOffQuote({ ...input, windowDays: 4 }, on('2027-01-19'))?.daysUsed).toBe(4);
  });

  it('LEND-8: there is nothing to leave before the loan began', () => {
    expect(() => coolingOffQuote(input, on('2027-01-14'))).toThrow(RangeError);
  });
});
