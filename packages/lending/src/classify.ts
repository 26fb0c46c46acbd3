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
import { type Borrower, isLive, type Loan } from './borrower.ts';
import { type Decision, NOTHING, type RowChange, together } from './decision.ts';
import { countedFrom, frozenDays, isFrozen } from './freeze.ts';
import { npaEntered, npaLeft } from './loan-journals.ts';
import { isForeseen, standingOn } from './standing-on.ts';

/** From this count a borrower does not perform. Rule: LEND-12 */
const NPA_DPD = 91;

/** The day since when something of a loan is past due at a close; undefined where nothing is. Rule: LEND-D1, LEND-X10 */
function pastDueSince(loan: Loan, day: BusinessDate): BusinessDate | undefined {
  const instalments = loan.instalments
    .filter((one) => one.isDemanded && one.dueOn <= day && unpaidOfInstalment(one) > 0)
    .map(({ dueOn }) => countedFrom(loan.freezes, dueOn));
  const charges = loan.charges
    .filter((one) => one.overdueOn <= day && unpaidOfCharge(one) > 0)
    .map(({ overdueOn }) => overdueOn);
  return earliestOf([...instalments, ...charges]);
}

/** Days past due of a loan at the close of a day; frozen days count for nothing. Rule: LEND-D1, LEND-X10 */
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

/** How a loan stands at a close: what was closed counts where the day is closed already. */
function figureOf(loan: Loan, day: BusinessDate): Figure {
  const closed = loan.closedThroughOn >= day ? standingOn(loan, day) : undefined;
  if (closed) return { loan, dpd: closed.dpd, isNpa: closed.class === 'NPA' };
  return { loan, dpd: daysPastDue(loan, day), isNpa: loan.status === 'npa' };
}

/**
 * Writes how each loan stands at the close of a day, where that is not foreseen by what is written already; of one that is past due it
 * is written anyway, because a process of the version before asks for the row of the last closed day. All loans of a borrower stop performing together, when one of them is 91
 * days past due, and perform again when nothing is past due on any. A frozen loan stays in its class. Income that was not
 * received goes into suspense and comes back (journals 26 and 28).
 * Rule: LEND-D1 to LEND-D4, LEND-D6, LEND-12, LEND-X10
 */
export function classify(borrower: Borrower, loans: readonly Loan[], day: BusinessDate): Decision {
  const figures = borrower.loans
    .filter((loan) => isLive(loan) && loan.disbursedOn <= day)
    .map((loan) => figureOf(loan, day));
  const worst = Math.max(0, ...figures.map(({ dpd }) => dpd));
  const isNpaNow = worst >= NPA_DPD || (worst > 0 && figures.some(({ isNpa }) => isNpa));
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
  const unreceived = unreceivedOf(loan, day);
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

/** The class by the number of a loan that performs; a frozen one may stand above 90 days and stays in the worst of them. */
function classBelowNpa(dpd: number): AssetClass {
  const byNumber = classOfDpd(dpd);
  return byNumber === 'NPA' ? 'SMA2' : byNumber;
}
