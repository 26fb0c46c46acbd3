import { DAY_MS, type Paise, ZERO_PAISE } from '@mohlat/money';
import type { TakenRow } from './rail-money.ts';
import type { ListedRow, PaymentAtRail, RailVerdict } from './rail-verdicts.ts';

/*
 * The differences with the bill network that are opened: of a reading of its list, and of a day whose list is complete.
 */

/** The team that a difference is for. */
export type DifferenceOwner = 'operations' | 'finance' | 'engineering';

/** A difference to open, with the amount of either side. */
export interface OpenedDifference {
  readonly kind: RailVerdict | 'missing' | 'ledger_gap' | 'refund_due';
  readonly owner: DifferenceOwner;
  readonly oursPaise: Paise | null;
  readonly theirsPaise: Paise;
}

/** A row of a reading with its verdict, and what stands of it already. */
export interface JudgedRow {
  readonly userId: string;
  readonly reference: string;
  readonly paymentId: string | null;
  readonly status: ListedRow['status'];
  readonly refundStatus: ListedRow['refundStatus'];
  readonly verdict: RailVerdict;
  readonly amountPaise: Paise;
  /** The payment as the row was matched; null where the row names none of ours. */
  readonly payment: {
    readonly status: PaymentAtRail;
    readonly billPaise: Paise;
    readonly acceptedAt: Date;
  } | null;
  /** The part of this payment that the rail promised to give back. */
  readonly promisedPaise: Paise;
  /** The late success of this payment is booked. */
  readonly hasLateSuccess: boolean;
  /** Its late success was a difference before, open or cleared. */
  readonly wasLateOpened: boolean;
}

/** The consequences of a verdict. */
export interface RailOutcome {
  /** The row as `railTook` books its money; null where a paid bill accounts for it, or a booking does already. */
  readonly taken: TakenRow | null;
  /** The person was told that the payment failed, and now hears of its success. */
  readonly isNewSuccess: boolean;
  readonly opens: OpenedDifference | null;
  /** The payment waits for a person while this difference is open. */
  readonly needsReview: boolean;
  /** The rail is asked about the payment. */
  readonly isAsked: boolean;
  /** The fact that freezes the loan of the payment; null for none. */
  readonly freezesAs: `refund_${NonNullable<ListedRow['refundStatus']>}` | null;
}

const ANSWER_MS = 10 * 60_000;
const NEEDS_REVIEW: ReadonlySet<RailVerdict> = new Set([
  'late_success',
  'amount',
  'duplicate',
  'contradiction',
  'adjusted',
  'returned',
] as const);
const IS_ASKED: ReadonlySet<RailVerdict> = new Set(['ok_unknown', 'fail_unknown', 'adjusted'] as const);

/**
 * The consequences of each verdict of one reading, in the order of the list, or of a lot of them. Money is booked once, and a late
 * success told once, however often the list has it: `told` has that of the lots before, and takes in that of this one.
 * Rule: LEND-21, LEND-X5, LEND-X9, LEND-X10, LEND-X11
 */
export function railOutcomes<Row extends JudgedRow>(
  rows: readonly Row[],
  now: Date,
  told: Set<string> = new Set(),
): { readonly row: Row; readonly outcome: RailOutcome }[] {
  return rows.map((row) => {
    const outcome = outcomeOf(row, now);
    if (outcome.taken === null) return { row, outcome };
    const name = nameOf(row);
    const isTold = told.has(name);
    told.add(name);
    return { row, outcome: isTold ? { ...outcome, taken: null, isNewSuccess: false } : outcome };
  });
}

/** The name of taken money: one journal books it. A late success is the payment's, under whatever reference it is listed. */
function nameOf({ userId, paymentId, reference, verdict }: JudgedRow): string {
  return verdict === 'late_success' ? `${verdict} ${paymentId}` : `${verdict} ${userId} ${reference}`;
}

