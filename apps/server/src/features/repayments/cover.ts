import type { ErrorCode, RepaymentIntent } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';
import type { RepaymentIds } from './repayments.repo.ts';
import type { SettleDeps } from './repayments.settle.ts';

export interface WantedRepayment {
  readonly userId: string;
  readonly loanId: string;
  readonly amountPaise: number;
  readonly intent: RepaymentIntent;
}

/** Pays a part of a repayment with something that is not money, such as rewards. A feature declares it as its `cover`. */
export interface RepaymentCover {
  /** Opens the repayment that the chosen things make, of at most the amount wanted. */
  readonly open: (
    deps: Pick<SettleDeps, 'clock'>,
    tx: Tx,
    wanted: WantedRepayment & { readonly repaymentId: string },
    ids: readonly string[],
  ) => Promise<
    { readonly repaymentId: string; readonly amountPaise: number } | { readonly refusal: ErrorCode }
  >;
  /** Uses them, once. False when one of them is not there any more; then none is used. */
  readonly settle: (deps: SettleDeps, ids: RepaymentIds) => Promise<boolean>;
}
