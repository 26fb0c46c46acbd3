import {
  addDays,
  addPaise,
  type BusinessDate,
  latestOf,
  maxPaise,
  type Paise,
  paise,
  subtractPaise,
  ZERO_PAISE,
} from '@mohlat/money';
import { codeOf, codesOfLoan } from './accounts.ts';
import type { Charge, Earmark, Instalment, Loan, Receipt } from './borrower.ts';
import { demandedOn } from './freeze.ts';
import type { JournalKind } from './journals.ts';
import type {
  Back,
  LoanPast,
  PastInstalment,
  PastJournal,
  PastShare,
  PastWaiver,
  PastWriteOff,
} from './past.ts';
import { type Money, sumOf } from './received.ts';
import { standingOn } from './standing-on.ts';
import { neverOwed } from './write-off.ts';

/** A charge as it stands at the opening of the day; a reversed one no longer stands. */
export interface ChargeBack extends Pick<Charge, 'id' | 'paidPaise' | 'waivedPaise'> {
  readonly isReversed: boolean;
}

/** A loan as it stood at the opening of a day, and the rows that differ because of it. */
export interface TakenBack {
  readonly on: BusinessDate;
  readonly loan: Loan;
  /** Journals to be mirrored, newest first, by their ids. */
  readonly journals: readonly string[];
  /** Money that is booked again at its turn. */
  readonly receipts: readonly Money[];
  readonly instalments: readonly PastInstalment[];
  readonly shares: readonly PastShare[];
  readonly charges: readonly ChargeBack[];
  readonly waivers: readonly PastWaiver[];
  readonly writeOffs: readonly PastWriteOff[];
}

const NO_CHARGES: ReadonlySet<string> = new Set();

/** Journals of a day after its opening. */
const OF_DAY: ReadonlySet<JournalKind> = new Set([
  'repayment',
  'exit',
  'accrual',
  'npa',
  'npa_upgrade',
  'waiver',
  'write_off',
  'recovery',
  'ecl',
]);
/** Journals of the opening of a day. */
const OF_OPENING: ReadonlySet<JournalKind> = new Set(['demand', 'earmark', 'penal']);

/**
 * Takes a loan back to the opening of a day, so that late money meets it there and the days after it are replayed. Every
 * journal with effect since is mirrored; none is deleted. An exit and a part-prepayment are taken back like any
 * repayment, and the schedule before it is in force again. Bounce charges, refunds and hardships stand, because they are
 * facts, but for a charge that never arose; the end of a hardship by paid arrears is a consequence. A loan that was written off before the day stays so:
 * only money received since is taken back.
 * Rule: LEND-W5, LEND-W6, LEND-W7
 * @throws RangeError when the loan ended before the day: it has no day to be replayed since, and would be open again
 */
