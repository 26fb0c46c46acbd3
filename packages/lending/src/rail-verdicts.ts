import type { Paise } from '@mohlat/money';

/** How a payment stands with the bill network. */
export type PaymentAtRail = 'accepted' | 'submitted' | 'unknown' | 'paid' | 'failed' | 'reversed';

/** How a row of the network's list differs from what we know. */
export type RailVerdict =
  | 'not_ours'
  | 'duplicate'
  | 'returned'
  | 'late_success'
  | 'amount'
  | 'contradiction'
  | 'ok_unknown'
  | 'fail_unknown'
  | 'adjusted';

/** A row of the list beside the payment it names. */
export interface ListedRow {
  readonly status: 'processing' | 'success' | 'failure' | 'adjusted';
  /** The network's word on the money of a bill that failed or came back. */
  readonly refundStatus: 'required' | 'requested' | 'processed' | null;
  readonly amountPaise: Paise;
  /** Null where the row names no payment of ours. */
  readonly payment: { readonly status: PaymentAtRail; readonly billPaise: Paise } | null;
  /** It is about another execution of the bill than the one that paid it. */
  readonly isSecond: boolean;
  /** The list had told of a success of this bill under another reference before. */
  readonly hasOtherSuccess: boolean;
  /** Verdicts of successes under the same reference that the list had told of before, each of another amount. */
  readonly ofOtherAmounts: readonly (RailVerdict | null)[];
}

/** Of these a success is booked by its first amount. */
const BOOKED_BY_AMOUNT: ReadonlySet<RailVerdict | null> = new Set([
  'not_ours',
  'duplicate',
  'amount',
] as const);

/**
 * Compares a row of the list with its payment, to the paisa; null where both say the same, or where what differs is no difference yet.
 * That the network has the money of a paid bill to give back is the one documented word for its return. The word "adjusted" alone has no
 * documented meaning: a person looks. Where a success was booked by its amount, the same success of another amount is for a person, too.
 * Rule: LEND-21, LEND-X9, LEND-X10, LEND-X11
 */
export function railVerdict(row: ListedRow): RailVerdict | null {
  const verdict = verdictOf(row);
  const isSaidOtherwise = BOOKED_BY_AMOUNT.has(verdict) && row.ofOtherAmounts.includes(verdict);
  return isSaidOtherwise && row.status === 'success' ? 'contradiction' : verdict;
}

/** A row of a reading, in the order in which the list said them. */
export interface RowOfReading extends ListedRow {
  readonly id: string;
  readonly userId: string;
  readonly reference: string;
}

/** The verdicts of one reading: what it says before counts for the rows that follow. Rule: LEND-21 */
export function railVerdicts<Row extends RowOfReading>(
  rows: readonly Row[],
): (Row & { readonly verdict: RailVerdict | null })[] {
  const firsts = rows.map((row) => ({ ...row, verdict: verdictOf(row) }));
  const nameOf = ({ userId, reference }: RowOfReading) => `${userId} ${reference}`;
  const byName = Map.groupBy(firsts, nameOf);
  return firsts.map((row) => {
    const before = byName
      .get(nameOf(row))!
      .filter((one) => one.status === 'success' && one.id < row.id && one.amountPaise !== row.amountPaise);
    const ofOtherAmounts = [...row.ofOtherAmounts, ...before.map(({ verdict }) => verdict)];
    return { ...row, verdict: railVerdict({ ...row, ofOtherAmounts }) };
  });
}

function verdictOf(row: ListedRow): RailVerdict | null {
  const { status, payment, isSecond } = row;
  if (payment === null) return status === 'success' || status === 'adjusted' ? 'not_ours' : null;
  if (status === 'success' && row.hasOtherSuccess) return 'duplicate';
  if (row.refundStatus !== null && payment.status === 'paid' && !isSecond) return 'returned';
  switch (status) {
    case 'success':
      return verdictOfSuccess(row, payment);
    case 'failure':
      // The one that was too many: the bill is paid by the other.
      if (isSecond) return null;
      if (payment.status === 'paid') return 'contradiction';
      return payment.status === 'submitted' || payment.status === 'unknown' ? 'fail_unknown' : null;
    case 'adjusted':
      if (isSecond) return null;
      return ['paid', 'submitted', 'unknown'].includes(payment.status) ? 'adjusted' : null;
    case 'processing':
      return null;
  }
}

function verdictOfSuccess(
  { amountPaise, refundStatus, isSecond }: ListedRow,
  payment: NonNullable<ListedRow['payment']>,
): RailVerdict | null {
  if (payment.status === 'failed') return 'late_success';
  if (amountPaise !== payment.billPaise) return 'amount';
  // With a word on its money, that is what became of a bill that came back: journal 8.
  if (payment.status === 'reversed') return refundStatus !== null && !isSecond ? null : 'contradiction';
  return payment.status === 'paid' ? null : 'ok_unknown';
}

/** What a word of a refund comes to that the list said while its payment stood otherwise. */
export interface HeardAgain {
  readonly verdict: RailVerdict | null;
  /** It counts as said in the reading at hand. That money was promised is history where the bill failed or was undone. */
  readonly isNews: boolean;
}

/**
 * A list says a word once: of a bill that was paid since, it is on its way back; of one that failed or was undone since, its money is back.
 * Rule: LEND-21, LEND-X10
 */
export function heardAgain(
  refundStatus: NonNullable<ListedRow['refundStatus']>,
  payment: PaymentAtRail,
): HeardAgain {
  const isPaid = payment === 'paid';
  return { verdict: isPaid ? 'returned' : null, isNews: isPaid || refundStatus === 'processed' };
}
