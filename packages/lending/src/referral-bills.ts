import { addDays, type BusinessDate, type Paise } from '@mohlat/money';
import type { LoanStatus } from './borrower.ts';
import { coolingOffEndsOn } from './cooling-off.ts';

/** A bill of a friend that was paid, with the terms it was sold under. */
export interface FriendsBill {
  readonly loanStatus: LoanStatus;
  readonly disbursedOn: BusinessDate;
  /** The day on which the friend was told that it was paid. */
  readonly bookedOn: BusinessDate;
  readonly amountPaise: Paise;
  /** The least bill that earns a reward. */
  readonly leastBillPaise: Paise;
  readonly coolingOffDays: number;
}

/**
 * The bill that a referral rests on: the earliest one that stands and reaches the least amount of its own terms. Undefined where
 * no bill does. Bills are in the order of their acceptance.
 * Rule: LEND-24 (referral)
 */
export function referralBill<Bill extends FriendsBill>(bills: readonly Bill[]): Bill | undefined {
  const [first] = bills
    .filter(countsForReferral)
    .toSorted((a, b) => a.disbursedOn.localeCompare(b.disbursedOn));
  return first;
}

/**
 * The day from which the reward for a friend may be spent: the first on which its bill can no longer be cancelled. Undefined
 * where no bill counts.
 * Rule: LEND-24 (referral), LEND-8
 */
export function referralSpendableOn(bills: readonly FriendsBill[]): BusinessDate | undefined {
  const first = referralBill(bills);
  if (first === undefined) return undefined;
  const { disbursedOn: anchorOn, bookedOn, coolingOffDays: windowDays } = first;
  return addDays(coolingOffEndsOn({ anchorOn, bookedOn, windowDays }), 1);
}

function countsForReferral({ loanStatus, amountPaise, leastBillPaise }: FriendsBill): boolean {
  return loanStatus !== 'exited' && loanStatus !== 'unwound' && amountPaise >= leastBillPaise;
}

/** A rewarded friend, in the present state. */
export interface RewardedFriend {
  readonly isFraud: boolean;
  /** The rail gave back a bill of theirs. */
  readonly hasReturnedBill: boolean;
  readonly bills: readonly FriendsBill[];
}

export type ReferralLoss = 'fraud' | 'payment_returned' | 'payment_cancelled';

/**
 * The reason to take a reward back: the friend is blocked for fraud, or none of their bills stands.
 * Rule: LEND-24 (referral)
 */
export function referralLost({ isFraud, hasReturnedBill, bills }: RewardedFriend): ReferralLoss | undefined {
  if (isFraud) return 'fraud';
  if (referralSpendableOn(bills) !== undefined) return undefined;
  return hasReturnedBill ? 'payment_returned' : 'payment_cancelled';
}

/**
 * The later day from which a reward may be spent, where its bill no longer stands and another one does. Undefined where
 * the day does not change. A reward that could be spent already stays so.
 * Rule: LEND-24 (referral)
 */
export function referralHeldUntil(
  spendableOn: BusinessDate,
  bills: readonly FriendsBill[],
  today: BusinessDate,
): BusinessDate | undefined {
  const restsUntil = referralSpendableOn(bills);
  if (spendableOn <= today || restsUntil === undefined || restsUntil <= spendableOn) return undefined;
  return restsUntil;
}
