import { minPaise, type Paise, subtractPaise } from '@mohlat/money';
import { RAIL_MIN_PAISE } from './rail-min.ts';
import { byTurn, type Channel, secondOf } from './received.ts';
import type { RefundDue } from './refunds-due.ts';

/** A repayment and the money of it that paid nothing that was due. Amounts are paise. */
export interface AheadMoney {
  readonly repaymentId: string;
  readonly channel: Channel;
  /** In milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Held for instalments not yet demanded. */
  readonly heldPaise: Paise;
  /** The same, or what it closed the loan with before its instalments were demanded. */
  readonly aheadPaise: Paise;
  /** It goes back as it is, less what its payer asked for: that went back for no debit. */
  readonly excessPaise: Paise;
  /** It was paid on an order that had been paid already. */
  readonly isSecond: boolean;
}

/** A debit under a mandate that paid its instalment. Instants are milliseconds since the epoch. */
export interface PaidDebit {
  /** The bank was asked for it. */
  readonly askedAt: number;
  /** Its money came into our books: until then it was unknown whether it would. */
  readonly heardAt: number;
  /** The part of it that its instalment needed. */
  readonly coveredPaise: Paise;
}

/** A reward never was money, and a debit pays its one instalment. */
const isByHand = ({ channel }: AheadMoney): boolean => channel === 'checkout' || channel === 'identified';

/**
 * The money that was paid twice, pays nothing that is due, and goes back by itself:
 * - what is held of a second payment for one order
 * - what was paid by hand while a bank was silent about a debit that it then paid; the newest first, and with what goes back of it
 *   as it is no more than that debit paid. The person was told that they get it back, so it closes no loan either
 * Debits do not share money: the debit that was heard of first is matched first.
 * Other money that is held waits for its instalment, or for the wish of its payer (`releasable`).
 * Rule: LEND-20 (double debit), LEND-W4, LEND-9 (EMI)
 */
export function doubled(money: readonly AheadMoney[], debits: readonly PaidDebit[]): RefundDue[] {
  const byHand = money.filter(isByHand);
  const due = byHand.filter(({ isSecond }) => isSecond).map((one) => dueOf(one, one.heldPaise));
  let left = byHand.filter(({ isSecond }) => !isSecond).toSorted(byTurn);
  for (const debit of debits.toSorted((a, b) => a.heardAt - b.heardAt)) {
    const back = take(left, 'excessPaise', debit, debit.coveredPaise);
    const ahead = take(back.left.toReversed(), 'aheadPaise', debit, back.needPaise);
    due.push(...ahead.taken);
    left = ahead.left.toReversed();
  }
  return due.filter(({ amountPaise }) => amountPaise >= RAIL_MIN_PAISE);
}

/** Takes as much as a debit needs from a part of the money that crossed it, in the order of that money. */
function take(
  money: readonly AheadMoney[],
  part: 'excessPaise' | 'aheadPaise',
  debit: PaidDebit,
  needPaise: Paise,
): { readonly taken: RefundDue[]; readonly left: AheadMoney[]; readonly needPaise: Paise } {
  const taken: RefundDue[] = [];
  let need = needPaise;
  const left = money.map((one) => {
    if (need === 0 || !hasCrossed(one, debit)) return one;
    const amountPaise = minPaise(one[part], need);
    need = subtractPaise(need, amountPaise);
    taken.push(dueOf(one, amountPaise));
    return { ...one, [part]: subtractPaise(one[part], amountPaise) };
  });
  return { taken, left, needPaise: need };
}

const dueOf = ({ repaymentId }: AheadMoney, amountPaise: Paise): RefundDue => ({ repaymentId, amountPaise });

const hasCrossed = ({ receivedAt }: AheadMoney, { askedAt, heardAt }: PaidDebit): boolean =>
  secondOf(askedAt) <= receivedAt && receivedAt <= heardAt;

/** Where held money stands when its payer wants it back. */
interface Standing {
  readonly isDisputed: boolean;
  readonly isAgreed: boolean;
  /** The limit that it freed pays another bill. */
  readonly isInUse: boolean;
}

/** The reason why nothing of a repayment is released. */
export type NotReleased = 'nothing_held' | 'disputed' | 'agreed' | 'in_use';

/**
 * The money of a repayment that its payer may have back although an instalment is to come that it waits for.
 * While a lower sum is agreed, none is: the two who agreed counted with it, and the debt that the sum ends would grow.
 * Nor where the limit it freed pays another bill (`isFreedLimitSpent`).
 * Rule: LEND-9 (EMI), LEND-16 journal 34, LEND-24 (settlement), LEND-S2
 */
export function releasable(
  money: Pick<AheadMoney, 'channel' | 'heldPaise'>,
  { isDisputed, isAgreed, isInUse }: Standing,
): { readonly amountPaise: Paise } | { readonly refusal: NotReleased } {
  if (money.channel === 'reward' || money.heldPaise < RAIL_MIN_PAISE) return { refusal: 'nothing_held' };
  // While its bank decides, the money would go out twice.
  if (isDisputed) return { refusal: 'disputed' };
  if (isAgreed) return { refusal: 'agreed' };
  if (isInUse) return { refusal: 'in_use' };
  return { amountPaise: money.heldPaise };
}
