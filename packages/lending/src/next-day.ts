import {
  addDays,
  type BusinessDate,
  CLASS_FROM_DPD,
  daysBetween,
  earliestOf,
  latestOf,
  monthEnd,
  unpaidOfCharge,
  unpaidOfInstalment,
} from '@mohlat/money';
import type { Instalment, Loan } from './borrower.ts';

/**
 * The first day after one whose close may be more than interest and one more day past due, if nothing else happens to the loan: an
 * instalment falls due the day after or goes unpaid, a step of lateness or a class is reached, a charge is past due, what is too little
 * to ask for may be let off, a month ends. Never later than that day; where days have to be counted one by one it is the next.
 * Rule: LEND-22, LEND-B2
 */
export function nextDayOf(loan: Loan, day: BusinessDate): BusinessDate {
  const next = addDays(day, 1);
  if (hasDaysOfItsOwn(loan, day)) return next;
  const last = monthEnd(next);
  const days = [
    ...loan.instalments.flatMap((one) => daysOfInstalment(loan, one, last)),
    ...daysOfLateness(loan),
    ...lastDueOf(loan),
  ];
  return earliestOf([last, ...days.filter((one) => one >= next)]) ?? last;
}

/** Days that count for nothing, or on which a charge waits for something: each is looked at. */
function hasDaysOfItsOwn(loan: Loan, day: BusinessDate): boolean {
  return (
    loan.freezes.length > 0 ||
    loan.hardships.some(({ endedOn, untilOn }) => endedOn === null && untilOn >= day) ||
    loan.debits.some(({ endedAt, answerByOn }) => endedAt === null && answerByOn > day) ||
    (loan.noNewPenalThroughOn !== null && loan.noNewPenalThroughOn > day)
  );
}

/**
 * The close of the eve demands an instalment, where that is no later than the last day asked for; of one that is not paid each step of
 * lateness is opened on an eve as well.
 */
function daysOfInstalment({ late }: Loan, one: Instalment, last: BusinessDate): BusinessDate[] {
  if (!one.isDemanded) return daysBetween(last, one.dueOn) > 1 ? [] : [addDays(one.dueOn, -1)];
  if (unpaidOfInstalment(one) <= 0) return [];
  return late.levyOnLateDays.map((lateDays) => addDays(one.dueOn, lateDays - 1));
}

/** The day since when something unpaid is past due, or the first on which it will be, and those on which the class follows. */
function daysOfLateness({ instalments, charges }: Loan): BusinessDate[] {
  const since = earliestOf([
    ...instalments.filter((one) => one.isDemanded && unpaidOfInstalment(one) > 0).map(({ dueOn }) => dueOn),
    ...charges.filter((one) => unpaidOfCharge(one) > 0).map(({ overdueOn }) => overdueOn),
  ]);
  if (since === undefined) return [];
  return [since, ...CLASS_FROM_DPD.map((dpd) => addDays(since, dpd - 1))];
}

/** At the opening after the last due date. Rule: LEND-9 */
function lastDueOf({ instalments }: Loan): BusinessDate[] {
  const lastDueOn = latestOf(instalments.map(({ dueOn }) => dueOn));
  return lastDueOn === undefined ? [] : [lastDueOn];
}
