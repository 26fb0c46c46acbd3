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
 * The first day after one whose close may bring more than interest and one more day past due, if no other event comes: an
 * instalment falls due the day after or goes unpaid, a step of lateness or a class is reached, a charge becomes past due,
 * a tiny balance may be waived, a month ends. The answer is never too late; where days have to be counted one by one it
 * is the next day.
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

/** True where each day needs a look: days are frozen, or a charge waits for an answer. */
function hasDaysOfItsOwn(loan: Loan, day: BusinessDate): boolean {
  return (
    loan.freezes.length > 0 ||
    loan.hardships.some(({ endedOn, untilOn }) => endedOn === null && untilOn >= day) ||
    loan.debits.some(({ endedAt, answerByOn }) => endedAt === null && answerByOn > day) ||
    (loan.noNewPenalThroughOn !== null && loan.noNewPenalThroughOn > day)
  );
}

/**
 * The eves on which an instalment changes a loan: the close of the eve demands it, no later than the last day asked for;
 * while it is unpaid, each step of lateness opens on an eve too.
 */
function daysOfInstalment({ late }: Loan, one: Instalment, last: BusinessDate): BusinessDate[] {
  if (!one.isDemanded) return daysBetween(last, one.dueOn) > 1 ? [] : [addDays(one.dueOn, -1)];
  if (unpaidOfInstalment(one) <= 0) return [];
  return late.levyOnLateDays.map((lateDays) => addDays(one.dueOn, lateDays - 1));
}

/** The first day on which an unpaid amount is past due, and the days on which the class changes with it. */
function daysOfLateness({ instalments, charges }: Loan): BusinessDate[] {
  const since = earliestOf([
    ...instalments.filter((one) => one.isDemanded && unpaidOfInstalment(one) > 0).map(({ dueOn }) => dueOn),
    ...charges.filter((one) => unpaidOfCharge(one) > 0).map(({ overdueOn }) => overdueOn),
  ]);
  if (since === undefined) return [];
  return [since, ...CLASS_FROM_DPD.map((dpd) => addDays(since, dpd - 1))];
}

/** The last due date: the opening after it may waive a tiny balance. Rule: LEND-9 */
function lastDueOf({ instalments }: Loan): BusinessDate[] {
  const lastDueOn = latestOf(instalments.map(({ dueOn }) => dueOn));
  return lastDueOn === undefined ? [] : [lastDueOn];
}
