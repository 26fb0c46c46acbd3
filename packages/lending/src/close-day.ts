import { addDays, type BusinessDate, paise, rhu, subtractPaise } from '@mohlat/money';
import { after } from './after.ts';
import { accruedOn } from './accrue.ts';
import { financedLeft } from './balances.ts';
import { type Borrower, type Hardship, isLive, type Loan } from './borrower.ts';
import { classify } from './classify.ts';
import { type Decision, NOTHING, type RowChange, together } from './decision.ts';
import { isFrozen } from './freeze.ts';
import { accrual, allowanceMoved } from './loan-journals.ts';
import { openDay } from './open-day.ts';

/** Shares of principal and fee that are held against losses, in basis points, by class. Rule: LEND-D7 */
export interface LossRates {
  readonly earlyBps: number;
  readonly lateBps: number;
  readonly npaBps: number;
}

/** What the close of a day knows beside the borrower. */
export interface DayFacts {
  /** Nobody could repay at the end of the day because of us. Rule: LEND-L3 */
  readonly wereChannelsDown: boolean;
  /** As in force on the day. */
  readonly lossRates: LossRates;
}

/** A day to be closed, with what its close knows. */
export interface ClosingDay extends DayFacts {
  readonly day: BusinessDate;
}

/** A part of the close: what it decides of these loans, by the state the parts before it left. */
type Step = (borrower: Borrower, loans: readonly Loan[], day: BusinessDate, facts: DayFacts) => Decision;

/**
 * Closes a business day for a borrower and opens the next: interest (journal 10), days past due and class (26, 28), at a
 * month's end the loss allowance (25), hardships that end; then what falls due (11), money held for it (12), late charges (21)
 * and what is too little to ask for (22). Takes only loans whose last closed day is the day before. Of a loan that is frozen
 * on the day interest alone runs on.
 * Rule: LEND-22 steps 2, 3 and 6, LEND-B2, LEND-X10
 */
export function closeDay(borrower: Borrower, day: BusinessDate, facts: DayFacts): Decision {
  const isDue = (loan: Loan) => isLive(loan) && loan.closedThroughOn === addDays(day, -1);
  const due = new Set(borrower.loans.filter(isDue).map(({ id }) => id));
  if (due.size === 0) return NOTHING;
  let state = borrower;
  const decided = STEPS.map((step) => {
    const loans = state.loans.filter(({ id }) => due.has(id));
    const decision = step(state, loans, day, facts);
    state = after(state, decision.changes);
    return decision;
  });
  return together(decided);
}

/** A borrower after the close of some days, and all that it decided. */
export interface ClosedDays {
  readonly borrower: Borrower;
  readonly decision: Decision;
}

/**
 * Closes several days for a borrower, each from the state that the one before it left. `days` follow each other, oldest first.
 * Rule: LEND-B2, LEND-B3
 */
export function closeDays(borrower: Borrower, days: readonly ClosingDay[]): ClosedDays {
  let state = borrower;
  const decisions = days.map(({ day, ...facts }) => {
    const decision = closeDay(state, day, facts);
    state = after(state, decision.changes);
    return decision;
  });
  return { borrower: state, decision: together(decisions) };
}

const STEPS: readonly Step[] = [accrue, classify, setAllowance, endHardships, openNext, countDay];

/** Posted daily for now, as the database does; later `accruedTo` is posted when it matters. Rule: LEND-A1 */
function accrue(_: Borrower, loans: readonly Loan[], day: BusinessDate): Decision {
  return { ...NOTHING, journals: loans.map((loan) => accrual(loan, day, accruedOn(loan, day))) };
}

/** At a month's last day the allowance follows principal, fee and class of that day. Rule: LEND-D7, LEND-22 step 9 */
function setAllowance(
  _: Borrower,
  loans: readonly Loan[],
  day: BusinessDate,
  { lossRates }: DayFacts,
): Decision {
  if (!addDays(day, 1).endsWith('-01')) return NOTHING;
  return together(loans.map((loan) => allowanceOf(loan, day, lossRates)));
}

function allowanceOf(loan: Loan, day: BusinessDate, rates: LossRates): Decision {
  const wanted = paise(rhu(BigInt(financedLeft(loan)) * BigInt(rateOf(loan, day, rates)), 10_000n));
  const changePaise = subtractPaise(wanted, loan.allowancePaise);
  if (changePaise === 0) return NOTHING;
  return {
    journals: [allowanceMoved(loan, day, changePaise)],
    changes: [{ change: 'allowance_set', loanId: loan.id, amountPaise: wanted }],
    notices: [],
  };
}

function rateOf({ standings }: Loan, day: BusinessDate, rates: LossRates): number {
  const standing = standings.findLast(({ on }) => on === day);
  switch (standing?.class) {
    case 'NPA':
      return rates.npaBps;
    case 'SMA1':
    case 'SMA2':
      return rates.lateBps;
    case 'STD':
    case 'SMA0':
    case undefined:
      return rates.earlyBps;
  }
}

/** A hardship ends at the close of a day on which nothing is past due, if something was since it began. Rule: LEND-23 */
function endHardships(_: Borrower, loans: readonly Loan[], day: BusinessDate): Decision {
  const changes = loans.flatMap((loan) =>
    loan.hardships
      .filter((one) => isOver(loan, one, day))
      .map((one): RowChange => ({
        change: 'hardship_ended',
        loanId: loan.id,
        hardshipId: one.id,
        on: day,
      })),
  );
  return { ...NOTHING, changes };
}

function isOver({ standings }: Loan, { fromOn, untilOn, endedOn }: Hardship, day: BusinessDate): boolean {
  if (endedOn !== null || day < fromOn || day > untilOn) return false;
  const since = standings.filter(({ on }) => on >= addDays(fromOn, -1) && on <= day);
  return since.some(({ on, dpd }) => on === day && dpd === 0) && since.some(({ dpd }) => dpd > 0);
}

/** A frozen day opens nothing. Rule: LEND-X10 */
function openNext(borrower: Borrower, loans: readonly Loan[], day: BusinessDate, facts: DayFacts): Decision {
  const open = loans.filter((loan) => !isFrozen(loan.freezes, day));
  return openDay(borrower, open, addDays(day, 1), facts.wereChannelsDown);
}

function countDay(_: Borrower, loans: readonly Loan[], day: BusinessDate): Decision {
  return {
    ...NOTHING,
    changes: loans.map((loan) => ({ change: 'day_closed', loanId: loan.id, on: day })),
  };
}
