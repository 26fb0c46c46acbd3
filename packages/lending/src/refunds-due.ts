import { maxPaise, minPaise, type Paise, subtractPaise, sumPaise, ZERO_PAISE } from '@mohlat/money';
import { RAIL_MIN_PAISE } from './rail-min.ts';
import type { Channel } from './received.ts';

/** After this many refusals in a row only staff may begin a refund. Rule: LEND-16 journal 23 */
export const REFUSALS_MAX = 3;
/** A refused refund is tried again after this time. */
export const REFUND_RETRY_MS = 86_400_000;

/** A refund whose end is not known yet. */
export const REFUND_UNDER_WAY = [
  'initiated',
  'processing',
  'unknown',
] as const satisfies readonly RefundOf['status'][];

/** A refund of a repayment. Amounts are paise. */
export interface RefundOf {
  readonly status: 'initiated' | 'processing' | 'unknown' | 'processed' | 'failed';
  readonly amountPaise: Paise;
  /** The instant it ended, in milliseconds since the epoch; null while it is under way. */
  readonly endedAt: number | null;
  /** It failed because a dispute kept its request back, and no bank refused it. */
  readonly isUnmade: boolean;
  /** It was processed without the rail: a lost dispute took its money, or our bank transferred it. */
  readonly isOffRail: boolean;
}

/** A repayment that counts and that a provider can give back. */
export interface Refundable {
  readonly repaymentId: string;
  /** The part beyond everything it was needed for. */
  readonly excessPaise: Paise;
  readonly refunds: readonly RefundOf[];
  readonly disputes: readonly RepaymentDispute[];
}

/** A dispute of a repayment by its payer's bank. */
export interface RepaymentDispute {
  readonly status: 'open' | 'won' | 'lost' | 'review';
  readonly isDeducted: boolean;
  /** The instant it ended, in milliseconds since the epoch; null while it is open. */
  readonly endedAt: number | null;
}

/** While it is open the payer may have the money from their bank. */
const isOpen = ({ status }: RepaymentDispute): boolean => status === 'open';
/** Money was taken back, and a person decides about the rest. */
const isWithStaff = ({ status, isDeducted }: RepaymentDispute): boolean => status === 'review' && isDeducted;

/** `open`: the repayment is disputed. `lost`: the payer has the money by their bank, or a part of it. */
export type RefundHold = 'none' | 'open' | 'lost';

/**
 * Whether the request for a refund that was begun at an instant may leave. One begun after a dispute came to staff is their own.
 * `isCounted`: the repayment still counts. Rule: LEND-16 journal 34
 */
export function refundHold(
  begunAt: number,
  isCounted: boolean,
  disputes: readonly RepaymentDispute[],
): RefundHold {
  if (disputes.some(isOpen)) return 'open';
  const isTaken = disputes.some((one) => isWithStaff(one) && begunAt <= (one.endedAt ?? Infinity));
  return isTaken || !isCounted ? 'lost' : 'none';
}

export interface RefundDue {
  readonly repaymentId: string;
  readonly amountPaise: Paise;
}

/**
 * The refunds to begin now: the excess of each repayment that has not gone back. One refund of a repayment is under way at a
 * time. After a refusal it is tried again a day later, three times in a row; staff may begin it at any time. None begins while its
 * repayment is disputed: the money would go out twice. What a lost dispute took of it is gone before (`excessTaken`).
 * Rule: LEND-16 journals 23 and 34, LEND-W4
 */
export function refundsDue(
  repayments: readonly Refundable[],
  now: number,
  begun: 'by itself' | 'by staff',
): RefundDue[] {
  return idle(repayments.filter(({ refunds }) => begun === 'by staff' || mayBeTried(refunds, now)));
}

/**
 * The excess that no refund will carry by itself any more, because payers' banks refused it too often: staff find a way.
 * Rule: LEND-16 journal 23
 */
export function refundsLeft(repayments: readonly Refundable[]): RefundDue[] {
  return idle(repayments.filter(({ refunds }) => refusalsOf(refunds).length >= REFUSALS_MAX));
}

/** The excess of repayments of which none is under way or disputed. */
function idle(repayments: readonly Refundable[]): RefundDue[] {
  return repayments
    .filter(({ refunds }) => refunds.every(({ status }) => status === 'processed' || status === 'failed'))
    .filter(({ disputes }) => !disputes.some(isOpen))
    .map((repayment) => ({ repaymentId: repayment.repaymentId, amountPaise: unsentPaise(repayment) }))
    .filter(({ amountPaise }) => amountPaise >= RAIL_MIN_PAISE);
}