function outcomeOf(row: JudgedRow, now: Date): RailOutcome {
  const { verdict, payment, refundStatus } = row;
  const taken = takenOf(row);
  return {
    taken,
    isNewSuccess: taken?.verdict === 'late_success',
    opens: isDifferenceYet(row, now)
      ? {
          kind: verdict,
          owner: verdict === 'not_ours' ? 'finance' : 'operations',
          oursPaise: payment?.billPaise ?? null,
          theirsPaise: row.amountPaise,
        }
      : null,
    needsReview: payment !== null && NEEDS_REVIEW.has(verdict),
    isAsked: payment !== null && payment.status !== 'paid' && IS_ASKED.has(verdict),
    freezesAs: verdict === 'returned' && refundStatus !== null ? `refund_${refundStatus}` : null,
  };
}

/** A success that no paid bill accounts for is taken; of a paid bill it is the amount that differs. Rule: LEND-21, LEND-X5 */
function takenOf(row: JudgedRow): TakenRow | null {
  const { paymentId, reference, verdict, amountPaise, payment, promisedPaise } = row;
  if (row.status !== 'success') return null;
  const about = { paymentId, reference, amountPaise, billPaise: payment?.billPaise ?? null, promisedPaise };
  switch (verdict) {
    case 'not_ours':
    case 'duplicate':
      return { ...about, verdict };
    case 'amount':
      return payment?.status === 'paid' ? { ...about, verdict } : null;
    case 'late_success':
      return row.hasLateSuccess ? null : { ...about, verdict };
    default:
      return null;
  }
}

/**
 * False of a payment that was sent a moment ago, which the list may show before its answer arrives; and of a success of a
 * failed payment that was cleared once.
 */
function isDifferenceYet({ verdict, payment, wasLateOpened }: JudgedRow, now: Date): boolean {
  if (verdict === 'late_success') return !wasLateOpened;
  if (verdict !== 'ok_unknown' && verdict !== 'fail_unknown') return true;
  return payment !== null && now.getTime() - payment.acceptedAt.getTime() > ANSWER_MS;
}

/** A payment that was sent on a day whose list is complete, with its sums in the ledger. */
export interface SentPayment {
  readonly status: PaymentAtRail;
  readonly billPaise: Paise;
  /** The balance of its money on the way. */
  readonly movingPaise: Paise;
  /** Its loan is booked. */
  readonly isBooked: boolean;
  /** A list of the rail named it. */
  readonly isListed: boolean;
}

/**
 * The differences that only a complete list shows: paid with us and not in the list, and sums of the ledger that do not
 * fit the status.
 * Rule: LEND-21 (missing, ledger_gap)
 */
export function sentDifferences(sent: SentPayment): OpenedDifference[] {
  const { status, billPaise, movingPaise, isBooked, isListed } = sent;
  const isPaid = status === 'paid';
  const isMoving = status === 'submitted' || status === 'unknown';
  const opened: OpenedDifference[] = [];
  if (isPaid && !isListed)
    opened.push({ kind: 'missing', owner: 'operations', oursPaise: billPaise, theirsPaise: ZERO_PAISE });
  if (movingPaise !== (isMoving ? billPaise : 0) || isPaid !== isBooked)
    opened.push({
      kind: 'ledger_gap',
      owner: 'engineering',
      oursPaise: movingPaise,
      theirsPaise: billPaise,
    });
  return opened;
}

const REFUND_DAYS = 5;

/** The difference about a refund that the rail has owed for more than five days; null before. Rule: LEND-21 (refund_due) */
export function refundDifference(owedPaise: Paise, since: Date, now: Date): OpenedDifference | null {
  if (owedPaise <= 0 || now.getTime() - since.getTime() <= REFUND_DAYS * DAY_MS) return null;
  return { kind: 'refund_due', owner: 'finance', oursPaise: owedPaise, theirsPaise: ZERO_PAISE };
}
