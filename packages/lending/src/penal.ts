import {
  addDays,
  type BusinessDate,
  byNumber,
  chargeOverdueOn,
  daysBetween,
  istDayBounds,
  maxPaise,
  minPaise,
  type Paise,
  penalCharge,
  sumPaise,
  unpaidOfInstalment,
  ZERO_PAISE,
} from '@mohlat/money';
import type { Loan, PresentedDebit } from './borrower.ts';
import { isContestedAtOpening } from './contested.ts';
import { type Decision, NOTHING, type RowChange } from './decision.ts';
import { countedDueOn } from './freeze.ts';
import { isInHardshipAtOpening } from './hardship.ts';
import { penal } from './loan-journals.ts';

/**
 * Levies late charges at the opening of a day, one for each instalment and step of lateness, by the table of the loan's
 * terms and trimmed to the cap of all its late charges (`penalCharge`). A loan that is NPA or in hardship gets none,
 * and none while a bank disputes a repayment of it.
 * Neither does an owner who could not pay on the last day because of us (our channels were down, or their account was blocked without fraud), nor an instalment whose debit the
 * bank has not answered in its time.
 * Rule: LEND-L1 to LEND-L4, LEND-L7, LEND-20, LEND-23, LEND-X10
 */
export function levyPenal(loan: Loan, day: BusinessDate, couldNotPay: boolean): Decision {
  if (loan.status !== 'active' || rests(loan, day)) return NOTHING;
  const standing = loan.charges.filter(({ kind }) => kind === 'penal');
  let leviedPaise = sumPaise(standing.map(({ amountPaise }) => amountPaise));
  const journals = [];
  const changes: RowChange[] = [];
  for (const one of byNumber(loan.instalments)) {
    const { number } = one;
    const lateDays = daysBetween(countedDueOn(loan.freezes, one.dueOn, day), day);
    const byTable = penalCharge(
      {
        // Frozen days do not count: the due date moves later by them.
        dueOn: addDays(day, -lateDays),
        on: day,
        unpaidPaise: unpaidOfInstalment(one),
        financedPaise: loan.financedPaise,
        leviedPaise,
        isNpa: false,
        couldNotPay,
      },
      loan.late,
    );
    const amountPaise = minPaise(byTable, mostOf(loan, number, lateDays, day));
    if (amountPaise <= 0 || awaitsBank(loan.debits, number, day)) continue;
    if (standing.some((charge) => charge.number === number && charge.lateDays === lateDays)) continue;
    leviedPaise = sumPaise([leviedPaise, amountPaise]);
    const dueDates = loan.instalments.map(({ dueOn }) => dueOn);
    const overdueOn = chargeOverdueOn(day, dueDates);
    const charge = { kind: 'penal', number, lateDays, leviedOn: day, overdueOn, amountPaise } as const;
    journals.push(penal(loan, charge, day));
    changes.push({ change: 'charge_levied', loanId: loan.id, ...charge });
  }
  return { ...NOTHING, journals, changes };
}

const rests = ({ hardships, disputes }: Loan, day: BusinessDate) =>
  isInHardshipAtOpening(hardships, day) || isContestedAtOpening(disputes, day);

/**
 * The largest amount of a charge, in paise. After the reversal of a repayment, past days levy only charges that stood
 * before, and none higher. No charge exceeds the financed part.
 * Rule: LEND-W7
 */
function mostOf(loan: Loan, number: number, lateDays: number, day: BusinessDate): Paise {
  if (loan.noNewPenalThroughOn === null || day > loan.noNewPenalThroughOn) return loan.financedPaise;
  return loan.reversedCharges
    .filter((one) => one.kind === 'penal' && one.number === number && one.lateDays === lateDays)
    .reduce((most, { amountPaise }) => maxPaise(most, amountPaise), ZERO_PAISE);
}

/**
 * True where a debit was presented before the day began, has no answer, and its return window is still open.
 * Rule: LEND-20
 */
function awaitsBank(debits: readonly PresentedDebit[], number: number, day: BusinessDate): boolean {
  const at = istDayBounds(day).startMs;
  return debits.some(
    (one) =>
      one.number === number &&
      one.answerByOn >= day &&
      one.presentedAt <= at &&
      (one.endedAt === null || one.endedAt > at),
  );
}
