import {
  type AssetClass,
  type BusinessDate,
  classOfDpd,
  daysBetween,
  earliestOf,
  sumPaise,
  unpaidOfCharge,
  unpaidOfInstalment,
} from '@mohlat/money';
import { unreceivedOf } from './balances.ts';
import {
  type Borrower,
  type Charge,
  type Instalment,
  isLive,
  isWrittenOffOn,
  type Loan,
} from './borrower.ts';
import { type Decision, NOTHING, type RowChange, together } from './decision.ts';
import { countedFrom, frozenDays, isFrozen } from './freeze.ts';
import { npaEntered, npaLeft } from './loan-journals.ts';
import { isForeseen, standingOn } from './standing-on.ts';

/** The unpaid amounts of a loan that are past due. */
export interface PastDue {
  readonly instalments: readonly Instalment[];
  readonly charges: readonly Charge[];
}

/**
 * Picks the unpaid amounts that are past due at a close. An instalment and a charge alike count from the day that their owner is
 * shown: the agreed one, or where a freeze covered it the one after the freeze (`countedFrom`).
 * Rule: LEND-D1, LEND-L7, LEND-X10
 */
export function pastDueAt(
  { instalments, charges, freezes }: Pick<Loan, 'instalments' | 'charges' | 'freezes'>,
  day: BusinessDate,
): PastDue {
  return {
    instalments: instalments.filter(
      (one) => one.isDemanded && countedFrom(freezes, one.dueOn) <= day && unpaidOfInstalment(one) > 0,
    ),
    charges: charges.filter((one) => countedFrom(freezes, one.overdueOn) <= day && unpaidOfCharge(one) > 0),
  };
}

/**
 * The oldest day from which an unpaid amount counts as past due at a close; undefined where none does.
 * Rule: LEND-D1, LEND-X10
 */
export function pastDueSince(loan: Loan, day: BusinessDate): BusinessDate | undefined {
  const { instalments, charges } = pastDueAt(loan, day);
  const days = [...instalments.map(({ dueOn }) => dueOn), ...charges.map(({ overdueOn }) => overdueOn)];
  return earliestOf(days.map((one) => countedFrom(loan.freezes, one)));
}

/** Days past due of a loan at the close of a day. Frozen days do not count. Rule: LEND-D1, LEND-X10 */
export function daysPastDue(loan: Loan, day: BusinessDate): number {
  const since = pastDueSince(loan, day);
  if (since === undefined) return 0;
  return daysBetween(since, day) + 1 - frozenDays(loan.freezes, since, day);
}

interface Figure {
  readonly loan: Loan;
  readonly dpd: number;
  readonly isNpa: boolean;
}

/** The standing of a loan at a close. A day that is already closed keeps its written standing. */
function figureOf(loan: Loan, day: BusinessDate): Figure {
  const closed = loan.closedThroughOn >= day ? standingOn(loan, day) : undefined;
  if (closed) return { loan, dpd: closed.dpd, isNpa: closed.class === 'NPA' };
  return { loan, dpd: daysPastDue(loan, day), isNpa: loan.status === 'npa' };
}

/**
 * Records the standing of each loan at the close of a day where the written facts do not already say it. A loan that is
 * past due gets a row at each close that looks at it, because how late it ever was is read from the rows
 * (`mostDaysPastDue`). All loans of a borrower become NPA together, when one reaches 91 days past due, and leave it when
 * none is past due and none that was written off is still owed. A frozen loan keeps its class. Income not received goes
 * into suspense and comes back (journals 26 and 28).
 * Rule: LEND-D1 to LEND-D6, LEND-12, LEND-X10
 */
export function classify(borrower: Borrower, loans: readonly Loan[], day: BusinessDate): Decision {
  const figures = borrower.loans
    .filter((loan) => isLive(loan) && loan.disbursedOn <= day)
    .map((loan) => figureOf(loan, day));
  const worst = Math.max(0, ...figures.map(({ dpd }) => dpd));
  const isNpaNow =
    classOfDpd(worst) === 'NPA' ||
    (worst > 0 && figures.some(({ isNpa }) => isNpa)) ||
    borrower.loans.some((loan) => isWrittenOffOn(loan, day));
  const ids = new Set(loans.map(({ id }) => id));
  return together(
    figures
      .filter(({ loan }) => ids.has(loan.id))
      .map(({ loan, dpd, isNpa }) =>
        classifyOne(loan, day, dpd, isFrozen(loan.freezes, day) ? isNpa : isNpaNow),
      ),
  );
}

function classifyOne(loan: Loan, day: BusinessDate, dpd: number, isNpa: boolean): Decision {
  const found = { on: day, dpd, class: isNpa ? 'NPA' : classBelowNpa(dpd) } as const;
  const isWritten = dpd > 0 || !isForeseen(loan, found);
  const recorded: RowChange[] = isWritten ? [{ change: 'standing_recorded', loanId: loan.id, ...found }] : [];
  if (isNpa === (loan.status === 'npa')) return { ...NOTHING, changes: recorded };
  const status = isNpa ? 'npa' : 'active';
  // A replay may know a charge of a later day.
  const charges = loan.charges.filter(({ leviedOn }) => leviedOn <= day);
  const unreceived = unreceivedOf({ ...loan, charges }, day);
  const { interestPaise, penalPaise, bouncePaise } = unreceived;
  return {
    journals: [
      isNpa
        ? npaEntered(loan, day, unreceived)
        : npaLeft(loan, day, sumPaise([interestPaise, penalPaise, bouncePaise])),
    ],
    changes: [...recorded, { change: 'status_changed', loanId: loan.id, status }],
    notices: [],
  };
}

/** The class of a loan that is not NPA. A frozen loan may have more than 90 days and stays in SMA2. */
function classBelowNpa(dpd: number): AssetClass {
  const byNumber = classOfDpd(dpd);
  return byNumber === 'NPA' ? 'SMA2' : byNumber;
}
