import type { Payment, PaymentStatus } from '@mohlat/contract';
import {
  type Agreement,
  countedFrom,
  demandedOn,
  excessDue,
  exitQuote,
  type FreezeFact,
  frozenSince,
  type HeldExcess,
  isLive,
  isOwed,
  isHolding,
  isPayable,
  isRepaidBy,
  lastDayOf,
  type Loan,
  type LoanStatus,
  type Receipt,
  restOfAgreement,
  type Schedule,
} from '@mohlat/lending';
import {
  bpsToDecimal,
  type BusinessDate,
  type ChargeState,
  type InstalmentState,
  maskCard,
  outstandingOf,
  paidOfInstalment,
  paise,
  type Paise,
  type ScheduleRow,
  sumPaise,
  unpaidOfInstalment,
} from '@mohlat/money';
import { IS_OWED } from '#features/lending/index.ts';

/** Money that made the coming instalments smaller. */
export interface PartPrepaid {
  readonly repaymentId: string;
  readonly on: BusinessDate;
  readonly principalPaise: Paise;
  readonly interestPaise: Paise;
  readonly fromNumber: number;
  readonly instalmentBeforePaise: number;
  readonly instalmentAfterPaise: number;
}

/** Facts that quotes need of a loan that runs or ran. */
export interface QuotedLoan extends Schedule, Pick<Loan, 'bookedOn' | 'prepaidInterestPaise'> {
  readonly sold: Pick<Loan['sold'], 'billPaise' | 'aprBps' | 'annualRateBps' | 'coolingOffDays'>;
}

/** The answer of the SQL function `payment_facts`. */
export interface PaymentFacts {
  readonly id: string;
  readonly cardId: string;
  readonly last4: string;
  readonly bankName: string;
  readonly amountPaise: number;
  readonly serviceFeePaise: number;
  readonly gstPaise: number;
  /** GST codes of the lender's state and of the place of supply; null of what was sold before they were kept. */
  readonly supplierState: string | null;
  readonly supplyState: string | null;
  readonly interestPaise: number;
  readonly totalPaise: number;
  readonly aprBps: number;
  readonly annualRateBps: number;
  readonly planKind: 'single' | 'emi';
  readonly instalmentCount: number;
  readonly plannedSchedule: readonly ScheduleRow[];
  readonly billOn: string | null;
  readonly billDueOn: string | null;
  readonly billDuePaise: number | null;
  readonly billStatus: Payment['billStatus'];
  readonly failureReason: string | null;
  readonly needsReview: boolean;
  readonly acceptedAt: string;
  readonly paidAt: string | null;
  readonly railReference: string | null;
  readonly ourReference: string | null;
  readonly loanStatus: LoanStatus | null;
  readonly closedOn: string | null;
  readonly disbursedOn: BusinessDate | null;
  /** The day on which its owner was told that the bill was paid. Old stored answers lack it. */
  readonly bookedOn?: BusinessDate | null;
  /** The day through which an open loan is closed, and its next day to look at; null of others. Old stored answers lack it. */
  readonly days?: Pick<Loan, 'closedThroughOn' | 'nextOn'> | null;
  /** Days after the loan began on which it may still be left. */
  readonly coolingOffDays: number;
  /** The terms of its cashback. Old stored answers lack it. */
  readonly cashback?: NonNullable<Payment['cashback']>;
  /** The cost of the days used of a cancelled loan. */
  readonly exitChargePaise: number | null;
  /** Repayments that hold more than they were needed for. Old stored answers lack it. */
  readonly excess?: readonly HeldExcess[] | null;
  readonly partPrepayments: readonly PartPrepaid[] | null;
  readonly instalments: readonly Schedule['instalments'][number][] | null;
  /** The day we learned that it was paid after we had said that it failed. */
  readonly lateSuccessOn: string | null;
  /** Since when, and until when, there was no dunning for it; oldest first. */
  readonly freezes: readonly FreezeFact[] | null;
  /** The latest lower sum that was agreed, and the money received since. */
  readonly agreement: (Agreement & { readonly receipts: readonly AgreedReceipt[] }) | null;
  /** Parts of instalments that were let off, oldest first. Old stored answers lack it. */
  readonly waived?: readonly WaivedPart[] | null;
  /** Late and bounce charges that stand. */
  readonly charges: readonly KeptCharge[] | null;
  readonly log: readonly { readonly at: string; readonly event: string }[] | null;
}

