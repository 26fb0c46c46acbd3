import {
  addDays,
  type AssetClass,
  type BusinessDate,
  latestOf,
  type Paise,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
  unpaidOfInstalment,
} from '@mohlat/money';
import { completedAgreement } from './agreement.ts';
import { isOwed, type Loan } from './borrower.ts';
import { classOfBorrower } from './borrower-class.ts';
import { pastDueAt } from './classify.ts';
import { countedFrom } from './freeze.ts';
import type { LoanPast } from './past.ts';
import { isOwingOn, isWithTheBank } from './standing.ts';
import { dpdOn } from './standing-on.ts';
import { takeBack } from './take-back.ts';

export const REPORTED_STATUSES = ['open', 'written_off', 'settled', 'closed'] as const;
export type ReportedStatus = (typeof REPORTED_STATUSES)[number];

/**
 * A loan account as credit information companies are told of it, as on the close of a day. Amounts are paise.
 * Rule: LEND-24 (bureau)
 */
export interface AccountRecord {
  readonly asOn: BusinessDate;
  readonly status: ReportedStatus;
  readonly openedOn: BusinessDate;
  readonly closedOn: BusinessDate | null;
  /** Bill and fee. */
  readonly sanctionedPaise: Paise;
  readonly instalmentCount: number;
  /** Bill and fee left, with the interest that fell due and the charges; money held for later instalments is taken off. */
  readonly balancePaise: Paise;
  readonly overduePaise: Paise;
  readonly daysPastDue: number;
  /** That of the borrower; null for an account that ended. */
  readonly class: AssetClass | null;
  readonly writtenOffOn: BusinessDate | null;
  /** All that was owed when it was written off; null where nothing of a write-off is owed. */
  readonly writtenOffPaise: Paise | null;
  /** The agreed lower sum that ended it. */
  readonly settledPaise: Paise | null;
  readonly lastPaidOn: BusinessDate | null;
}

/**
 * A loan as it stood at the close of a day, by all that is known now. Money that is heard of later counts on its day, as in the books.
 * A loan may be closed without a journal: it is taken back to a day before like any other.
 * Rule: LEND-24 (bureau), LEND-W6
 */
export function asItStood(loan: Loan, past: LoanPast | undefined, day: BusinessDate): Loan {
  const hasEnded = loan.status === 'unwound' || (loan.closedOn !== null && loan.closedOn <= day);
  if (hasEnded || past === undefined) return loan;
  if (loan.closedOn === null && !past.journals.some(({ effectiveOn }) => effectiveOn > day)) return loan;
  return takeBack(loan, past, {
    on: addDays(day, 1),
    noNewPenalThroughOn: loan.noNewPenalThroughOn,
  }).loan;
}

/**
 * The record of a loan as on a day. `stood` is the loan as it stood then, `loans` are those of its borrower as they are known now: the
 * class is the borrower's. A debit that its bank has not answered makes nothing late.
 * Rule: LEND-24 (bureau), LEND-D1, LEND-D2, LEND-D5, LEND-20 (amended)
 */
export function recordOf(stood: Loan, loans: readonly Loan[], asOn: BusinessDate): AccountRecord {
  const isOpen = isOwed(stood);
  const owed = isOpen ? owedOn(stood, asOn) : NOTHING_OWED;
  const covering = stood.receipts.filter((one) => one.valueOn <= asOn && one.coveredPaise > 0);
  const since = covering.filter((one) => stood.writtenOffOn !== null && one.valueOn >= stood.writtenOffOn);
  return {
    asOn,
    status: statusOf(stood),
    openedOn: stood.disbursedOn,
    closedOn: isOpen ? null : stood.closedOn,
    sanctionedPaise: stood.financedPaise,
    instalmentCount: Math.max(1, ...stood.instalments.map(({ number }) => number)),
    balancePaise: sumPaise([owed.laterPaise, owed.duePaise]),
    overduePaise: owed.overduePaise,
    daysPastDue: owed.overduePaise === 0 ? 0 : dpdOn(stood, asOn),
    class: isOpen
      ? classOfBorrower(
          loans.filter((one) => !isOnlyWithTheBank(one, asOn)),
          asOn,
        )
      : null,
    writtenOffOn: stood.writtenOffOn,
    writtenOffPaise:
      stood.status === 'written_off'
        ? sumPaise([owed.laterPaise, owed.duePaise, ...since.map((one) => one.coveredPaise)])
        : null,
    settledPaise: stood.status === 'settled' ? (completedAgreement(stood)?.agreedPaise ?? null) : null,
    lastPaidOn: latestOf(covering.map(({ valueOn }) => valueOn)) ?? null,
  };
}

function statusOf({ status }: Loan): ReportedStatus {
  if (status === 'written_off' || status === 'settled') return status;
  return status === 'active' || status === 'npa' ? 'open' : 'closed';
}

interface OwedOn {
  /** Bill and fee that are not due. */
  readonly laterPaise: Paise;
  readonly duePaise: Paise;
  /** The part of what is due that is past due. */
  readonly overduePaise: Paise;
}

const NOTHING_OWED: OwedOn = { laterPaise: sumPaise([]), duePaise: sumPaise([]), overduePaise: sumPaise([]) };

