import { minPaise, type Paise, subtractPaise } from '@mohlat/money';
import type { Excess, Share } from './received.ts';

/** A claim that money may cover. */
export interface Claim extends Pick<Share, 'number' | 'chargeId' | 'component' | 'amountPaise'> {
  /** True for an instalment not yet demanded, whose money is held. Absent for any other. */
  readonly isEarmark?: boolean;
}

/** The result of covering claims. */
export interface Spent {
  readonly shares: readonly Share[];
  /** The part of the claims that no purse covers. */
  readonly short: readonly Claim[];
  /** The part of the purses that no claim needs. */
  readonly excess: readonly Excess[];
}

/** Covers every claim in order out of every purse in order. */
export function spend(claims: readonly Claim[], purses: readonly Excess[]): Spent {
  const left = purses.map((purse) => ({ ...purse }));
  const shares: Share[] = [];
  const short: Claim[] = [];
  for (const { number, chargeId, component, amountPaise, isEarmark = false } of claims) {
    let open: Paise = amountPaise;
    for (const purse of left) {
      const taken = minPaise(open, purse.amountPaise);
      if (taken <= 0) continue;
      purse.amountPaise = subtractPaise(purse.amountPaise, taken);
      open = subtractPaise(open, taken);
      const { repaymentId } = purse;
      shares.push({ repaymentId, number, chargeId, component, amountPaise: taken, isEarmark });
    }
    if (open > 0) short.push({ number, chargeId, component, amountPaise: open });
  }
  return { shares, short, excess: left.filter((purse) => purse.amountPaise > 0) };
}