interface KeptCharge extends ChargeState {
  readonly number: number;
  /** Old stored answers lack it. */
  readonly overdueOn?: BusinessDate;
}

interface WaivedPart {
  readonly on: BusinessDate;
  readonly number: number;
  readonly component: 'principal' | 'fee' | 'interest';
  readonly amountPaise: number;
}

type AgreedReceipt = Pick<Receipt, 'receivedAt' | 'valueOn' | 'coveredPaise'>;

/** The money that is on its way back to the person. */
export function refundDueOf({ excess }: Pick<PaymentFacts, 'excess'>): Paise {
  return excessDue(excess ?? []);
}

/** True while something is owed on its loan. */
export function isOwing({ loanStatus }: Pick<PaymentFacts, 'loanStatus'>): boolean {
  return loanStatus !== null && isOwed({ status: loanStatus });
}

/** True while the days of its loan are closed: it is neither over nor written off, and may be collected by itself. */
export function isRunning({ loanStatus }: Pick<PaymentFacts, 'loanStatus'>): boolean {
  return loanStatus !== null && isLive({ status: loanStatus });
}

/** The product's status out of the bill's and the loan's. A paid bill stays pending while something is owed. */
export function statusOf(facts: Pick<PaymentFacts, 'billStatus' | 'loanStatus'>): PaymentStatus {
  if (facts.billStatus === 'failed' || facts.billStatus === 'reversed') return 'failed';
  const isSettled = facts.billStatus === 'paid' && facts.loanStatus !== null && !isOwing(facts);
  return isSettled ? 'completed' : 'pending';
}

/**
 * The loan as it stands on a day, its opening included: between midnight and the close of the day before the books have not demanded
 * what falls due. Of a written-off loan all is demanded. Undefined before the bill is paid.
 * Rule: LEND-22 step 6, LEND-X10
 */
export function toLoan(facts: PaymentFacts, on: BusinessDate): QuotedLoan | undefined {
  const { disbursedOn, freezes, aprBps, annualRateBps, coolingOffDays } = facts;
  if (disbursedOn === null) return undefined;
  const isDemanded = (dueOn: BusinessDate) => {
    const day = demandedOn(freezes ?? [], dueOn);
    return facts.loanStatus === 'written_off' || (day !== null && day <= on);
  };
  return {
    disbursedOn,
    bookedOn: facts.bookedOn ?? disbursedOn,
    sold: { billPaise: paise(facts.amountPaise), aprBps, annualRateBps, coolingOffDays },
    prepaidInterestPaise: sumPaise((facts.partPrepayments ?? []).map((one) => one.interestPaise)),
    instalments: (facts.instalments ?? []).map((one) => ({ ...one, isDemanded: isDemanded(one.dueOn) })),
    charges: facts.charges ?? [],
  };
}

/** The due date that is shown for an agreed one: the day from which lateness counts. Rule: LEND-X10 */
export function shownDueOn({ freezes }: Pick<PaymentFacts, 'freezes'>, dueOn: BusinessDate): BusinessDate {
  return countedFrom(freezes ?? [], dueOn);
}

/** An instalment and the due date it is shown with. */
interface DatedInstalment extends InstalmentState {
  readonly shownOn: BusinessDate;
}

/** Instalments with the day they are demanded on and the due date that is shown. Rule: LEND-X10 */
function datedBy(
  freezes: readonly FreezeFact[],
  instalments: readonly InstalmentState[],
): readonly DatedInstalment[] {
  return instalments.map((one) => ({
    ...one,
    demandedOn: demandedOn(freezes, one.dueOn),
    shownOn: countedFrom(freezes, one.dueOn),
  }));
}

/** Adds up the outstanding: the unpaid schedule and charges. Zero before the bill is paid and after the loan is closed. */
export function outstandingOfFacts(facts: PaymentFacts): number {
  return isOwing(facts)
    ? outstandingOf({ instalments: facts.instalments ?? [], charges: facts.charges ?? [] })
    : 0;
}

/** The same of a row: `p` is the payment, `l` its loan, which may be missing. */
export const STATUS_SQL = `case when p.bill_status in ('failed', 'reversed') then 'failed'
  when p.bill_status = 'paid' and not ${IS_OWED} then 'completed'
  else 'pending' end`;

