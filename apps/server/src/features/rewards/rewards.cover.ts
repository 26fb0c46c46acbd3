import {
  creditTo,
  insertRepayment,
  lockForSettlement,
  type RepaymentCover,
  type RepaymentIds,
  saveOutcome,
  type SettleDeps,
} from '#features/repayments/index.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { lockBoundRewards, spendRewards } from './rewards.repo.ts';
import { bindRewards } from './rewards.service.ts';

/**
 * Opens the repayment that chosen rewards make, of at most the amount wanted. Until it is settled they can be chosen again.
 * Rule: LEND-24 (rewards: used whole or not at all, no more than the repayment).
 */
const openReward: RepaymentCover['open'] = async ({ clock }, tx, wanted, rewardIds) => {
  const bound = await bindRewards(tx, { ...wanted, rewardIds }, clock.today());
  if ('refusal' in bound) return bound;
  const repayment = { ...wanted, ...bound, channel: 'reward', nextEnquiryAt: null } as const;
  await insertRepayment(tx, repayment, clock.now());
  return { repaymentId: wanted.repaymentId, amountPaise: bound.amountPaise };
};

/**
 * Uses the rewards bound to a repayment, once: journal 32. False when one of them was used, expired or chosen for another
 * repayment meanwhile; then none is, and this repayment has failed.
 * Rule: LEND-16 journal 32. Locks: credit account, loan, repayment, rewards, kept balances (LEND-C5).
 */
export function settleReward(deps: SettleDeps, ids: RepaymentIds): Promise<boolean> {
  return deps.worker.forUser(ids.userId, async (tx) => {
    const row = await lockForSettlement(tx, ids);
    invariant(row, 'a repayment disappeared');
    if (row.status === 'succeeded') return true;
    const boundPaise = await lockBoundRewards(tx, ids.userId, ids.repaymentId, deps.clock.today());
    if (boundPaise !== row.amount_paise) {
      const outcome = { status: 'failed', reason: 'reward_not_available', nextEnquiryAt: null } as const;
      await saveOutcome(tx, ids, outcome);
      return false;
    }
    const credit = { amountPaise: row.amount_paise, capturedAt: deps.clock.now() };
    await creditTo(deps, tx, ids, row.loan_id, {
      ...credit,
      providerPaymentRef: null,
      isCreditSource: false,
    });
    await spendRewards(tx, ids.userId, ids.repaymentId);
    return true;
  });
}

export const rewardCover: RepaymentCover = { open: openReward, settle: settleReward };