export function takeBack(
  loan: Loan,
  past: LoanPast,
  { on, noNewPenalThroughOn, baseless = NO_CHARGES }: Back,
): TakenBack {
  if (loan.closedOn !== null && loan.closedOn < on)
    throw new RangeError('A loan that ended is not taken back to a later day');
  const isOfDay = ({ kind, effectiveOn }: PastJournal) =>
    (OF_DAY.has(kind) && effectiveOn >= on) || (OF_OPENING.has(kind) && effectiveOn > on);
  const journals = [...past.journals.filter((one) => isOfDay(one)), ...bouncesOf(loan, past, baseless)];
  const receipts = past.receipts.filter(({ valueOn }) => valueOn >= on);
  const undone = new Set(receipts.map(({ repaymentId }) => repaymentId));
  const waivers = past.waivers.filter(({ effectiveOn }) => effectiveOn >= on);
  const writeOffs = past.writeOffs.filter(({ effectiveOn }) => effectiveOn >= on);
  const stays = loan.writtenOffOn !== null && loan.writtenOffOn < on ? loan.writtenOffOn : null;
  const schedule = past.instalments.map((one) => withoutUndone(one, undone));
  const shares = past.shares.map((one) => heldAgain(withoutUndone(one, undone), loan, schedule, on, stays));
  const standing = shares.filter(({ isActive }) => isActive);
  const kept = past.waivers.filter((one) => !waivers.includes(one));
  const parts = [...standing, ...kept.flatMap((one) => one.parts)];
  const recovered = standing.filter(({ repaymentId }) => isSince(loan, stays, repaymentId));
  const instalments = schedule.map((one) =>
    one.isActive ? asOf(one, { loan, parts, recovered, on, writtenOffOn: stays }) : one,
  );
  const charges = loan.charges.map((one) => chargeAsOf(one, standing, kept, { on, baseless }));
  const isReversed = ({ id }: Charge) => charges.some((one) => one.id === id && one.isReversed);
  const standings = loan.standings.filter((one) => one.on < on);
  const wasNpa = standingOn({ standings }, addDays(on, -1))?.class === 'NPA';
  return {
    on,
    journals: journals.map(({ id }) => id),
    receipts,
    instalments: changed(instalments, past.instalments),
    shares: changed(shares, past.shares),
    charges: charges.filter((_, index) => isOther(charges[index]!, loan.charges[index]!)),
    waivers,
    writeOffs,
    loan: {
      ...loan,
      status: stays === null ? (wasNpa ? 'npa' : 'active') : 'written_off',
      closedOn: null,
      writtenOffOn: stays,
      closedThroughOn: stays === null ? closedBefore(loan, past, on) : loan.closedThroughOn,
      nextOn: null,
      rewoundCount: loan.rewoundCount + 1,
      noNewPenalThroughOn,
      instalments: inForce(instalments),
      charges: loan.charges
        .filter((one) => !isReversed(one))
        .map((one) => ({ ...one, ...amountsOf(charges, one) })),
      reversedCharges: loan.charges.filter((one) => isReversed(one)),
      earmarks: earmarksOf(standing, loan.receipts),
      receipts: loan.receipts
        .filter(({ id }) => !undone.has(id))
        .map((one) => ({ ...one, coveredPaise: coveredBy(one, standing) })),
      prepaidInterestPaise: sumOf(
        standing.filter(({ number, component }) => number === null && component === 'interest'),
      ),
      standings,
      hardships: loan.hardships.map((one) =>
        one.endedOn !== null && one.endedOn >= on ? { ...one, endedOn: null } : one,
      ),
      feeTax: {
        ...loan.feeTax,
        waived: loan.feeTax.waived.filter((one) => !waivers.some(({ id }) => id === one.waiverId)),
      },
      allowancePaise: paise(loan.allowancePaise + movedOn(journals, codeOf('LOSS_ALLOWANCE'))),
    },
  };
}

/**
 * The day through which a loan that is taken back to a day counts as closed: the eve of that day. Interest of several
 * quiet days is one journal of the last of them. If that journal is taken back and its days began before the day, they
 * are closed again from their first, which is safe because they brought interest alone. The past holds the newest
 * interest before the day.
 * Rule: LEND-W6, LEND-A1
 */
export function closedBefore(
  { disbursedOn }: Pick<Loan, 'disbursedOn'>,
  { journals }: Pick<LoanPast, 'journals'>,
  on: BusinessDate,
): BusinessDate {
  const eve = addDays(on, -1);
  const days = journals.filter(({ kind }) => kind === 'accrual').map(({ effectiveOn }) => effectiveOn);
  if (days.every((day) => day < on)) return eve;
  return latestOf(days.filter((day) => day < on)) ?? addDays(disbursedOn, -1);
}

/**
 * Undoes a loan whose bill the rail returned, as if it had never been: all its journals are mirrored, no waiver or
 * write-off of it stands, and money for it is all excess.
 * Rule: LEND-16 journal 9, LEND-18
 */
