import { paise } from '@mohlat/money';
import { describe, expect, it } from 'vitest';
import { coolingOffEndsOn, coolingOffQuote } from './cooling-off.ts';
import { on } from './dated.testing.ts';

const input = {
  billPaise: paise(1_500_000),
  aprBps: 2_384,
  anchorOn: on('2027-01-15'),
  bookedOn: on('2027-01-15'),
  windowDays: 3,
};

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
    expect(coolingOffEndsOn(input)).toBe('2027-01-18');
    expect(coolingOffQuote(input, on('2027-01-19'))).toBeUndefined();
    expect(coolingOffQuote({ ...input, windowDays: 4 }, on('2027-01-19'))?.daysUsed).toBe(4);
  });

  it.each([
    ['2027-01-17', '2027-01-18'],
    ['2027-01-18', '2027-01-19'],
    ['2027-01-25', '2027-01-26'],
  ])('LEND-8: given an owner who was told on %s, then the window ends with %s', (bookedOn, endsOn) => {
    const late = { ...input, bookedOn: on(bookedOn) };
    expect(coolingOffEndsOn(late)).toBe(endsOn);
    const last = coolingOffQuote(late, on(endsOn));
    // The days are counted from the first one: the bill was paid then.
    expect(last?.daysUsed).toBe(Number(endsOn.slice(-2)) - 15);
    expect(coolingOffQuote(late, on(`2027-01-${Number(endsOn.slice(-2)) + 1}`))).toBeUndefined();
  });

  it('LEND-8: there is nothing to leave before the loan began', () => {
    expect(() => coolingOffQuote(input, on('2027-01-14'))).toThrow(RangeError);
  });
});
