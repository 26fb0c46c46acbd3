import { DAY_MS, formatRupees, MINUTE_MS, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { announceEach } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { errorName } from '#platform/http/error-name.ts';
import { inLots } from '#platform/jobs/turns.ts';
import * as repo from './referrals.repo.ts';

/** A sign-up is looked for from so long before the last look on: it may have been proved in a transaction that ended late. */
const LOOK_BACK_MS = 2 * DAY_MS;
/** The pause between two looks at what a friend did. */
const LOOK_AGAIN_MS = MINUTE_MS;
const AT_ONCE = 500;

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'log'>;

/**
 * Remembers who brought whom, sees what friends have done, rewards once, and takes back what a returned payment had earned. A step
 * that fails holds up no other. Rule: SPEC-9 (referral), LEND-24 (referral).
 */
export async function sweepReferrals(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const before = ago(LOOK_AGAIN_MS);
  const opened = await openNew(deps);
  const lost = await lookAtDue(deps, {
    look: (tx, limit) => repo.clawBackReferrals(tx, before, now, limit),
    putAside: (tx) => repo.claimRewarded(tx, before, now, 1),
  });
  const credited = await lookAtDue(deps, {
    look: (tx, limit) => keepAndTell(tx, before, now, limit),
    putAside: (tx) => repo.claimReferrals(tx, before, now, 1),
  });
  return opened + lost + credited;
}

/** Remembers who came since the last look, however long ago it was. */
function openNew({ worker, clock }: Deps): Promise<number> {
  return worker.plain(async (tx) => {
    // A look that another worker makes is noted by that one: it may die before it has found anybody.
    if (!(await repo.beginLook(tx))) return 0;
    const now = clock.now();
    const lastAt = (await repo.findLastLook(tx)) ?? now;
    const opened = await repo.openReferrals(
      tx,
      new Date(Math.min(lastAt.getTime(), now.getTime()) - LOOK_BACK_MS),
    );
    await repo.endLook(tx, now);
    return opened;
  });
}

interface Looks {
  /** Claims so many, those that were not looked at for the longest time, and does what is to be done; answers how many it changed. */
  readonly look: (tx: Tx, limit: number) => Promise<number>;
  /** Claims the one that is next and does nothing: it is looked at again in its turn. */
  readonly putAside: (tx: Tx) => Promise<unknown>;
}

/** Takes what is due; one that fails is told to the log and put aside. */
async function lookAtDue({ worker, log }: Deps, { look, putAside }: Looks): Promise<number> {
  let count = 0;
  await inLots({
    count: AT_ONCE,
    most: AT_ONCE,
    async work(_, limit) {
      count += await worker.plain((tx) => look(tx, limit));
    },
    async putAside(_, error) {
      log.error({ reason: errorName(error) }, 'referrals: one is put aside');
      await worker.plain(putAside);
    },
  });
  return count;
}

async function keepAndTell(tx: Tx, before: Date, now: Date, limit: number): Promise<number> {
  const credited = await repo.keepReferrals(tx, before, now, limit);
  const notices = credited.map(({ userId, amountPaise }) => ({
    userId,
    kind: 'service' as const,
    type: 'reward' as const,
    icon: 'gift',
    title: `You earned ${formatRupees(paise(amountPaise))}`,
    description: 'Referral: your friend completed KYC and had a first bill paid.',
    inHindi: {
      title: `आपने ${formatRupees(paise(amountPaise))} कमाए`,
      description: 'रेफ़रल: आपके दोस्त ने KYC पूरा किया और उसका पहला बिल चुक गया।',
    },
    link: '/dashboard/rewards',
  }));
  await announceEach(tx, notices, now);
  return credited.length;
}
