import type { RowChange } from './decision.ts';
import type { Share } from './received.ts';
import type { Claim } from './spend.ts';

/** The rest of a loan that ends with less than it owes. */
export interface LetOff {
  /** Parts that count as covered although no money covers them. */
  readonly parts: readonly Share[];
  readonly charges: readonly RowChange[];
}

/** Lets the rest of a loan off that money ends: nothing of it stays owed. Rule: LEND-9 (FORECLOSE), LEND-24 (settlement) */
export function letOff(loanId: string, repaymentId: string, short: readonly Claim[]): LetOff {
  return {
    parts: short.map((one) => ({ ...one, repaymentId, isEarmark: false })),
    charges: short.flatMap(({ chargeId, amountPaise }): RowChange[] =>
      chargeId === null ? [] : [{ change: 'charge_waived', loanId, chargeId, amountPaise }],
    ),
  };
}
