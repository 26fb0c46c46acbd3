import { settleReward } from '../src/features/repayments/repayments.reward.ts';
import { bindRewards, keepRewards } from '../src/features/rewards/index.ts';
import { giveBack } from '../src/features/rewards/rewards.repo.ts';
import { idOf, type Lab, type LabLoan } from './lending-lab.ts';

/** Gives, takes back and ends rewards, as after the close of a day. */
export function keepRewardsOf(lab: Lab): Promise<void> {
  return keepRewards({ ...lab.deps, log: { info() {} } as never });
}

/** Makes rewards of what rewards had paid for nothing. */
export function giveBackRewards(lab: Lab): Promise<number> {
  return lab.worker.plain((tx) => giveBack(tx, lab.clock.now(), 500));
}

/**
 * Repays a part of a loan, of at most `mostPaise`, with every reward its person can use. False when there is none, or when one
 * was used elsewhere meanwhile.
 */
export async function spendRewards(
  lab: Lab,
  { userId, loanId }: LabLoan,
  { name, mostPaise }: { readonly name: string; readonly mostPaise: number },
): Promise<boolean> {
  const repaymentId = idOf(name);
  const isBound = await lab.worker.forUser(userId, async (tx) => {
    const rows = await tx.call<{ id: string }>(
      "select id from rewards where user_id = $1 and state = 'available' and not is_used and expires_on > $2",
      [userId, lab.clock.today()],
    );
    if (rows.length === 0) return false;
    const wanted = { userId, rewardIds: rows.map(({ id }) => id), repaymentId, amountPaise: mostPaise };
    const bound = await bindRewards(tx, wanted, lab.clock.today());
    if ('refusal' in bound) throw new Error(bound.refusal);
    await tx.call(
      `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, created_at)
       values ($1, $2, $3, $4, 'initiated', 'reward', $5)`,
      [userId, repaymentId, loanId, bound.amountPaise, lab.clock.now()],
    );
    return true;
  });
  return isBound && (await settleReward(lab.deps, { userId, repaymentId }));
}
