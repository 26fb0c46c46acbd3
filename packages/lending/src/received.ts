import type { BusinessDate, ChargeKind, InstalmentComponent, Paise } from '@mohlat/money';
import { paise, sumPaise } from '@mohlat/money';
import type { Loan } from './borrower.ts';
import type { RowChange } from './decision.ts';
import type { Arrived, Clearing, Covered } from './receipt-journals.ts';
import type { Journal } from './journals.ts';

/** The channel of money. `identified` money came without a name, and staff found its owner. */
export type Channel = 'checkout' | 'mandate' | 'reward' | 'identified';

const CLEARINGS = {
  checkout: 'CHECKOUT_CLEARING',
  mandate: 'MANDATE_CLEARING',
  identified: 'UNIDENTIFIED',
  reward: 'REWARDS',
} as const satisfies Record<Channel, Clearing>;

/** The account on which the money of a channel stands before it meets a loan. Rule: LEND-16 journals 13, 14, 24, 32 */
export function clearingOf(channel: Channel) {
  return CLEARINGS[channel];
}

/** Money from a person for one of their loans. Instants are milliseconds since the epoch. */
export interface Money {
  readonly repaymentId: string;
  readonly loanId: string;
  readonly amountPaise: Paise;
  /** The part that went back to its payer since, or became a reward again. Rule: LEND-W7, LEND-W8 */
  readonly returnedPaise: Paise;
  readonly receivedAt: number;
  /** The value date: the day of the debit, or the loan's first day where that is later. Rule: LEND-T7 */
  readonly valueOn: BusinessDate;
  readonly channel: Channel;
  /** The intent of the person. */
  readonly intent: 'emi' | 'exit' | 'part_prepay';
  /** The one instalment that a debit under a mandate may pay. Rule: LEND-W4 */
  readonly onlyNumber: number | null;
  /** True for money from a credit card or a credit line: it repays no part and goes back. */
  readonly isCreditSource: boolean;
  /** Null for a reward, which no provider took. */
  readonly providerPaymentRef: string | null;
}

const SECOND_MS = 1000;

/**
 * The begin of the second of an own instant, in milliseconds, to be compared with the time of money: rails tell that in whole seconds,
 * and money of the same second would come before it. Rule: LEND-T7
 */
export function secondOf(at: number): number {
  return at - (at % SECOND_MS);
}

/** The place of money among other money: its instant in milliseconds since the epoch, and the repayment it came with. */
export type Turn = Pick<Money, 'repaymentId' | 'receivedAt'>;

/**
 * Compares money by the order in which it counts, at its first booking and in every replay: by its instant, and within one by the ids of
 * the repayments, since rails tell whole seconds. SQL: `order by r.received_at, r.id`. Rule: LEND-W5
 */
export function byTurn(a: Turn, b: Turn): number {
  return (
    a.receivedAt - b.receivedAt ||
    Number(a.repaymentId > b.repaymentId) - Number(a.repaymentId < b.repaymentId)
  );
}

/** A share of a repayment: of an instalment (`number`), of a charge (`chargeId`), or beside the schedule. */
export interface Share {
  readonly repaymentId: string;
  readonly number: number | null;
  readonly chargeId: string | null;
  readonly component: InstalmentComponent | ChargeKind;
  readonly amountPaise: Paise;
  /** Held until its instalment is demanded. */
  readonly isEarmark: boolean;
}

/** The part of a repayment beyond everything owed. */
export type Excess = Pick<Share, 'repaymentId' | 'amountPaise'>;

/** The effect of money on a loan. */
export interface Outcome {
  readonly shares: readonly Share[];
  readonly excess: readonly Excess[];
  /** The changes beside the shares and the paid charges. */
  readonly changes: readonly RowChange[];
  /** The part of the limit that becomes free, in paise. Rule: LEND-14 */
  readonly freedPaise: Paise;
  readonly journal: (money: Arrived) => Journal;
}

/** Sums of parts by component, in paise. */
export function coveredOf(parts: readonly Pick<Share, 'component' | 'amountPaise'>[]): Covered {
  const of = (wanted: Share['component']) =>
    sumPaise(parts.filter(({ component }) => component === wanted).map(({ amountPaise }) => amountPaise));
  return {
    interest: of('interest'),
    fee: of('fee'),
    principal: of('principal'),
    bounce: of('bounce'),
    penal: of('penal'),
  };
}

/** The additions to the paid parts of instalments, in the order in which their numbers first come. */
export function paidParts(loanId: string, shares: readonly Share[]): PaidPart[] {
  const numbers = [...new Set(shares.flatMap(({ number }) => (number === null ? [] : [number])))];
  return numbers.map((number) => {
    const { principal, fee, interest } = coveredOf(shares.filter((one) => one.number === number));
    const paid = { principalPaise: principal, feePaise: fee, interestPaise: interest };
    return { change: 'instalment_paid', loanId, number, ...paid };
  });
}

export type PaidPart = Extract<RowChange, { change: 'instalment_paid' }>;

/** Money held for instalments not yet demanded, by the repayment it came with, oldest first. */
export function heldOf({ earmarks }: Pick<Loan, 'earmarks'>): Excess[] {
  const oldest = earmarks.toSorted(byTurn);
  const sums = new Map<string, number>();
  for (const { repaymentId, amountPaise } of oldest)
    sums.set(repaymentId, (sums.get(repaymentId) ?? 0) + amountPaise);
  return [...sums].map(([repaymentId, amount]) => ({ repaymentId, amountPaise: paise(amount) }));
}

export function sumOf(parts: readonly { readonly amountPaise: Paise }[]): Paise {
  return sumPaise(parts.map(({ amountPaise }) => amountPaise));
}
