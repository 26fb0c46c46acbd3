import type { AnswerOf, ErrorCode, listRewards, QueryOf, Reward } from '@mohlat/contract';
import { comingOf } from '@mohlat/lending';
import { bpsToDecimal, type BusinessDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { findCards, loadGiven, loadRewarded } from './rewards.load.ts';
import * as repo from './rewards.repo.ts';

export interface RewardsService {
  list(actor: Actor, page: QueryOf<typeof listRewards>): Promise<AnswerOf<typeof listRewards>>;
}

export function createRewardsService({ api, clock }: Pick<FeatureContext, 'api' | 'clock'>): RewardsService {
  return {
    list: (actor, page) =>
      api.asUser(actor, async (tx) => {
        const today = clock.today();
        const {
          usablePaise: availablePaise,
          items,
          nextCursor,
        } = await repo.listRewardRows(tx, actor.userId, page, today);
        const found = await repo.findTerms(tx, clock.now());
        const terms = { ...found, cashbackPercent: bpsToDecimal(found.cashbackBps) };
        const isHistory = page.cursor === undefined && !page.usable;
        const coming = isHistory ? { coming: await listComing(tx, actor.userId, today) } : {};
        return { availablePaise, terms, items: items.map(toReward), nextCursor, ...coming };
      }),
  };
}

/** Lists what a person has earned and does not have yet, by the rules by which the night gives it. Rule: LEND-24 (rewards) */
async function listComing(
  tx: Tx,
  userId: string,
  today: BusinessDate,
): Promise<NonNullable<AnswerOf<typeof listRewards>['coming']>> {
  const coming = comingOf(await loadRewarded(tx, [userId]), await loadGiven(tx, [userId]), today);
  const cards = await findCards(
    tx,
    userId,
    coming.map(({ of }) => of.loanId),
  );
  return coming.flatMap(({ of: { loanId, number, earnedOn }, amountPaise }) => {
    const card = cards.get(loanId);
    return card ? [{ paymentId: loanId, instalment: number, card, on: earnedOn, amountPaise }] : [];
  });
}

/**
 * Binds chosen rewards to a repayment that is about to be made, each whole; answers their sum in paise. Bound to a repayment
 * that was not settled they are still free. Rule: LEND-24 (rewards).
 */
export async function bindRewards(
  tx: Tx,
  wanted: {
    readonly userId: string;
    readonly rewardIds: readonly string[];
    readonly repaymentId: string;
    readonly amountPaise: number;
  },
  today: BusinessDate,
): Promise<{ readonly amountPaise: number } | { readonly refusal: ErrorCode }> {
  const ids = [...new Set(wanted.rewardIds)];
  const amounts = await repo.lockUsable(tx, wanted.userId, ids, today);
  if (amounts.length !== ids.length) return { refusal: 'reward_not_available' };
  const amountPaise = amounts.reduce((total, amount) => total + amount, 0);
  if (amountPaise > wanted.amountPaise) return { refusal: 'rewards_exceed_repayment' };
  await repo.bind(tx, wanted.userId, ids, wanted.repaymentId);
  return { amountPaise };
}

function toReward(row: repo.RewardRow): Reward {
  return {
    id: row.id,
    amountPaise: row.amount_paise,
    kind: row.kind,
    earnedFrom: sourceOf(row),
    paymentId: row.loan_id,
    instalment: row.number,
    card: row.bank_name === null || row.last4 === null ? null : { bankName: row.bank_name, last4: row.last4 },
    earnedAt: row.earned_at.toISOString(),
    isUsed: row.is_used,
    state: row.state,
    expiresOn: row.expires_on,
    ...(row.spendable_on === null ? {} : { usableFrom: row.spendable_on }),
    ...(row.is_disputed ? { isDisputed: true } : {}),
  };
}

function sourceOf({ kind, number, bank_name: bankName, last4 }: repo.RewardRow): string {
  if (kind === 'referral') return 'Referral';
  const card = `${bankName ?? ''} card ending ${last4 ?? ''}`;
  return kind === 'returned'
    ? `Returned reward: ${card}`
    : `Cashback: instalment ${number ?? ''} repaid on time, ${card}`;
}
