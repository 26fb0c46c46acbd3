import { istDayBounds, paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import type { Loan, PresentedDebit } from './borrower.ts';
import { aLoan, borrowerWith, day, live, loanOf } from './borrowers.testing.ts';
import { levyPenal } from './penal.ts';

/** The morning of the first charge: the fourth day after the due date of ₹5,200. */
const MORNING = day('2027-02-19');
const { startMs } = istDayBounds(MORNING);

/** The three-instalment loan as it stands on that morning, its first instalment four days late. */
const late = loanOf(live(borrowerWith(aLoan()), '2027-01-15', '2027-02-17').borrower);

function leviedOn(change: Partial<Loan>): readonly number[] {
  const { changes, journals } = levyPenal({ ...late, ...change }, MORNING, false);
  // Each charge has a journal of its own.
  expect(journals).toHaveLength(changes.length);
  return changes.flatMap((one) => (one.change === 'charge_levied' ? [one.amountPaise] : []));
}

describe('a debit that its bank has not answered', () => {
  const asked: PresentedDebit = {
    number: 1,
    presentedAt: startMs - 1,
    endedAt: null,
    answerByOn: MORNING,
  };

  test.each<[string, Partial<PresentedDebit>, readonly number[]]>([
    ['is waited for on the last day of its window', {}, []],
    ['is not waited for on the day after', { answerByOn: day('2027-02-18') }, [20_000]],
    ['is waited for if it was presented as the day began', { presentedAt: startMs }, []],
    ['is not waited for if it was presented later', { presentedAt: startMs + 1 }, [20_000]],
    ['is not waited for once it was answered before the day', { endedAt: startMs - 1 }, [20_000]],
    ['is not waited for if it was answered as the day began', { endedAt: startMs }, [20_000]],
    ['is waited for if it is answered later', { endedAt: startMs + 1 }, []],
    ['of another instalment excuses nothing', { number: 2 }, [20_000]],
  ])('LEND-20: %s', (_, change, levied) => {
    expect(leviedOn({ debits: [{ ...asked, ...change }] })).toEqual(levied);
  });

  test('LEND-20: one open debit among answered ones is enough', () => {
    expect(leviedOn({ debits: [{ ...asked, endedAt: startMs - 1 }, asked] })).toEqual([]);
  });
});

describe('charges that stand', () => {
  const standing = (change: Partial<Loan['charges'][number]>): Loan['charges'][number] => ({
    id: 'c',
    kind: 'penal',
    number: 1,
    lateDays: 4,
    leviedOn: MORNING,
    overdueOn: day('2027-03-15'),
    amountPaise: paise(20_000),
    paidPaise: paise(0),
    waivedPaise: paise(0),
    ...change,
  });

  test('LEND-L1: a step of an instalment is charged once', () => {
    expect(leviedOn({ charges: [standing({})] })).toEqual([]);
    expect(leviedOn({ charges: [standing({ number: 2 })] })).toEqual([20_000]);
    expect(leviedOn({ charges: [standing({ lateDays: 34 })] })).toEqual([20_000]);
  });

  test('LEND-L3: a charge leaves only its rest below a tenth of what was financed', () => {
    const room = (paiseLeft: number) => {
      const amountPaise = paise(late.financedPaise / 10 - paiseLeft);
      return { charges: [standing({ number: 2, amountPaise })] };
    };
    expect(leviedOn(room(100))).toEqual([100]);
    expect(leviedOn(room(0))).toEqual([]);
  });

  test('LEND-L3, LEND-L6: a bounce charge takes no room of late charges', () => {
    expect(leviedOn({ charges: [standing({ kind: 'bounce', amountPaise: late.financedPaise })] })).toEqual([
      20_000,
    ]);
  });
});

describe('a day that is lived again after a reversal', () => {
  const again: Partial<Loan> = { noNewPenalThroughOn: MORNING, rewoundCount: 1 };
  const stood = (amountPaise: number, change: Partial<Loan['reversedCharges'][number]> = {}) => ({
    kind: 'penal' as const,
    number: 1,
    lateDays: 4,
    amountPaise: paise(amountPaise),
    ...change,
  });

  test('LEND-W7: the highest charge that stood before is the bound, in whatever order they are read', () => {
    expect(leviedOn({ ...again, reversedCharges: [stood(9_000), stood(12_000), stood(5_000)] })).toEqual([
      12_000,
    ]);
  });

  test('LEND-W7: a charge of another kind or instalment does not count', () => {
    const reversedCharges = [stood(9_000, { kind: 'bounce' }), stood(9_000, { number: 2 })];
    expect(leviedOn({ ...again, reversedCharges })).toEqual([]);
  });

  test('LEND-W7: the day after the last such day charges by the table again', () => {
    expect(leviedOn({ ...again, noNewPenalThroughOn: day('2027-02-18') })).toEqual([20_000]);
  });
});

test('LEND-L1: an instalment that is paid is not late', () => {
  const [first, ...rest] = late.instalments;
  const { interestPaise, feePaise, principalPaise } = first!;
  const paid = {
    paidInterestPaise: interestPaise,
    paidFeePaise: feePaise,
    paidPrincipalPaise: principalPaise,
  };
  expect(leviedOn({ instalments: [{ ...first!, ...paid }, ...rest] })).toEqual([]);
});
