import { businessDate, paise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedLines, journal, type Journal } from './journals.ts';
import * as journals from './loan-journals.ts';

const ON = businessDate('2027-02-15');
const LOAN = { id: 'loan', rewoundCount: 0, status: 'active' } as const;
const NPA = { ...LOAN, status: 'npa' } as const;
const EMI = {
  id: 'emi',
  principalPaise: paise(495_000),
  feePaise: paise(10_000),
  interestPaise: paise(15_000),
};
const sums = ({ lines }: Journal) =>
  Object.fromEntries(lines.map(({ account, amountPaise }) => [account, amountPaise]));

describe('the journals of a loan', () => {
  test.each<[string, Journal, Record<string, number>]>([
    ['10: a day’s interest', journals.accrual(LOAN, ON, paise(484)), { A210: 484, I410: -484 }],
    ['10: the same of a loan in suspense', journals.accrual(NPA, ON, paise(484)), { A210: 484, L350: -484 }],
    [
      '11: an instalment falls due',
      journals.demand(LOAN, EMI, ON),
      { A201: 495_000, A203: 10_000, A211: 15_000, A200: -495_000, A202: -10_000, A210: -15_000 },
    ],
    [
      '12: money held for it is applied',
      journals.earmarkApplied(LOAN, 'emi', ON, EMI),
      { L300: 520_000, A211: -15_000, A203: -10_000, A201: -495_000 },
    ],
    [
      '27: in suspense its interest becomes income',
      journals.earmarkApplied(NPA, 'emi', ON, EMI),
      { L300: 520_000, L350: 15_000, A211: -15_000, A203: -10_000, A201: -495_000, I410: -15_000 },
    ],
    [
      '21: a late charge',
      journals.penal(LOAN, { number: 1, lateDays: 4, amountPaise: paise(20_000) }, ON),
      { A220: 20_000, I420: -20_000 },
    ],
    [
      '22: what is too little to ask for',
      journals.tinyWaived(NPA, ON, [
        { component: 'interest', amountPaise: paise(30) },
        { component: 'principal', amountPaise: paise(70) },
      ]),
      { E510: 70, L350: 30, A211: -30, A201: -70 },
    ],
    [
      '16: a debit that came back',
      journals.bounced(LOAN, { number: 1, amountPaise: paise(10_000) }, ON),
      { A221: 10_000, I421: -10_000 },
    ],
    ['25: the allowance rises', journals.allowanceMoved(LOAN, ON, 15_300), { E520: 15_300, A290: -15_300 }],
    ['25: it falls', journals.allowanceMoved(LOAN, ON, -15_300), { A290: 15_300, E520: -15_300 }],
    [
      '26: W11 stops performing',
      journals.npaEntered(LOAN, ON, {
        interestPaise: paise(30_000),
        penalPaise: paise(120_000),
        bouncePaise: paise(0),
      }),
      { I410: 30_000, I420: 120_000, L350: -150_000 },
    ],
    ['28: and performs again', journals.npaLeft(NPA, ON, paise(7_000)), { L350: 7_000, I410: -7_000 }],
  ])('LEND-16 journal %s', (_, booked, expected) => {
    expect(sums(booked)).toEqual(expected);
    const allowed = new Set(allowedLines().map(({ kind, account, side }) => `${kind} ${account} ${side}`));
    for (const { account, amountPaise } of booked.lines)
      expect(allowed).toContain(`${booked.kind} ${account} ${amountPaise > 0 ? 'debit' : 'credit'}`);
  });

  test.each<[string, Journal, Partial<Record<string, unknown>>]>([
    [
      'a late charge',
      journals.penal(LOAN, { number: 2, lateDays: 4, amountPaise: paise(1) }, ON),
      { of: 'charge', kind: 'penal', number: 2, lateDays: 4 },
    ],
    [
      'a bounce charge',
      journals.bounced(LOAN, { number: 2, amountPaise: paise(1) }, ON),
      { of: 'charge', kind: 'bounce', number: 2, lateDays: 0 },
    ],
    [
      'interest of a replayed day',
      journals.accrual({ ...LOAN, rewoundCount: 3 }, ON, paise(1)),
      { of: 'loan day', step: 'accrual', on: ON, rewoundCount: 3 },
    ],
    [
      'an instalment of a replayed day',
      journals.demand({ ...LOAN, rewoundCount: 3 }, EMI, ON),
      { of: 'row', id: 'emi', rewoundCount: 3 },
    ],
  ])('LEND-16: given %s, then its journal names its cause', (_, booked, source) => {
    expect(booked).toMatchObject({ source, loanId: 'loan', effectiveOn: ON });
  });

  test('LEND-I01: an instalment’s journals balance whatever it consists of', () => {
    const amount = fc.nat(10 ** 9).map((value) => paise(value));
    fc.assert(
      fc.property(amount, amount, amount, (principalPaise, feePaise, interestPaise) => {
        const parts = { id: 'any', principalPaise, feePaise, interestPaise };
        for (const loan of [LOAN, NPA]) {
          const booked = [journals.demand(loan, parts, ON), journals.earmarkApplied(loan, 'any', ON, parts)];
          for (const { lines } of booked)
            expect(lines.reduce((sum, line) => sum + line.amountPaise, 0)).toBe(0);
        }
      }),
    );
  });

  test('LEND-I01: one that does not balance is refused', () => {
    const about = {
      source: { of: 'row', id: 'x', rewoundCount: 0 },
      loanId: 'loan',
      effectiveOn: ON,
    } as const;
    const sides = (debit: number, credit: number) => ({
      debit: { PENAL_DUE: debit },
      credit: { PENAL_INCOME: credit },
    });
    expect(() => journal('penal', about, sides(2, 1))).toThrow('does not balance');
    expect(() => journal('penal', about, sides(1, 2))).toThrow('does not balance');
    expect(() => journal('penal', about, sides(-1, -1))).toThrow(RangeError);
    expect(journal('penal', about, sides(0, 0)).lines).toEqual([]);
  });
});