/** The contract's payment. `today` decides what is due and what is overdue. */
export function toPayment(facts: PaymentFacts, today: BusinessDate): Payment {
  const isOpen = isOwing(facts);
  const freezes = facts.freezes ?? [];
  const since = isOpen ? frozenSince(freezes, today) : undefined;
  const instalments = datedBy(freezes, facts.instalments ?? []);
  const next = isOpen && !since ? instalments.find((one) => unpaidOfInstalment(one) > 0) : undefined;
  const rows: readonly ScheduleRow[] = facts.instalments
    ? instalments.map((one) => ({
        ...one,
        amountPaise: paise(one.principalPaise + one.feePaise + one.interestPaise),
      }))
    : facts.plannedSchedule;
  return {
    id: facts.id,
    cardId: facts.cardId,
    cardMasked: maskCard(facts.last4),
    bankName: facts.bankName,
    amountPaise: facts.amountPaise,
    serviceFeePaise: facts.serviceFeePaise,
    gstIncludedPaise: facts.gstPaise,
    interestPaise: facts.interestPaise,
    totalAmountPaise: facts.totalPaise,
    aprPercent: bpsToDecimal(facts.aprBps),
    annualRatePercent: bpsToDecimal(facts.annualRateBps),
    status: statusOf(facts),
    billStatus: facts.billStatus,
    ...(facts.failureReason === null ? {} : { failureReason: facts.failureReason }),
    needsReview: facts.needsReview,
    date: instant(facts.acceptedAt),
    dueDate: instalments.at(-1)?.shownOn ?? rows.at(-1)?.dueOn ?? null,
    billDate: facts.billOn,
    billDueDate: facts.billDueOn,
    billDuePaise: facts.billDuePaise,
    paidAt: facts.paidAt === null ? null : instant(facts.paidAt),
    ourReference: facts.ourReference,
    railReference: facts.railReference,
    nextDue: next ? toNextDue(next) : null,
    outstandingPaise: outstandingOfFacts(facts),
    frozen: since ? { since } : null,
    isWrittenOff: facts.loanStatus === 'written_off',
    lateSuccess: facts.lateSuccessOn === null ? null : { on: facts.lateSuccessOn },
    cancel: isOpen ? toCancel(facts, today) : null,
    ending: toEnding(facts),
    settlement: toSettlement(facts, today),
    refundDuePaise: refundDueOf(facts),
    plan:
      facts.planKind === 'single' ? { kind: 'single' } : { kind: 'emi', instalments: facts.instalmentCount },
    schedule: rows.map((row, index) =>
      toRow(row, instalments[index], isOpen, { today, isFrozen: since !== undefined }),
    ),
    charges: (facts.charges ?? []).map((one) => toCharge(one, freezes)),
    waived: (facts.waived ?? []).map(({ number, ...one }) => ({ ...one, instalment: number })),
    ...(facts.cashback === undefined ? {} : { cashback: toTerms(facts.cashback) }),
    partPrepayments: (facts.partPrepayments ?? []).map((one) => ({
      repaymentId: one.repaymentId,
      on: one.on,
      amountPaise: one.principalPaise + one.interestPaise,
      fromInstalment: one.fromNumber,
      instalmentBeforePaise: one.instalmentBeforePaise,
      instalmentAfterPaise: one.instalmentAfterPaise,
    })),
    timeline: (facts.log ?? []).map(({ at, event }) => ({ at: instant(at), event })),
  };
}

function toTerms(terms: NonNullable<PaymentFacts['cashback']>): Payment['cashback'] {
  return { ...terms, cashbackPercent: bpsToDecimal(terms.cashbackBps) };
}

function toCharge(
  { number: instalment, overdueOn, ...charge }: KeptCharge,
  freezes: readonly FreezeFact[],
): Payment['charges'][number] {
  const { id, kind, leviedOn, amountPaise, paidPaise, waivedPaise } = charge;
  const payBy = overdueOn === undefined ? {} : { payBy: countedFrom(freezes, overdueOn) };
  return { id, kind, instalment, leviedOn, ...payBy, amountPaise, paidPaise, waivedPaise };
}

function toNextDue(next: DatedInstalment): Payment['nextDue'] {
  return { number: next.number, amountPaise: unpaidOfInstalment(next), dueDate: next.shownOn };
}

