import {
  addDays,
  addPaise,
  type BusinessDate,
  istDate,
  type LoanState,
  maxPaise,
  outstandingOf,
  type Paise,
  subtractPaise,
  sumPaise,
  ZERO_PAISE,
} from '@mohlat/money';
import type { Agreement, Loan, Receipt } from './borrower.ts';
import { type FreezeFact, frozenDays } from './freeze.ts';
import { secondOf } from './received.ts';

/**
 * The last day for the money of an agreed lower sum, as it is known when a day opens: the agreed day, moved later by the
 * frozen days since the agreement. The person was told that they need not pay on those.
 * Rule: LEND-24 (settlement), LEND-X10
 */
export function lastDayOf(
  { agreedAt, payByOn }: Pick<Agreement, 'agreedAt' | 'payByOn'>,
  freezes: readonly FreezeFact[],
  day: BusinessDate,
): BusinessDate {
  return addDays(payByOn, frozenDays(freezes, istDate(agreedAt), addDays(day, -1)));
}

/**
 * The instant from which money counts for a lower sum that is agreed now, in milliseconds: the begin of the second, so that what is
 * paid at once counts (`secondOf`). Money that is known by then has lowered the debt already, and does not count once more.
 * Rule: LEND-24 (settlement), LEND-W6
 */
export function agreedAtOf(now: number, lastReceivedAt: number | null): number {
  const second = secondOf(now);
  return lastReceivedAt === null ? second : Math.max(second, Math.floor(lastReceivedAt) + 1);
}

/** True while an agreed lower sum can still be paid on a day. Rule: LEND-24 (settlement), LEND-X10 */
export function isPayable(
  agreement: Pick<Agreement, 'agreedAt' | 'payByOn'>,
  freezes: readonly FreezeFact[],
  day: BusinessDate,
): boolean {
  return lastDayOf(agreement, freezes, day) >= day;
}

/** A debt at a moment, in paise. */
export interface DebtThen {
  /** All that was owed. */
  readonly owedPaise: Paise;
  /** The charges that stood, paid or not (`standingCharges`). */
  readonly chargedPaise: Paise;
}

/** The late and bounce charges of a loan that stand, paid or not, less what was waived of them; in paise. Rule: LEND-L3, LEND-L6 */
export function standingCharges(charges: LoanState['charges']): Paise {
  return sumPaise(charges.map(({ amountPaise, waivedPaise }) => subtractPaise(amountPaise, waivedPaise)));
}

/** True where a debt exceeds that of an earlier moment by more than the charges since: a bank has taken money back. */
function hasGrown(then: DebtThen, now: DebtThen): boolean {
  return addPaise(now.owedPaise, then.chargedPaise) > addPaise(then.owedPaise, now.chargedPaise);
}

/**
 * True while a lower sum that was proposed lets off what its proposer meant: nothing was repaid or waived since, and what is owed
 * more is charges. An older process did not say which charges stood then: nothing at all may be owed more.
 * Rule: LEND-24 (settlement), LEND-W7
 */
export function isDebtProposed(
  { owedPaise, chargedPaise }: { readonly owedPaise: Paise; readonly chargedPaise: Paise | null },
  now: DebtThen,
): boolean {
  if (now.owedPaise < owedPaise) return false;
  return !hasGrown({ owedPaise, chargedPaise: chargedPaise ?? now.chargedPaise }, now);
}

/**
 * True while an agreed lower sum lets off no more than the two people agreed to: what was owed beyond the sum when they
 * agreed, in paise, and late and bounce charges since, of the same day as well. More would be let off once a bank has taken back
 * money that had lowered the debt of that time; the agreement holds again where as much of it comes back. One of an older process
 * does not say what was owed, and holds.
 * Rule: LEND-24 (settlement), LEND-W7
 */
export function isHolding(agreement: Agreement, loan: LoanState & Paid): boolean {
  const { owedPaise, chargedPaise } = agreement;
  if (owedPaise === null || chargedPaise === null) return true;
  const paidSince = countedOf(agreement, loan).map((one) => one.coveredPaise);
  return !hasGrown(
    { owedPaise, chargedPaise },
    {
      owedPaise: addPaise(outstandingOf(loan), sumPaise(paidSince)),
      chargedPaise: standingCharges(loan.charges),
    },
  );
}

/** True while a lower sum is agreed of a loan, can still be paid on a day and would end the loan. Rule: LEND-24 (settlement) */
export function hasAgreement(
  loan: Pick<Loan, 'agreements' | 'receipts' | 'freezes' | 'instalments' | 'charges'>,
  day: BusinessDate,
): boolean {
  const latest = loan.agreements.at(-1);
  return latest !== undefined && isPayable(latest, loan.freezes, day) && isHolding(latest, loan);
}

/**
 * The rest of an agreed lower sum when money came in, in paise: money of at least this much ends the loan. Undefined
 * where no agreement covers that time, or the latest of it holds no more.
 * Rule: LEND-24 (settlement)
 */
export function agreedRestOf(
  loan: Pick<Loan, 'agreements' | 'receipts' | 'freezes' | 'instalments' | 'charges'>,
  { receivedAt, valueOn }: { readonly receivedAt: number; readonly valueOn: BusinessDate },
): Paise | undefined {
  const latest = loan.agreements.findLast((one) => one.agreedAt <= receivedAt);
  if (latest === undefined || !isPayable(latest, loan.freezes, valueOn)) return undefined;
  if (!isHolding(latest, loan)) return undefined;
  const rest = restOfAgreement(latest, loan);
  return rest > 0 ? rest : undefined;
}

type AgreedReceipt = Pick<Receipt, 'receivedAt' | 'valueOn' | 'coveredPaise'>;

/** The money of a loan and the days on which it was frozen. */
interface Paid<One extends AgreedReceipt = AgreedReceipt> {
  readonly receipts: readonly One[];
  readonly freezes: readonly FreezeFact[];
}

/**
 * The rest of an agreed lower sum, in paise: money received since, up to its day, counts. Money counts from its capture, whenever it
 * is heard of: taken before the agreement it lowers the debt of that time, and the agreed sum stands whole beside what is left.
 * Rule: LEND-24 (settlement), LEND-T7, LEND-W6
 */
export function restOfAgreement(agreement: Agreement, paid: Paid): Paise {
  const counted = countedOf(agreement, paid).map((one) => one.coveredPaise);
  return maxPaise(ZERO_PAISE, subtractPaise(agreement.agreedPaise, sumPaise(counted)));
}

/** The agreement whose sum has been received, with the money that counts for it. Rule: LEND-24 (settlement) */
export function completedAgreement<One extends AgreedReceipt>({
  agreements,
  ...paid
}: Paid<One> & { readonly agreements: readonly Agreement[] }):
  | (Agreement & { readonly receipts: readonly One[] })
  | undefined {
  const completed = agreements.findLast((one) => restOfAgreement(one, paid) === 0);
  return completed && { ...completed, receipts: countedOf(completed, paid) };
}

function countedOf<One extends AgreedReceipt>(agreement: Agreement, { receipts, freezes }: Paid<One>): One[] {
  return receipts.filter(
    (one) => one.receivedAt >= agreement.agreedAt && isPayable(agreement, freezes, one.valueOn),
  );
}