export function undoLoan(loan: Loan, past: LoanPast, today: BusinessDate): TakenBack {
  const back = takeBack(loan, past, { on: loan.disbursedOn, noNewPenalThroughOn: loan.noNewPenalThroughOn });
  const taken = new Set(back.journals);
  const isOfLoan = ({ lines }: PastJournal) => lines.some(({ account }) => OF_LOAN.has(account));
  const nothing = { paidPaise: ZERO_PAISE, waivedPaise: ZERO_PAISE };
  const instalments = past.instalments.map((one) => ({
    ...withoutUndone(one, new Set(back.receipts.map(({ repaymentId }) => repaymentId))),
    isActive: false,
  }));
  return {
    ...back,
    journals: past.journals.filter((one) => taken.has(one.id) || isOfLoan(one)).map(({ id }) => id),
    instalments,
    charges: loan.charges.map(({ id }) => ({ id, ...nothing, isReversed: true })),
    loan: {
      ...back.loan,
      status: 'unwound',
      closedOn: today,
      instalments: [],
      charges: [],
      reversedCharges: loan.charges,
    },
  };
}

const OF_LOAN: ReadonlySet<string> = new Set(codesOfLoan());

/**
 * Takes back the rows that an undone repayment wrote, and brings back the rows that it replaced, unless their own writer
 * is undone too.
 */
function withoutUndone<Row extends PastInstalment | PastShare>(row: Row, undone: ReadonlySet<string>): Row {
  const isOwn = row.writtenBy !== null && undone.has(row.writtenBy);
  const wasPutAside = row.releasedBy !== null && undone.has(row.releasedBy);
  return isOwn || wasPutAside ? { ...row, isActive: !isOwn, releasedBy: null } : row;
}

/** Holds money again for an instalment that is not demanded by the opening of the day. A written-off loan holds none. */
function heldAgain(
  share: PastShare,
  { freezes }: Loan,
  schedule: readonly PastInstalment[],
  on: BusinessDate,
  writtenOffOn: BusinessDate | null,
): PastShare {
  if (writtenOffOn !== null || !share.isActive || share.isEarmark || share.number === null) return share;
  const one = schedule.find((row) => row.isActive && row.number === share.number);
  if (one === undefined) return share;
  const demanded = demandedOn(freezes, one.dueOn);
  return demanded === null || demanded > on ? { ...share, isEarmark: true } : share;
}

interface Situation {
  readonly loan: Loan;
  /** Shares and waived parts that stand. */
  readonly parts: readonly Part[];
  /** Those of them that came after the loan was written off. */
  readonly recovered: readonly Part[];
  readonly on: BusinessDate;
  readonly writtenOffOn: BusinessDate | null;
}

type Part = Pick<PastShare, 'number' | 'chargeId' | 'component' | 'amountPaise'>;

/** True of money for a written-off loan: its value date is not before the write-off. */
function isSince({ receipts }: Loan, writtenOffOn: BusinessDate | null, repaymentId: string): boolean {
  const receipt = receipts.find(({ id }) => id === repaymentId);
  return writtenOffOn !== null && receipt !== undefined && receipt.valueOn >= writtenOffOn;
}

/** An instalment on a day. Interest that is never owed counts as paid; what was recovered of the rest is paid beside it. */
function asOf(one: PastInstalment, { loan, parts, recovered, on, writtenOffOn }: Situation): PastInstalment {
  const paidIn = (of: readonly Part[], component: Part['component']) =>
    sumOf(of.filter((part) => part.number === one.number && part.component === component));
  const paid = (component: Part['component']) => paidIn(parts, component);
  const recoveredPaise = paidIn(recovered, 'interest');
  const demanded = demandedOn(loan.freezes, one.dueOn);
  const forgone = writtenOffOn === null ? ZERO_PAISE : neverOwed(one, writtenOffOn);
  const then = {
    isDemanded: writtenOffOn !== null || (demanded !== null && demanded <= on),
    paidPrincipalPaise: paid('principal'),
    paidFeePaise: paid('fee'),
    paidInterestPaise: addPaise(
      maxPaise(subtractPaise(paid('interest'), recoveredPaise), forgone),
      recoveredPaise,
    ),
  };
  const isSame = (Object.keys(then) as (keyof typeof then)[]).every((key) => then[key] === one[key]);
  return isSame ? one : { ...one, ...then };
}

