import {
  type AnswerOf,
  type listReferrals,
  type QueryOf,
  type Referral,
  REFERRAL_REFUSALS,
} from '@mohlat/contract';
import { randomInt } from 'node:crypto';
import type { FeatureContext } from '#features/context.ts';
import { keepOpen } from '#features/open-account.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import * as repo from './referrals.repo.ts';

export interface ReferralsService {
  list(actor: Actor, page: QueryOf<typeof listReferrals>): Promise<AnswerOf<typeof listReferrals>>;
}

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'config'>;

export function createReferralsService({ api, clock, config }: Deps): ReferralsService {
  return {
    list: (actor, page) =>
      api.asUser(actor, async (tx) => {
        const now = clock.now();
        const code = await codeOf(tx, actor.userId, now);
        const { totalPaise, nextPaise, monthlyMax } = await repo.findWorth(tx, actor.userId, now);
        const { items, nextCursor } = await repo.listReferralRows(tx, actor.userId, page);
        return {
          code,
          link: `${config.publicUrl}/?ref=${code}`,
          totalEarningsPaise: totalPaise,
          rewardPaise: nextPaise,
          monthlyMax,
          items: items.map(toReferral),
          nextCursor,
        };
      }),
  };
}

/** Without letters and digits that are taken for one another when read aloud. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const TRIES_MAX = 5;

/** A person's code, made when it is first asked for. */
async function codeOf(tx: Tx, userId: string, now: Date): Promise<string> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const code = await repo.findCode(tx, userId);
    if (code !== undefined) return code;
    if (tries === 0) await keepOpen(tx, userId);
    const made = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    if (!(await repo.isCodeTaken(tx, made))) await repo.insertCode(tx, userId, made, now);
  }
  invariant(false, 'no free referral code was found');
}

const LABEL_LENGTH = 8;

function toReferral(row: repo.ReferralRow): Referral {
  return {
    id: row.id,
    referredLabel: `User ${row.referred_id.slice(0, LABEL_LENGTH)}`,
    createdAt: row.created_at.toISOString(),
    kycCompleted: row.kyc_completed,
    // One that was refused had its bill paid once; that it came back is not said.
    paymentCompleted: row.payment_completed || row.refused_reason !== null,
    rewardCredited: row.reward_credited,
    rewardAmountPaise: row.reward_amount_paise,
    refusedReason: refusalOf(row),
  };
}

/** The reason towards the one who brought the friend: nothing of the friend's account, bank or payments. Rule: LEND-24 */
function refusalOf({ refused_reason: reason }: repo.ReferralRow): Referral['refusedReason'] {
  if (reason === null) return null;
  return REFERRAL_REFUSALS.find((one) => one === reason) ?? 'not_rewarded';
}