function toCancel(facts: PaymentFacts, today: BusinessDate): Payment['cancel'] {
  const loan = toLoan(facts, today);
  const quote = loan && exitQuote(loan, today);
  if (!quote) return null;
  const { untilOn: until, amountPaise, chargePaise, refundPaise } = quote;
  return { until, amountPaise, chargePaise, refundPaise };
}

/**
 * True while a lower sum is agreed that would end the loan: until its day, moved by frozen days, is over, and while it lets off no
 * more than was agreed. Rule: LEND-24, LEND-X10, LEND-W7
 */
export function isAgreed(facts: PaymentFacts, today: BusinessDate): boolean {
  const { agreement, instalments, charges } = facts;
  const freezes = facts.freezes ?? [];
  if (!agreement || !isOwing(facts) || !isPayable(agreement, freezes, today)) return false;
  const { receipts } = agreement;
  return isHolding(agreement, { instalments: instalments ?? [], charges: charges ?? [], receipts, freezes });
}

/**
 * The lower sum that ends the loan, as its owner sees it. Null as well where money of before it, heard of since, left no more than
 * that: what is owed is all that ends the loan. Rule: LEND-24, LEND-W6
 */
function toSettlement(facts: PaymentFacts, today: BusinessDate): Payment['settlement'] {
  const { agreement } = facts;
  if (!agreement || !isAgreed(facts, today)) return null;
  const freezes = facts.freezes ?? [];
  const { agreedPaise, receipts } = agreement;
  const restPaise = restOfAgreement(agreement, { receipts, freezes });
  const loan = toLoan(facts, today);
  if (loan && isRepaidBy(loan, restPaise, today)) return null;
  return { agreedPaise, restPaise, payBy: lastDayOf(agreement, freezes, today) };
}

function toEnding({ loanStatus, closedOn, exitChargePaise }: PaymentFacts): Payment['ending'] {
  const kind = endingOf(loanStatus);
  if (closedOn === null || kind === undefined) return null;
  return kind === 'cancelled'
    ? { kind, on: closedOn, chargePaise: exitChargePaise ?? 0 }
    : { kind, on: closedOn };
}

/** The end of a loan in one word: repaid, cancelled within its cooling-off time, or settled for a lower sum. */
export function endingOf(loanStatus: string | null): NonNullable<Payment['ending']>['kind'] | undefined {
  if (loanStatus === 'exited') return 'cancelled';
  if (loanStatus === 'settled') return 'settled';
  return loanStatus === 'closed' ? 'repaid' : undefined;
}

/** A row of the schedule. One without a state is only planned: an amount that was never lent is not asked for. */
function toRow(
  row: ScheduleRow,
  state: DatedInstalment | undefined,
  isOpen: boolean,
  day: DayOfLoan,
): Payment['schedule'][number] {
  const paidPaise = state ? paidOfInstalment(state) : paise(0);
  const isPaid = state !== undefined && (!isOpen || unpaidOfInstalment(state) === 0);
  const unpaid = state === undefined ? 'upcoming' : instalmentStatus(state, paidPaise, day);
  return {
    number: row.number,
    dueDate: state?.shownOn ?? row.dueOn,
    ...(state === undefined || state.shownOn === row.dueOn ? {} : { agreedDate: row.dueOn }),
    principalPaise: row.principalPaise,
    interestPaise: row.interestPaise,
    feePaise: row.feePaise,
    amountPaise: row.amountPaise,
    paidPaise,
    status: isPaid ? 'paid' : unpaid,
  };
}

interface DayOfLoan {
  readonly today: BusinessDate;
  /** Nothing of the loan is due or late on the day. */
  readonly isFrozen: boolean;
}

/** The status of an unpaid instalment on a day. Rule: LEND-X10 */
export function instalmentStatus(
  { dueOn, demandedOn = dueOn }: Pick<InstalmentState, 'dueOn' | 'demandedOn'>,
  paidPaise: number,
  { today, isFrozen }: DayOfLoan,
): 'upcoming' | 'due' | 'overdue' | 'part_paid' {
  const isAsked = demandedOn !== null && !isFrozen;
  if (isAsked && demandedOn < today) return 'overdue';
  if (isAsked && demandedOn === today) return 'due';
  return paidPaise > 0 ? 'part_paid' : 'upcoming';
}

function instant(text: string): string {
  return new Date(text).toISOString();
}