function inForce(rows: readonly PastInstalment[]): Instalment[] {
  const active = rows.filter(({ isActive }) => isActive).toSorted((a, b) => a.number - b.number);
  return active.map((one) => ({
    id: one.id,
    number: one.number,
    startOn: one.startOn,
    dueOn: one.dueOn,
    isDemanded: one.isDemanded,
    principalPaise: one.principalPaise,
    feePaise: one.feePaise,
    interestPaise: one.interestPaise,
    paidPrincipalPaise: one.paidPrincipalPaise,
    paidFeePaise: one.paidFeePaise,
    paidInterestPaise: one.paidInterestPaise,
  }));
}

/** The journals that levied some charges for returned debits. */
function bouncesOf({ charges }: Loan, past: LoanPast, wanted: ReadonlySet<string>): PastJournal[] {
  const days = charges.filter(({ id }) => wanted.has(id)).map(({ leviedOn }) => leviedOn);
  const levied = past.journals.filter(({ kind }) => kind === 'bounce');
  // The charges of one day are alike: as many of its journals as there are such charges.
  return [...new Set(days)].flatMap((day) =>
    levied
      .filter(({ effectiveOn }) => effectiveOn === day)
      .slice(0, days.filter((one) => one === day).length),
  );
}

/** A late charge of a later opening is removed: the replay levies it again or not at all. So is one that never arose. */
function chargeAsOf(
  { id, kind, leviedOn }: Charge,
  standing: readonly PastShare[],
  kept: readonly PastWaiver[],
  { on, baseless }: { readonly on: BusinessDate; readonly baseless: ReadonlySet<string> },
): ChargeBack {
  const of = (parts: readonly Part[]) => sumOf(parts.filter(({ chargeId }) => chargeId === id));
  return {
    id,
    paidPaise: of(standing),
    waivedPaise: of(kept.flatMap(({ parts }) => parts)),
    isReversed: (kind === 'penal' && leviedOn > on) || baseless.has(id),
  };
}

const isOther = (then: ChargeBack, now: Charge) =>
  then.isReversed || then.paidPaise !== now.paidPaise || then.waivedPaise !== now.waivedPaise;

function amountsOf(
  charges: readonly ChargeBack[],
  { id }: Charge,
): Pick<Charge, 'paidPaise' | 'waivedPaise'> {
  const { paidPaise, waivedPaise } = charges.find((one) => one.id === id)!;
  return { paidPaise, waivedPaise };
}

function earmarksOf(standing: readonly PastShare[], receipts: readonly Receipt[]): Earmark[] {
  return standing.flatMap(({ isEarmark, repaymentId, number, component, amountPaise }) => {
    if (!isEarmark || number === null) return [];
    if (component !== 'principal' && component !== 'fee' && component !== 'interest') return [];
    const receivedAt = receipts.find(({ id }) => id === repaymentId)?.receivedAt;
    if (receivedAt === undefined) throw new RangeError('Money is held of a repayment that counts');
    return [{ repaymentId, receivedAt, number, component, amountPaise }];
  });
}

function coveredBy({ id }: Receipt, standing: readonly PastShare[]): Paise {
  return sumOf(standing.filter((one) => one.repaymentId === id && one.component !== 'excess'));
}

/** The movement of an account by journals, debit positive, in paise. */
function movedOn(journals: readonly PastJournal[], account: string): number {
  const lines = journals.flatMap((one) => one.lines).filter((line) => line.account === account);
  return lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

function changed<Row>(rows: readonly Row[], before: readonly Row[]): Row[] {
  return rows.filter((row, index) => row !== before[index]);
}