/** The amounts that a loan owes at the close of a day. All of a written-off loan is due. */
function owedOn(loan: Loan, day: BusinessDate): OwedOn {
  const { instalments, freezes, status } = loan;
  const isWrittenOff = status === 'written_off';
  const isDue = ({ isDemanded, dueOn }: Loan['instalments'][number]) =>
    isWrittenOff || (isDemanded && countedFrom(freezes, dueOn) <= day);
  const due = instalments.filter((one) => isDue(one));
  const charges = loan.charges.filter(({ leviedOn }) => leviedOn <= day);
  const later = instalments
    .filter((one) => !isDue(one))
    .flatMap((one) => [unpaidComponent(one, 'principal'), unpaidComponent(one, 'fee')]);
  const duePaise = sumPaise([...due.map(unpaidOfInstalment), ...charges.map(unpaidOfCharge)]);
  const late = pastDueAt({ ...loan, charges }, day);
  const overdue = [
    ...late.instalments.filter((one) => !isWithTheBank(loan, one.number, day)).map(unpaidOfInstalment),
    ...late.charges.map(unpaidOfCharge),
  ];
  return {
    laterPaise: sumPaise(later),
    duePaise,
    overduePaise: isWrittenOff ? duePaise : sumPaise(overdue),
  };
}

/** True of a loan that is late by debits alone that their bank has not answered. Rule: LEND-20 (amended) */
function isOnlyWithTheBank(loan: Loan, day: BusinessDate): boolean {
  const isAsked = loan.debits.some(({ number }) => isWithTheBank(loan, number, day));
  return isAsked && loan.writtenOffOn === null && !isOwingOn(loan, day);
}

/** A record that was reported of a loan, and how often the loan had been taken back by then. */
export interface SentRecord extends AccountRecord {
  readonly loanId: string;
  readonly reportedOn: BusinessDate;
  readonly rewoundCount: number;
}

/** One line of a report: how the account stands, or a correction of what was reported of an earlier day. */
export interface ReportLine {
  readonly record: AccountRecord;
  readonly isCorrection: boolean;
}

/** A report, as the lines of an account need it. */
export interface Reporting {
  readonly asOn: BusinessDate;
  readonly isFull: boolean;
  /** The reference date before; accounts that ended by then were told of as such, or before there were reports. */
  readonly afterOn: BusinessDate;
  /** True where what identifies the person has changed since. */
  readonly isPersonChanged: boolean;
}

/**
 * The lines of a loan in a report. It is in it while it is open, once after it ended or was taken back, and wherever what was reported
 * of it is no longer so: in a report that is not full only when it is new, ended, changed, taken back or overdue. Where late news took
 * a loan of the borrower back, each day that was reported is looked at again. `sent` are the records of all `loans` in earlier
 * reports, oldest first.
 * Rule: LEND-24 (bureau), LEND-D2
 */
export function linesOf(
  loan: Loan,
  { loans, past, sent }: { loans: readonly Loan[]; past: LoanPast | undefined; sent: readonly SentRecord[] },
  report: Reporting,
): ReportLine[] {
  const on = (day: BusinessDate) => recordOf(asItStood(loan, past, day), loans, day);
  const known = newestOfEachDay(sent.filter(({ loanId }) => loanId === loan.id));
  const corrections = needsLook(loans, sent, report.afterOn)
    ? known.flatMap((before) => {
        const record = on(before.asOn);
        return isSame(record, before) ? [] : [{ record, isCorrection: true }];
      })
    : [];
  if (loan.disbursedOn > report.asOn) return corrections;
  const record = on(report.asOn);
  // A bill that came back before anybody was told of its loan leaves nothing to tell.
  const isUntold = known.length === 0 && loan.status === 'unwound';
  // One that was taken back is told of even if that changed nothing: its new record ends the looks at it.
  const isIn = wasTakenBack(loan, sent) || isInReport(record, known.at(-1), report);
  return !isUntold && isIn ? [...corrections, { record, isCorrection: false }] : corrections;
}

function isInReport(record: AccountRecord, last: SentRecord | undefined, report: Reporting): boolean {
  const hasEnded = record.closedOn !== null;
  if (last === undefined) return !hasEnded || record.closedOn > report.afterOn;
  if (!isSame(record, last)) return true;
  return !hasEnded && (report.isFull || report.isPersonChanged || record.overduePaise > 0);
}

/**
 * True where what was reported of a borrower's loans is looked at again: one of them was taken back since its last record. The class in a
 * record is the borrower's, so that each loan may be another in the records of the rest. A loan that was never told of counts while it
 * is first told of.
 * Rule: LEND-24 (bureau), LEND-D2
 */
export function needsLook(
  loans: readonly Pick<Loan, 'id' | 'rewoundCount' | 'closedOn'>[],
  sent: readonly Pick<SentRecord, 'loanId' | 'rewoundCount'>[],
  afterOn: BusinessDate,
): boolean {
  return loans.some((loan) => {
    if (sent.some(({ loanId }) => loanId === loan.id)) return wasTakenBack(loan, sent);
    return loan.rewoundCount > 0 && (loan.closedOn === null || loan.closedOn > afterOn);
  });
}

/** True where a loan was taken back since it was last reported. */
function wasTakenBack(
  { id, rewoundCount }: Pick<Loan, 'id' | 'rewoundCount'>,
  sent: readonly Pick<SentRecord, 'loanId' | 'rewoundCount'>[],
): boolean {
  const last = sent.findLast(({ loanId }) => loanId === id);
  return last !== undefined && last.rewoundCount !== rewoundCount;
}

/** The last word on each day, in the order of the days. */
function newestOfEachDay(sent: readonly SentRecord[]): SentRecord[] {
  const byDay = new Map(sent.map((one) => [one.asOn, one]));
  return [...byDay.values()].toSorted((a, b) => (a.asOn < b.asOn ? -1 : 1));
}

/** True where two records say the same, whichever day they are of. */
function isSame(one: AccountRecord, other: AccountRecord): boolean {
  const { asOn: _, ...fields } = one;
  return (Object.keys(fields) as (keyof typeof fields)[]).every((field) => one[field] === other[field]);
}
