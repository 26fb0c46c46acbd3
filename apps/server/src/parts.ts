import type { ApprovalHandler } from '#features/approvals/index.ts';
import { bankAccountReview } from '#features/bank-accounts/index.ts';
import type { createBillerDirectory } from '#features/cards/index.ts';
import { chargebackApproval, receiptApproval } from '#features/collections/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { createIncomeReview, limitApproval, reinstatementApproval } from '#features/credit/index.ts';
import { hardshipApproval } from '#features/hardships/index.ts';
import { createVideoReview, panReviewHandler } from '#features/kyc/index.ts';
import { lossApprovals } from '#features/losses/index.ts';
import { debitOutcomeApproval } from '#features/mandates/index.ts';
import type { createMessenger, createNotifier } from '#features/notifications/index.ts';
import { railOutcomeApproval } from '#features/payments/index.ts';
import { railApprovals } from '#features/reconciliation/index.ts';
import { refundApproval } from '#features/refunds/index.ts';
import type { ReviewHandler } from '#features/reviews/index.ts';
import { settingsApproval, settingsWithdrawalApproval } from '#features/settings-desk/index.ts';
import { readLender } from '#features/settings/index.ts';
import { colleagueBlockApproval, unblockApproval } from '#features/users/index.ts';

export type Parts = FeatureContext & {
  readonly messenger: ReturnType<typeof createMessenger>;
  readonly notifier: ReturnType<typeof createNotifier>;
  readonly billers: ReturnType<typeof createBillerDirectory>;
  readonly lender: ReturnType<typeof readLender>;
  /** What a verdict of each kind of review means. */
  readonly handlers: readonly ReviewHandler[];
  /** What an approval of each kind does. */
  readonly approvals: readonly ApprovalHandler[];
};

/** Who carries out what a person decides about, by the kind of review. */
export function reviewHandlers({
  config,
  vault,
  notifier,
}: Pick<Parts, 'config' | 'vault' | 'notifier'>): ReviewHandler[] {
  return [
    panReviewHandler({ config, vault, notifier }),
    createVideoReview({ vault, config, notifier }),
    createIncomeReview({ notifier }),
    bankAccountReview({ notifier }),
  ];
}

/** Who carries out what two people decide, by the kind of proposal. */
export function approvalHandlers(
  deps: Pick<Parts, 'worker' | 'clock' | 'config' | 'vault' | 'notifier'>,
): ApprovalHandler[] {
  const lender = readLender(deps.config.env, deps.config.sandboxUrl !== undefined);
  return [
    reinstatementApproval(),
    limitApproval(deps),
    unblockApproval({ ...deps, lender }),
    colleagueBlockApproval({ ...deps, lender }),
    ...lossApprovals(deps),
    ...railApprovals(deps),
    receiptApproval(deps),
    chargebackApproval(),
    hardshipApproval(deps),
    settingsApproval(),
    settingsWithdrawalApproval(),
    railOutcomeApproval(deps),
    debitOutcomeApproval({ ...deps, lender }),
    refundApproval(),
  ];
}
