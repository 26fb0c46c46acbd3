import { type BusinessDate, DAY_MS, type Paise, subtractPaise } from '@mohlat/money';
import { type Journal, journal } from './journals.ts';
import type { Channel } from './received.ts';
import { onceOf } from './source.ts';

/** A row of the settlement file of the collection rail. */
export interface SettledRow {
  readonly id: string;
  readonly settledOn: BusinessDate;
  readonly amountPaise: Paise;
  readonly feePaise: Paise;
  readonly creditPaise: Paise;
  readonly debitPaise: Paise;
  /** Another row of the same name stands matched, or came first. */
  readonly isRepeated: boolean;
  /** The file has another row of the same name, whatever came of it. */
  readonly isDouble: boolean;
}

/**
 * The owner of a row in our books: a repayment, a refund, a dispute, the registration of a mandate, unidentified money.
 */
export interface RowOwner {
  readonly expectedPaise: Paise;
  /** True where it brings money in. */
  readonly isIncoming: boolean;
  readonly loanId: string | null;
  /** True where it was collected under a mandate, or by its registration. */
  readonly isMandate: boolean;
  /** A refund or a dispute is booked by a journal of its own (23, 34). */
  readonly isBookedElsewhere: boolean;
}

/** The state of a compared row: it fits to the paisa, it contradicts our books, or it has no owner yet. */
export type RowState = 'matched' | 'differs' | 'waiting';

/** Compares a row with its owner. Rule: LEND-21 */
export function rowState(row: SettledRow, owner: RowOwner | null): RowState {
  if (owner === null) return 'waiting';
  const net = row.creditPaise - row.debitPaise;
  const expected = (owner.isIncoming ? owner.expectedPaise : -owner.expectedPaise) - row.feePaise;
  const isEqual = owner.expectedPaise === row.amountPaise && net === expected;
  return isEqual && !row.isRepeated ? 'matched' : 'differs';
}

/** The kind of difference that a row which contradicts our books becomes. Rule: LEND-21 */
export function rowDifference({ isDouble }: Pick<SettledRow, 'isDouble'>): 'duplicate' | 'amount' {
  return isDouble ? 'duplicate' : 'amount';
}

/**
 * The journal of a row that fits: the collected amount less the charge reaches the bank, or leaves it again. Null where
 * its own journal books it, or its amounts are zero.
 * Rule: LEND-16 journal 15
 */
export function collectionSettled(row: SettledRow, owner: RowOwner): Journal | null {
  if (owner.isBookedElsewhere) return null;
  const net = subtractPaise(row.creditPaise, row.debitPaise);
  if (net === 0 && row.feePaise === 0) return null;
  const gross = net + row.feePaise;
  const account = owner.isMandate ? 'MANDATE_CLEARING' : 'CHECKOUT_CLEARING';
  const about = {
    source: onceOf(row.id),
    loanId: owner.loanId,
    effectiveOn: row.settledOn,
  };
  return journal('coll_settle', about, {
    debit: {
      BANK: Math.max(0, net),
      RAIL_CHARGES: row.feePaise,
      [account]: Math.max(0, -gross),
    },
    credit: { [account]: Math.max(0, gross), BANK: Math.max(0, -net) },
  });
}

const MISSING_AFTER_DAYS = 5;

/**
 * Money from before this instant should have come with a row of the settlement file by now: so long the rail may take over
 * weekends and holidays.
 * Rule: LEND-T6, LEND-21 (missing)
 */
export function missingBefore(now: Date): Date {
  return new Date(now.getTime() - MISSING_AFTER_DAYS * DAY_MS);
}

/**
 * Channels whose money comes with a row of its own. A reward brings none, and money whose owner was found later was settled
 * as money without an owner.
 */
export const SETTLED_CHANNELS: readonly Channel[] = ['checkout', 'mandate'];

/** A repayment that no row of the settlement file has settled. */
export interface UnsettledRepayment {
  readonly channel: Channel;
  readonly amountPaise: Paise;
  readonly receivedAt: Date;
}

/** The difference about such a repayment; null where no row of it is due. Rule: LEND-21 (missing) */
export function missingDifference(repayment: UnsettledRepayment, now: Date) {
  const { channel, amountPaise, receivedAt } = repayment;
  if (!SETTLED_CHANNELS.includes(channel) || receivedAt >= missingBefore(now)) return null;
  return { kind: 'missing', owner: 'finance', oursPaise: amountPaise } as const;
}
