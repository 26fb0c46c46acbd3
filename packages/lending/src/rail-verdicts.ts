import type { Paise } from '@mohlat/money';

/** The bill status of a payment. */
export type PaymentAtRail = 'accepted' | 'submitted' | 'unknown' | 'paid' | 'failed' | 'reversed';

/** The difference between a row of the network's list and our records. */
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
  /** The network's status of the money of a bill that failed or came back. */
  readonly refundStatus: 'required' | 'requested' | 'processed' | null;
  readonly amountPaise: Paise;
  /** Null where the row names no payment of ours. */
  readonly payment: { readonly status: PaymentAtRail; readonly billPaise: Paise } | null;
  /** It is about another execution of the bill than the paid one. */
  readonly isSecond: boolean;
  /** An earlier list had a success of this bill under another reference. */
  readonly hasOtherSuccess: boolean;
  /** Verdicts of earlier successes under the same reference, each with another amount. */
  readonly ofOtherAmounts: readonly (RailVerdict | null)[];
}

/** Verdicts that book a success by its first amount. */
const BOOKED_BY_AMOUNT: ReadonlySet<RailVerdict | null> = new Set([
  'not_ours',
  'duplicate',
  'amount',
] as const);

/**
 * Compares a row of the list with its payment, to the paisa; null where both agree, or where the difference does not
 * count yet. Only one status is documented as the return of a paid bill: the network holds its money to give back. The
 * status "adjusted" alone has no documented meaning, so a person looks. A success that was booked by its amount and is
 * listed with another amount is for a person, too.
 * Rule: LEND-21, LEND-X9, LEND-X10, LEND-X11
 */
export function railVerdict(row: ListedRow): RailVerdict | null {
  const verdict = verdictOf(row);
  const isSaidOtherwise = BOOKED_BY_AMOUNT.has(verdict) && row.ofOtherAmounts.includes(verdict);
  return isSaidOtherwise && row.status === 'success' ? 'contradiction' : verdict;
}

/** A row of a reading, in the order of the list. */
export interface RowOfReading extends ListedRow {
  readonly id: string;
  readonly userId: string;
  readonly reference: string;
}

/** The verdicts of one reading: earlier rows count for later ones. Rule: LEND-21 */
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
      // This execution was the extra one: the other one paid the bill.
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
  // With a refund status this is how the list shows a returned bill: journal 8.
  if (payment.status === 'reversed') return refundStatus !== null && !isSecond ? null : 'contradiction';
  return payment.status === 'paid' ? null : 'ok_unknown';
}

/** The effect of a refund status that the list gave while its payment had another status. */
export interface HeardAgain {
  readonly verdict: RailVerdict | null;
  /** It counts as given in the present reading. A promise of money is history once the bill failed or was undone. */
  readonly isNews: boolean;
}

/**
 * Reads an earlier refund status again, because a list gives each status once: a bill paid since is on its way back; the
 * money of a bill failed or undone since is back.
 * Rule: LEND-21, LEND-X10
 */
export function heardAgain(
  refundStatus: NonNullable<ListedRow['refundStatus']>,
  payment: PaymentAtRail,
): HeardAgain {
  const isPaid = payment === 'paid';
  return { verdict: isPaid ? 'returned' : null, isNews: isPaid || refundStatus === 'processed' };
}