/** A lost dispute that could not be booked by itself, and the sum of it in the books that nothing has paid or cleared. */
export interface Contest {
  readonly disputeId: string;
  readonly standingPaise: Paise;
}

/**
 * The parts of a repayment's excess that its lost disputes take, in the order in which they were lost. The payer has that much by their
 * bank: going back besides, it would go out twice, and staying, it would stand in the books for ever.
 * Rule: LEND-16 journal 34
 */
export function excessTaken(
  repayment: Pick<Refundable, 'excessPaise' | 'refunds'>,
  contests: readonly Contest[],
): { readonly disputeId: string; readonly amountPaise: Paise }[] {
  let left = unsentPaise(repayment);
  return contests
    .map(({ disputeId, standingPaise }) => {
      const amountPaise = maxPaise(ZERO_PAISE, minPaise(left, standingPaise));
      left = subtractPaise(left, amountPaise);
      return { disputeId, amountPaise };
    })
    .filter(({ amountPaise }) => amountPaise > 0);
}

/** The excess of a repayment that counts, and the money of it that its payer has again. */
export interface HeldExcess {
  readonly channel: Channel;
  readonly excessPaise: Paise;
  readonly refundedPaise: Paise;
}

/**
 * The excess of a loan that goes back to the person as money and is not there yet. A reward never was money: what it paid
 * too much becomes a reward again. Money that went back of a repayment which counts no more is no part of it.
 * Rule: LEND-16 journal 23, LEND-W4, LEND-24
 */
export function excessDue(repayments: readonly HeldExcess[]): Paise {
  return sumPaise(
    repayments
      .filter(({ channel }) => channel !== 'reward')
      .map(({ excessPaise, refundedPaise }) => subtractPaise(excessPaise, refundedPaise)),
  );
}

/** The part of a loan's excess that is to go back, each amount by itself, and the rest, too little for any rail. */
export interface ExcessSplit {
  readonly duePaise: readonly Paise[];
  readonly remainderPaise: Paise;
}

/**
 * Splits the excess that the books hold of a loan. A refund carries the excess of one repayment, so what several hold below the
 * least that is sent never adds up to one. Excess of no such repayment is one amount.
 * Rule: LEND-16 journal 23, LEND-24
 */
export function splitExcess(heldPaise: Paise, repayments: readonly Refundable[]): ExcessSplit {
  const ofRepayments = repayments.map(unsentPaise);
  const restPaise = subtractPaise(heldPaise, sumPaise(ofRepayments));
  const parts = [...ofRepayments, restPaise].filter((part) => part > 0);
  return {
    duePaise: parts.filter((part) => part >= RAIL_MIN_PAISE),
    remainderPaise: sumPaise(parts.filter((part) => part < RAIL_MIN_PAISE)),
  };
}

/** The part of a repayment's excess that has not gone back, and is not on its way. */
export function unsentPaise({ excessPaise, refunds }: Pick<Refundable, 'excessPaise' | 'refunds'>): Paise {
  const sent = refunds.filter(({ status }) => status !== 'failed');
  return subtractPaise(excessPaise, sumPaise(sent.map(({ amountPaise }) => amountPaise)));
}

/**
 * The refusals since money of the repayment last went back by the rail: until then its way was open. What a lost dispute took, or our bank
 * transferred, says nothing about that way. Rule: LEND-16 journals 23 and 34
 */
export function refusalsOf(refunds: readonly RefundOf[]): RefundOf[] {
  const made = refunds.filter(({ status, isOffRail }) => status === 'processed' && !isOffRail);
  const ends = made.map(({ endedAt }) => endedAt ?? 0);
  const openAt = Math.max(0, ...ends);
  return refunds.filter(
    ({ status, isUnmade, endedAt }) => status === 'failed' && !isUnmade && (endedAt ?? Infinity) > openAt,
  );
}

function mayBeTried(refunds: readonly RefundOf[], now: number): boolean {
  const refused = refusalsOf(refunds);
  const isEarly = refused.some(({ endedAt }) => endedAt !== null && endedAt > now - REFUND_RETRY_MS);
  return refused.length < REFUSALS_MAX && !isEarly;
}
